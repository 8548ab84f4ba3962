// A seeded simulation of months of payments: players, staff, Paystack and its webhooks (late, duplicate, out of order,
// lost), faults, a clock that jumps, and a server that dies at any moment. Every few steps the ledger's invariants must
// hold. At the end no player has lost a kobo or received a day that was not paid.
//   node tests/long/simulate-payments.ts [seed] [steps]
import assert from 'node:assert/strict'
import { sql } from 'drizzle-orm'
import { DAY } from '../../src/platform/rules/base/calendar.ts'
import type { Address } from '../../src/platform/server/db/connect.ts'
import { newDatabase, startPostgres } from '../support/postgres.ts'
import { checkInvariants, compareWithPaystack } from './payment-checks.ts'
import { PAYMENT_STEPS } from './payment-steps.ts'
import { PaymentWorld } from './payment-world.ts'

/** The number of times that a run did each step. */
export type Done = Record<string, number>

/** @throws Error naming the seed, which repeats the same run */
export async function simulatePayments(address: Address, seed: number, steps: number): Promise<Done> {
  const world = new PaymentWorld(seed, address)
  const done: Done = {}
  try {
    await world.start()
    for (let step = 0; step < steps; step++) {
      const name = await takeStep(world, step)
      done[name] = (done[name] ?? 0) + 1
      if (step % 25 === 24) await checkInvariants(world, `step ${step}`)
    }
    await settleAll(world)
    await checkInvariants(world, 'the end')
    await compareWithPaystack(world)
    return done
  } catch (error) {
    throw new Error(`Simulation with seed ${seed}, ${steps} steps`, { cause: error })
  } finally {
    await world.stop()
  }
}

/** @returns the name of the step */
async function takeStep(world: PaymentWorld, step: number): Promise<string> {
  let left = world.from.below(PAYMENT_STEPS.reduce((sum, [, weight]) => sum + weight, 0))
  const [name, , act] = PAYMENT_STEPS.find(([, weight]) => (left -= weight) < 0)!
  try {
    await act(world)
    return name
  } catch (error) {
    throw new Error(`Step ${step}: ${name}`, { cause: error })
  }
}

/** Ends all faults, delivers the webhooks that were not lost, and runs the sweeps of nine days. */
async function settleAll(world: PaymentWorld): Promise<void> {
  world.paystack.fault = null
  world.paystack.faults.length = 0
  for (const sent of world.inFlight.splice(0)) assert.equal(await world.put(sent), 200)
  await world.server.services.db.execute(sql`update graphile_worker._private_jobs set run_at = created_at`)
  for (let day = 0; day < 9; day++) {
    await world.sweep()
    world.pass(1, DAY)
  }
  await world.sweep()
}

if (import.meta.main) {
  const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`seed ${seed}`)
  const postgres = await startPostgres()
  try {
    const { address } = await newDatabase(postgres)
    const done = await simulatePayments(address, seed, Number(process.argv[3] ?? 10_000))
    console.log(done)
    assert.ok(done.pay! > 0)
  } finally {
    await postgres.stop()
  }
}
