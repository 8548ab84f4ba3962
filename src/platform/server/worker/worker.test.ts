import { afterEach, expect, test } from 'vitest'
import type { Refusal } from '../http/refusal.ts'
import { createLog } from '../base/log.ts'
import type { LagosDate } from '../../rules/base/calendar.ts'
import { seedGames } from '../../../draws/rules/games.ts'
import { EMPTY_HISTORY } from '../../../draws/rules/history.ts'
import type { TEST_TASKS } from '../../../../tests/support/worker-tasks.ts'
import type { WorkerSnapshot } from '../../../app/server/worker/tasks.ts'
import { createTaskWorker, type TaskWorker } from './worker.ts'

// The thread runs the tasks of tests/support/worker-tasks.ts. A gate in shared memory holds a task, so no test measures time.
const PROGRAM = new URL('../../../../tests/support/worker-tasks.ts', import.meta.url)
/** A snapshot is immutable, so each change makes a new one. */
const snapshotAt = (seq: number): WorkerSnapshot => ({ seq, games: [], history: EMPTY_HISTORY })
let current = snapshotAt(1)
let worker: TaskWorker<typeof TEST_TASKS>

function start(options: { maxWaiting?: number; taskLimitMs?: number } = {}) {
  worker = createTaskWorker<typeof TEST_TASKS>({
    snapshot: () => current,
    log: createLog('silent'),
    program: PROGRAM,
    ...options,
  })
  return worker
}

afterEach(() => worker.stop())

const newGate = () => new Int32Array(new SharedArrayBuffer(8))
const open = (gate: Int32Array) => {
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
}
const refusalOf = async (result: Promise<unknown>) => {
  const refusal = await result.then(
    () => null,
    (error: Refusal) => error,
  )
  return refusal && [refusal.status, refusal.headers['retry-after']]
}

test('the main thread goes on while a task runs', async () => {
  const gate = newGate()
  const held = start().run('hold', { name: 'a', gate })
  // The task ends only because the main thread opens its gate.
  open(gate)
  expect(await held).toBe('a')
})

test('equal requests share one computation, and a change of the draws makes a new one', async () => {
  const { run } = start()
  const [one, other] = await Promise.all([run('count', { name: 'x' }), run('count', { name: 'x' })])
  expect([one, other]).toEqual([1, 1])
  expect(await run('count', { name: 'x' })).toBe(1)
  expect(await run('count', { name: 'y' })).toBe(2)
  current = snapshotAt(2)
  expect(await run('count', { name: 'x' })).toBe(3)
  expect(await run('version', undefined)).toBe(2)
})

test('after a restore another history with the same version makes a new computation', async () => {
  const { run, has } = start()
  expect(await run('games', undefined)).toEqual([])
  current = { ...snapshotAt(current.seq), games: seedGames('2020-01-01' as LagosDate) }
  expect(has('games', undefined)).toBe(false)
  expect(await run('games', undefined)).toHaveLength(18)
})

test('refuses beyond the queue with 503 and Retry-After', async () => {
  const { run } = start({ maxWaiting: 1 })
  const gate = newGate()
  const held = run('hold', { name: 'running', gate })
  const waiting = run('count', { name: 'waiting' })
  expect(await refusalOf(run('count', { name: 'too many' }))).toEqual([503, '2'])
  open(gate)
  expect([await held, await waiting]).toEqual(['running', 1])
  expect(await run('count', { name: 'too many' })).toBe(2)
})

test('a thread that dies refuses its task and is replaced for those that wait', async () => {
  const { run } = start()
  const dying = run('exit', undefined)
  const waiting = run('count', { name: 'next' })
  expect(await refusalOf(dying)).toEqual([503, '2'])
  expect(await waiting).toBe(1)
  // A failure is not cached: the thread of the first `count` is gone too.
  expect(await refusalOf(run('exit', undefined))).toEqual([503, '2'])
  expect(await run('count', { name: 'another' })).toBe(1)
})

test('a thread that dies between two tasks is replaced', async () => {
  const { run } = start()
  await run('exitSoon', undefined)
  const answers: unknown[] = []
  while (answers.at(-1) !== 1) {
    current = snapshotAt(current.seq + 1)
    answers.push(await run('count', { name: 'after' }).catch(() => 'refused'))
  }
  expect(answers.at(-1)).toBe(1)
})

test('an endless task is ended at its limit', async () => {
  const { run } = start({ taskLimitMs: 1000 })
  expect(await refusalOf(run('hold', { name: 'endless', gate: newGate() }))).toEqual([503, '2'])
  // On a busy machine even the start of the next thread may reach the limit.
  let next: unknown
  while (next === undefined) next = await run('count', { name: 'next' }).catch(() => undefined)
  expect(next).toBe(1)
})

test('an error of a task is passed on, and the thread goes on', async () => {
  const { run } = start()
  expect(await run('count', { name: 'first' })).toBe(1)
  await expect(run('fail', undefined)).rejects.toThrow('a fault in the task')
  expect(await run('count', { name: 'second' })).toBe(2)
})

test('a stopped worker refuses, also the task that runs and those that wait', async () => {
  const { run, stop } = start()
  const asked = [run('hold', { name: 'held', gate: newGate() }), run('count', { name: 'waits' })]
  const answers = Promise.allSettled(asked)
  await stop()
  const late = Promise.allSettled([run('count', { name: 'late' })])
  const refused = { reason: { code: 'unavailable', message: 'This server is stopping.' } }
  expect([...(await answers), ...(await late)]).toMatchObject([refused, refused, refused])
})
