// Runs inside a private network namespace (half-open.test.ts): a server, clients with an address of their own, and then the
// loss of that address, so that nothing is acknowledged any more. Prints one line of JSON.
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LiveClient, openStream } from '../support/live.ts'
import { listenersFor } from '../support/many-listeners.ts'
import { launchProgram } from '../support/programs.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { waitFor } from '../support/wait.ts'

const [databaseUrl, dataDir, count] = process.argv.slice(2) as [string, string, string]
const [SERVER, CLIENTS] = ['10.77.0.1', '10.77.0.2']
const TOKEN = 'a-token-of-tests-012345'
/** Any port is free in a namespace of its own. */
const PORT = '3000'
const appUrl = `http://${SERVER}:${PORT}`

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`)
}
ip('link', 'set', 'lo', 'up')
for (const address of [SERVER, CLIENTS]) ip('addr', 'add', `${address}/32`, 'dev', 'lo')

const server = launchProgram({
  PORT,
  HOST: '0.0.0.0',
  APP_URL: appUrl,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  AUTH_SECRET: TEST_SECRET,
  METRICS_TOKEN: TOKEN,
})
try {
  await server.ready()
  const streams = Number(count)
  const cookies = await listenersFor({ url: databaseUrl }, { streams, appUrl, secret: TEST_SECRET })
  const clients: LiveClient[] = []
  for (const cookie of cookies) clients.push(await openStream(appUrl, cookie, { from: CLIENTS }))
  await waitFor('a heartbeat on each stream', () => clients.every((client) => client.beats() > 0))
  const opened = await openStreams()
  ip('addr', 'del', `${CLIENTS}/32`, 'dev', 'lo')
  const lost = performance.now()
  let left = opened
  while (left > 0 && performance.now() - lost < 90_000) {
    await sleep(500)
    left = await openStreams()
  }
  console.log(JSON.stringify({ opened, left, seconds: Math.round((performance.now() - lost) / 1000) }))
} catch (error) {
  console.error(error, server.output())
  process.exitCode = 1
} finally {
  server.child.kill('SIGKILL')
  process.exit()
}

/** The number of open streams by the server's own count. */
async function openStreams(): Promise<number> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const text = await (await fetch(`${appUrl}/metrics`, { headers })).text()
  return Number(/^lotto_live_streams (\d+)$/m.exec(text)![1])
}
