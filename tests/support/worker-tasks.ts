// A program for the worker thread whose tasks wait, count and fail.
import { setImmediate } from 'node:timers'
import { isMainThread } from 'node:worker_threads'
import { serveTasks } from '../../src/app/server/worker/serve-tasks.ts'
import type { Tasks, WorkerSnapshot } from '../../src/app/server/worker/tasks.ts'

let runs = 0

export const TEST_TASKS = {
  /** Waits until its gate is open. */
  hold: (_, { name, gate }: { name: string; gate: Int32Array }) => {
    Atomics.wait(gate, 0, 0)
    return name
  },
  /** How many tasks this thread has counted. */
  count: (_, _input: { name: string }) => ++runs,
  version: ({ seq }: WorkerSnapshot) => seq,
  games: ({ games }: WorkerSnapshot) => games.map(({ key }) => key),
  fail: () => {
    throw new Error('a fault in the task')
  },
  exit: () => process.exit(1),
  exitSoon: () => {
    setImmediate(() => process.exit(1))
  },
} satisfies Tasks

if (!isMainThread) serveTasks(TEST_TASKS)
