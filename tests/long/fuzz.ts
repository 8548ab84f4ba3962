// Random requests to every operation of the API. No request may fail on the server or write without permission.
//   node tests/long/fuzz.ts [seed] [requests]
import assert from 'node:assert/strict'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { startServer } from '../../src/app/server/server.ts'
import { fuzz } from '../support/fuzz.ts'
import { startPaystack } from '../support/paystack-model.ts'
import { newDatabase, startPostgres } from '../support/postgres.ts'
import { testSettings } from '../support/settings.ts'
import { type Person, Visitor } from '../support/test-server.ts'

const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 2 ** 31))
const requests = Number(process.argv[3] ?? 30_000)
console.log(`seed ${seed}`)
const postgres = await startPostgres()
const paystack = await startPaystack()
const { address, drop } = await newDatabase(postgres)
const running = await startServer(testSettings(paystack.settings), { address, jobs: false, standIns: true })
const anonymous = () => new Visitor(running.url)
async function as(person: Person): Promise<Visitor> {
  const visitor = anonymous()
  await visitor.post('/api/auth/sign-in/email', { email: `${person}@lotto.test`, password: DEMO_PASSWORD })
  return visitor
}
try {
  const tally = await fuzz({ ...running, anonymous, as }, { seed, requests })
  console.log(tally)
  // A fuzzer that never gets past the first check would find nothing.
  assert.ok(tally[200]! > requests / 5)
  assert.ok(tally[401]! + tally[402]! + tally[403]! > requests / 10)
} finally {
  await running.stop({ lingerMs: 0 })
  await paystack.stop()
  await drop()
  await postgres.stop()
}
