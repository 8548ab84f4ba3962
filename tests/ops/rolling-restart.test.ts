// Each of two server processes is restarted in turn behind a proxy while requests arrive: none of them may fail.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newDatabase } from '../support/postgres.ts'
import { databaseUrl, freePort, launchProgram, newFolder, type ServerProgram } from '../support/programs.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { waitFor } from '../support/wait.ts'
import { isInstalled, type ProxyKind, startProxy } from './proxies.ts'

/** More than two failed checks of haproxy, below. */
const DRAIN_DELAY_S = 2
const ARRIVALS_PER_S = 100
const SERVER_FLAGS = { haproxy: 'check inter 500ms fall 2 rise 1', nginx: 'max_fails=0' }

const nginx: ProxyKind = {
  name: 'nginx',
  program: 'nginx',
  configure: (port, servers, folder) => `
    daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events {}
    http {
      access_log off;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      upstream app {
        ${servers.map((server) => `server 127.0.0.1:${server} ${SERVER_FLAGS.nginx};`).join(' ')}
        keepalive 16;
      }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }
      }
    }`,
  args: (file, folder) => ['-c', file, '-p', folder],
}

const haproxy: ProxyKind = {
  name: 'haproxy',
  program: 'haproxy',
  configure: (port, servers) => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  option redispatch 1
  retries 2
listen app
  bind 127.0.0.1:${port}
  balance roundrobin
  option forwardfor
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
${servers.map((server) => `  server s${server} 127.0.0.1:${server} ${SERVER_FLAGS.haproxy}`).join('\n')}
`,
  args: (file) => ['-db', '-f', file],
}

describe.each([nginx, haproxy])('a rolling restart behind $name', (kind) => {
  describe.skipIf(!isInstalled(kind))(`with ${kind.program} installed`, { timeout: 120_000 }, () => {
    const folders = [newFolder(), newFolder()]
    let database: Awaited<ReturnType<typeof newDatabase>>
    let proxy: Awaited<ReturnType<typeof startProxy>>
    let port: number
    let ports: number[]
    let servers: ServerProgram[]

    async function start(place: number): Promise<ServerProgram> {
      const program = launchProgram({
        PORT: String(ports[place]),
        APP_URL: `http://localhost:${port}`,
        DATA_DIR: folders[place]!.path,
        AUTH_SECRET: TEST_SECRET,
        TRUSTED_PROXIES: '1',
        DRAIN_DELAY: String(DRAIN_DELAY_S),
        ...databaseUrl(database.address),
      })
      return { ...program, startedIn: await program.ready() }
    }
    beforeAll(async () => {
      database = await newDatabase(inject('postgres'))
      port = await freePort()
      ports = [await freePort(), await freePort()]
      servers = await Promise.all([start(0), start(1)])
      proxy = await startProxy(kind, port, ports)
    })
    afterAll(async () => {
      await proxy.stop()
      for (const { child, ended } of servers) {
        child.kill('SIGTERM')
        await ended
      }
      await database.drop()
      for (const folder of folders) folder.remove()
    })

    const agents = [new Agent({ keepAlive: true, maxSockets: 20 }), new Agent()]
    function ask(turn: number): Promise<number | string> {
      const method = turn % 10 === 0 ? 'POST' : 'GET'
      const path = method === 'POST' ? '/api/auth/sign-out' : ['/login', '/api/site', '/api/me'][turn % 3]!
      const host = `localhost:${port}`
      const options = { host: '127.0.0.1', port, path, method, agent: agents[turn % 2]! }
      return new Promise((resolve) => {
        const asked = request({ ...options, headers: { host, origin: `http://${host}` } }, (answer) => {
          answer.on('end', () => resolve(answer.complete ? answer.statusCode! : 'cut short')).resume()
          answer.on('error', (error) => resolve(String(error)))
        })
        asked.on('error', (error) => resolve(`${method} ${String(error)}`)).end()
      })
    }

    test('fails no request', async () => {
      const asked: Promise<number | string>[] = []
      const done = new AbortController()
      const load = (async () => {
        for (let turn = 0; !done.signal.aborted; turn++) {
          asked.push(ask(turn))
          await sleep(1000 / ARRIVALS_PER_S)
        }
      })()
      await waitFor('the load has begun', () => asked.length > ARRIVALS_PER_S)
      for (const place of [0, 1]) {
        servers[place]!.child.kill('SIGTERM')
        expect(await servers[place]!.ended).toEqual({ code: 0, signal: null })
        servers[place] = await start(place)
        // The proxies do not show when they have noticed the new process.
        await sleep(2000)
      }
      done.abort()
      await load
      const outcomes = await Promise.all(asked)
      expect(outcomes.length).toBeGreaterThan(200)
      expect(outcomes.filter((outcome) => typeof outcome === 'string' || outcome >= 500)).toEqual([])
    })
  })
})
