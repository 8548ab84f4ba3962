// The balancers that operators use, started on loopback with the files of deploy/.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { join } from 'node:path'
import { rootDir } from '../../src/platform/server/base/root.ts'
import { newFolder } from './programs.ts'
import { waitFor } from './wait.ts'

interface Addresses {
  port: number
  /** The ports of the two servers. */
  servers: readonly number[]
  folder: string
}

export interface ProxyKind {
  name: string
  program: string
  /** Whether phones speak TLS with it. */
  tls: boolean
  /** Its configuration, for the addresses of a test. */
  configure(addresses: Addresses): string
  args(file: string, folder: string): string[]
  env?(addresses: Addresses): Record<string, string>
}

type Changes = readonly (readonly [from: string, to: string])[]

/** A file of deploy/ with changed addresses. @throws Error when the file lacks a text that is to be changed */
export function shipped(file: string, changes: Changes): string {
  let text = readFileSync(join(rootDir(), 'deploy', file), 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/${file} has no "${from}"`)
    text = text.replaceAll(from, to)
  }
  return text
}

const PEMS = join(rootDir(), 'tests/support/tls')
const serverChanges = (servers: readonly number[]): Changes =>
  servers.map((port, i) => [`10.0.0.${i + 1}:3000`, `127.0.0.1:${port}`] as const)

const TLS_LINES = [
  '    ssl_certificate /etc/nginx/site.crt;\n',
  '    ssl_certificate_key /etc/nginx/site.key;\n',
  '    ssl_protocols TLSv1.2 TLSv1.3;\n',
  '    ssl_session_cache shared:tls:10m;\n',
  '    ssl_session_tickets off;\n',
]

const nginx = (tls: boolean, name = 'nginx', changes: Changes = []): ProxyKind => ({
  name,
  program: 'nginx',
  tls,
  configure: ({ port, servers, folder }) =>
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;\n` +
    shipped('nginx.conf', [
      ['/var/lib/nginx/results', `${folder}/cache`],
      [
        'http {',
        `http {
      access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;`,
      ],
      ['listen 80;', `listen unix:${folder}/plain.sock;`],
      ...serverChanges(servers),
      ...(tls
        ? ([
            ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
            ['/etc/nginx/site.crt', `${PEMS}/cert.pem`],
            ['/etc/nginx/site.key', `${PEMS}/key.pem`],
          ] as const)
        : ([
            ['listen 443 ssl http2', `listen 127.0.0.1:${port}`],
            ...TLS_LINES.map((line) => [line, ''] as const),
          ] as const)),
      ...changes,
    ]),
  args: (file, folder) => ['-c', file, '-p', folder],
})

const haproxy = (tls: boolean): ProxyKind => ({
  name: 'haproxy',
  program: 'haproxy',
  tls,
  configure({ port, servers, folder }) {
    const pem = join(folder, 'site.pem')
    if (tls) writeFileSync(pem, ['cert', 'key'].map((name) => readFileSync(`${PEMS}/${name}.pem`)).join('\n'))
    return shipped('haproxy.cfg', [
      ['bind :80', `bind unix@${folder}/plain.sock`],
      ...serverChanges(servers),
      tls
        ? ['bind :443 ssl crt /etc/haproxy/site.pem', `bind 127.0.0.1:${port} ssl crt ${pem}`]
        : ['bind :443 ssl crt /etc/haproxy/site.pem alpn h2,http/1.1', `bind 127.0.0.1:${port}`],
    ])
  },
  args: (file) => ['-db', '-f', file],
})

const caddy = (tls: boolean): ProxyKind => ({
  name: 'caddy',
  program: 'caddy',
  tls,
  configure: () =>
    // Its own authority signs the certificate of localhost. This machine must not trust it.
    shipped('Caddyfile', [
      [
        'admin off',
        'admin off\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n\tauto_https disable_redirects',
      ],
    ]),
  env: ({ port, servers, folder }) => ({
    // Without TLS it forwards every host, as the other two do.
    SITE: tls ? `https://localhost:${port}` : `http://:${port}`,
    APP: servers.map((server) => `127.0.0.1:${server}`).join(' '),
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }),
  args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
})

/** The shipped files without TLS, so that tests of what is behind them need no certificates. */
export const PROXIES: readonly ProxyKind[] = [nginx(false), haproxy(false), caddy(false)]

/** The shipped files with TLS. */
export const TLS_PROXIES: readonly ProxyKind[] = [nginx(true), haproxy(true), caddy(true)]

/** Another way to write X-Forwarded-For, which the server must understand too. */
export const WITH_PORTS: ProxyKind = nginx(false, 'nginx that writes address:port', [
  ['$proxy_add_x_forwarded_for', '"$http_x_forwarded_for, $remote_addr:$remote_port"'],
])

export const isInstalled = ({ program }: Pick<ProxyKind, 'program'>): boolean =>
  spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program}`]).status === 0

function forwards({ tls }: ProxyKind, port: number): Promise<boolean> {
  const request = tls ? tlsRequest : plainRequest
  return new Promise((resolve) => {
    const options = { host: 'localhost', port, path: '/healthz', rejectUnauthorized: false, agent: false }
    request(options, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
      .on('error', () => resolve(false))
      .end()
  })
}

/** Starts a proxy and waits until it forwards requests. */
export async function startProxy(
  kind: ProxyKind,
  port: number,
  servers: readonly number[],
): Promise<{ stop(): Promise<void> }> {
  const folder = newFolder()
  const addresses = { port, servers, folder: folder.path }
  const file = join(folder.path, 'proxy.conf')
  writeFileSync(file, kind.configure(addresses))
  const env = { ...process.env, ...kind.env?.(addresses), PATH: `${process.env.PATH}:/usr/sbin` }
  let output = ''
  const child: ChildProcess = spawn(kind.program, kind.args(file, folder.path), { env })
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text))
  const ended = new Promise((resolve) => child.on('close', resolve))
  await waitFor(`${kind.program} forwards requests`, () => {
    if (child.exitCode !== null) throw new Error(`${kind.program} ended with ${child.exitCode}:\n${output}`)
    return forwards(kind, port)
  })
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
      folder.remove()
    },
  }
}
