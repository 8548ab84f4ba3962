// The proxies that operators put in front, started on loopback with a configuration of a few lines.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder } from '../support/programs.ts'

export interface ProxyKind {
  name: string
  program: string
  /** Its configuration for a port in front and the ports of the servers behind. */
  configure(port: number, servers: readonly number[], folder: string): string
  args(file: string, folder: string): string[]
}

const nginx = (name: string, forwarded: string): ProxyKind => ({
  name,
  program: 'nginx',
  configure: (port, servers, folder) => `
    daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events {}
    http {
      access_log off; client_max_body_size 16m;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      upstream app { ${servers.map((server) => `server 127.0.0.1:${server};`).join(' ')} }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://app; proxy_http_version 1.1;
          proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For ${forwarded};
        }
      }
    }`,
  args: (file, folder) => ['-c', file, '-p', folder],
})

const haproxy: ProxyKind = {
  name: 'haproxy',
  program: 'haproxy',
  configure: (port, servers) => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
listen app
  bind 127.0.0.1:${port}
  balance roundrobin
  option forwardfor
  option httpchk GET /readyz
${servers.map((server) => `  server s${server} 127.0.0.1:${server} check inter 500ms`).join('\n')}
`,
  args: (file) => ['-db', '-f', file],
}

export const PROXIES: readonly ProxyKind[] = [
  nginx('nginx', '$proxy_add_x_forwarded_for'),
  nginx('nginx that writes address:port', '"$http_x_forwarded_for, $remote_addr:$remote_port"'),
  haproxy,
]

export const isInstalled = ({ program }: ProxyKind): boolean =>
  spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program}`]).status === 0

/** Starts a proxy and waits until it passes requests on. */
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
  while (!(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`${kind.program} ended with ${child.exitCode}`)
    await sleep(50)
  }
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
      folder.remove()
    },
  }
}
