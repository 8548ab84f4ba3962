import { present } from '../../../platform/rules/base/lists.ts'
import { parentPort } from 'node:worker_threads'
import type { Tasks, WorkerSnapshot } from './tasks.ts'

export interface TaskRequest {
  name: string
  input: unknown
  /** The history, only when the thread has an older one or none. */
  snapshot: WorkerSnapshot | null
}

export type TaskAnswer = { result: unknown } | { error: unknown }

/** Answers the requests of the main thread, which sends one at a time. */
export function serveTasks(tasks: Tasks): void {
  const port = present(parentPort)
  let snapshot: WorkerSnapshot
  port.on('message', ({ name, input, snapshot: newer }: TaskRequest) => {
    if (newer) snapshot = newer
    void answer(() => present(tasks[name])(snapshot, input)).then((sent) => port.postMessage(sent))
  })
}

async function answer(task: () => unknown): Promise<TaskAnswer> {
  try {
    return { result: await task() }
  } catch (error) {
    return { error }
  }
}
