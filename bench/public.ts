// Public pages a second: of one process, and behind nginx with the cache of deploy/nginx.conf.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../tests/support/programs.ts'
import { isInstalled, PROXIES, startProxy } from '../tests/support/proxies.ts'
import { atLeast, type BenchServer, type Row } from './measure.ts'

const SECONDS = 8
const CONNECTIONS = 64
const NGINX = PROXIES.find(({ name }) => name === 'nginx')!

/** Answers a second of wrk, which leaves most of a core to what it measures. */
function rate(address: string, host: string, folder: string, paths: readonly string[]): number {
  const script = join(folder, 'paths.lua')
  writeFileSync(
    script,
    `local paths = {${paths.map((path) => `"${path}"`).join(',')}}
local i = 0
request = function()
  i = i % #paths + 1
  return wrk.format("GET", paths[i], { ["Accept-Encoding"] = "gzip, deflate, br", ["Host"] = "${host}" })
end`,
  )
  const options = ['-t1', '-s', script, address]
  // Fills the caches.
  spawnSync('wrk', ['-c4', '-d4s', ...options])
  const run = [`-c${CONNECTIONS}`, `-d${SECONDS}s`, ...options]
  const { stdout } = spawnSync('wrk', run, { encoding: 'utf8' })
  const countOf = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0)
  // An overloaded server refuses at once, and a refusal is no page.
  const refused = countOf(/Non-2xx or 3xx responses: (\d+)/)
  return (countOf(/(\d+) requests in/) - refused) / SECONDS
}

/** @throws Error where nginx or wrk is missing */
export async function measurePublic({ url, dataDir }: BenchServer): Promise<Row[]> {
  for (const program of ['nginx', 'wrk'])
    if (!isInstalled({ program })) throw new Error(`apt-get install nginx-light wrk: ${program} is missing`)
  const { host, port: appPort } = new URL(url)
  const port = await freePort()
  const proxy = await startProxy(NGINX, port, [Number(appPort)])
  try {
    const sitemap = await (await fetch(`${url}/sitemap/pages.xml`)).text()
    const all = Array.from(sitemap.matchAll(/<loc>([^<]+)/g), ([, address = '']) => address.slice(url.length))
    const results = all.filter((path) => path.startsWith('/results'))
    const newest = results.slice(0, 50)
    const rateOf = (at: string | number, paths: readonly string[]) =>
      rate(`http://127.0.0.1:${at}`, host, dataDir, paths)
    return [
      atLeast('Public pages behind nginx', rateOf(port, newest), 2000, '/s'),
      atLeast('Public pages of one process', rateOf(appPort, newest), 300, '/s'),
      atLeast(`The same, ${results.length} different ones`, rateOf(appPort, results), 300, '/s'),
    ]
  } finally {
    await proxy.stop()
  }
}
