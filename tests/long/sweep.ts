// Two servers on one database: the sweep runs once a minute, on one of them.
//   node tests/long/sweep.ts
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '../../src/app/server/server.ts'
import { newDatabase, startPostgres } from '../support/postgres.ts'
import { testSettings } from '../support/settings.ts'

const MINUTES = 3
const MINUTE_MS = 60_000

const { stop, ...postgres } = await startPostgres()
const { address, drop } = await newDatabase(postgres)
/** The minutes since 1970 in which a sweep ran. */
const sweeps: number[] = []
const logTo = {
  write: (line: string) => {
    const { msg, time } = JSON.parse(line) as { msg: string; time: string }
    if (/^Completed task \d+ \(sweep/.test(msg)) sweeps.push(Math.floor(Date.parse(time) / MINUTE_MS))
  },
}
const options = { address, logTo, standIns: false }
const settings = testSettings({ LOG_LEVEL: 'debug' })
const servers = await Promise.all([startServer(settings, options), startServer(settings, options)])
try {
  const first = Math.floor(Date.now() / MINUTE_MS) + 1
  const last = first + MINUTES - 1
  await sleep((last + 1) * MINUTE_MS - Date.now())
  const expected = Array.from({ length: MINUTES }, (_, i) => first + i)
  assert.deepEqual(
    sweeps.filter((minute) => minute >= first && minute <= last),
    expected,
  )
  console.log(`${MINUTES} minutes, two servers: ${MINUTES} sweeps`)
} finally {
  for (const server of servers) await server.stop()
  await drop()
  await stop()
}
