// The reverse proxies that operators use, started on loopback with a minimal configuration.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from './programs.ts'
import { waitFor } from './wait.ts'

export interface ProxyKind {
  name: string
  program: string
  /** Its configuration, for its own port and the ports of the servers behind it. */
  configure(port: number, servers: readonly number[], folder: string): string
  args(file: string, folder: string): string[]
}

interface NginxOptions {
  /** The value of X-Forwarded-For. */
  forwardedFor?: string
  /** Flags of each server. */
  serverFlags?: string
  /** Whether connections to the servers are kept. */
  keepAlive?: boolean
}

const nginx = (
  name: string,
  { forwardedFor = '$proxy_add_x_forwarded_for', serverFlags = '', keepAlive = false }: NginxOptions = {},
): ProxyKind => ({
  name,
  program: 'nginx',
  configure: (port, servers, folder) => `
    daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events {}
    http {
      access_log off; client_max_body_size 16m;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      upstream app {
        ${servers.map((server) => `server 127.0.0.1:${server} ${serverFlags};`).join(' ')}
        ${keepAlive ? 'keepalive 16;' : ''}
      }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://app; proxy_http_version 1.1;
          ${keepAlive ? 'proxy_set_header Connection "";' : ''}
          proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For ${forwardedFor};
        }
      }
    }`,
  args: (file, folder) => ['-c', file, '-p', folder],
})

interface HaproxyOptions {
  /** More lines of the section `defaults`. */
  defaults?: string
  /** The lines of the health check. */
  healthCheck?: string
  /** Flags of each server. */
  serverFlags?: string
}

const haproxy = ({
  defaults = '',
  healthCheck = 'option httpchk GET /readyz',
  serverFlags = 'check inter 500ms',
}: HaproxyOptions = {}): ProxyKind => ({
  name: 'haproxy',
  program: 'haproxy',
  configure: (port, servers) => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  ${defaults}
listen app
  bind 127.0.0.1:${port}
  balance roundrobin
  option forwardfor
  ${healthCheck}
${servers.map((server) => `  server s${server} 127.0.0.1:${server} ${serverFlags}`).join('\n')}
`,
  args: (file) => ['-db', '-f', file],
})

/** Proxies in their simplest configuration. */
export const PROXIES: readonly ProxyKind[] = [
  nginx('nginx'),
  nginx('nginx that writes address:port', {
    forwardedFor: '"$http_x_forwarded_for, $remote_addr:$remote_port"',
  }),
  haproxy(),
]

/** Proxies that keep connections and repeat requests, as rolling restarts need. */
export const PROXIES_FOR_RESTARTS: readonly ProxyKind[] = [
  nginx('nginx', { serverFlags: 'max_fails=0', keepAlive: true }),
  haproxy({
    defaults: 'option redispatch 1\n  retries 2',
    healthCheck: 'option httpchk\n  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost',
    serverFlags: 'check inter 500ms fall 2 rise 1',
  }),
]

export const isInstalled = ({ program }: ProxyKind): boolean =>
  spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program}`]).status === 0

/** Starts a proxy and waits until it forwards requests. */
export async function startProxy(
  kind: ProxyKind,
  port: number,
  servers: readonly number[],
): Promise<{ stop(): Promise<void> }> {
  const folder = newFolder()
  const file = join(folder.path, 'proxy.conf')
  writeFileSync(file, kind.configure(port, servers, folder.path))
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
  const child: ChildProcess = spawn(kind.program, kind.args(file, folder.path), { env, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('close', resolve))
  await waitFor(`${kind.program} forwards requests`, async () => {
    if (child.exitCode !== null) throw new Error(`${kind.program} ended with ${child.exitCode}`)
    return (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.ok === true
  })
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
      folder.remove()
    },
  }
}
