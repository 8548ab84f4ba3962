// Loads all draws of a database into memory, and prints what they take. A program of its own, because the heap of a test
// run holds much else. Run it with --expose-gc.
import { setTimeout as sleep } from 'node:timers/promises'
import { drawsOf } from '../../src/domain/draws/history.ts'
import { createLog } from '../../src/server/base/log.ts'
import { openSubscriber } from '../../src/server/changes/subscriber.ts'
import { createClock } from '../../src/server/db/clock.ts'
import { connect } from '../../src/server/db/connect.ts'
import { loadDrawsMemory } from '../../src/server/draws/memory.ts'
import { watchHistory } from '../../src/server/restores/history.ts'

const POLL_MS = 60_000
const address = { url: process.env.DATABASE_URL! }
const log = createLog('silent')
const connection = connect(address)

async function load() {
  const subscriber = await openSubscriber(address, log)
  const { db } = connection
  const history = watchHistory({ db, clock: createClock({ production: false }), log })
  const memory = await loadDrawsMemory({
    subscriber,
    db,
    loadingDb: db,
    log,
    pollIntervalMs: POLL_MS,
    ...history,
  })
  const stop = () => memory.stop().then(() => subscriber.stop())
  return { memory, stop }
}

/** Bytes that are in use: objects of the heap, and typed arrays. */
async function inUse(): Promise<number> {
  for (let i = 0; i < 4; i++) {
    globalThis.gc!()
    await sleep(50)
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

// The first load compiles the code.
await (await load()).stop()
const before = await inUse()
const { memory, stop } = await load()
const bytes = (await inUse()) - before
const { history } = memory.current()
process.stdout.write(JSON.stringify({ draws: drawsOf(history), bytes }))
await stop()
await connection.close()
