import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import type { Log } from '../base/log.ts'
import { rootDir } from '../base/root.ts'
import { Refusal } from '../http/refusal.ts'
import type { TaskAnswer, TaskRequest } from '../../../app/server/worker/serve-tasks.ts'
import type { TASKS, Tasks, WorkerSnapshot } from '../../../app/server/worker/tasks.ts'
import { versionOf } from './version-of.ts'

/** The one thread for long computations. The main thread answers other requests meanwhile. */
export interface TaskWorker<T extends Tasks = typeof TASKS> {
  /**
   * The result of a task over the current draws. Results are cached by snapshot, name and input; equal requests share one
   * computation. The input is plain data with its keys always in the same order.
   * @throws Refusal unavailable when too many tasks wait, or when the thread dies or takes too long
   */
  run<Name extends keyof T & string>(name: Name, input: Parameters<T[Name]>[1]): Promise<ReturnType<T[Name]>>
  /** Whether `run` has the result already, or is computing it. */
  has<Name extends keyof T & string>(name: Name, input: Parameters<T[Name]>[1]): boolean
  /** The same without the cache, for a large input whose result the caller caches. */
  runUncached<Name extends keyof T & string>(
    name: Name,
    input: Parameters<T[Name]>[1],
  ): Promise<ReturnType<T[Name]>>
  stop(): Promise<void>
}

interface Options {
  /** The draws at the time of a request, in shared memory. */
  snapshot: () => WorkerSnapshot
  log: Log
  /** The program of the thread. */
  program?: URL
  /** How many tasks may wait. */
  maxWaiting?: number
  /** Milliseconds after which a running task is ended. */
  taskLimitMs?: number
}

/** Creates the worker. Its thread starts with the first task, and again after its death. */
export function createTaskWorker<T extends Tasks = typeof TASKS>({
  snapshot,
  log,
  program = threadProgram(),
  maxWaiting = SERVER_LIMITS.waitingTasks,
  taskLimitMs = SERVER_LIMITS.taskMs,
}: Options): TaskWorker<T> {
  const results = new LRUCache<string, Promise<unknown>>({ max: SERVER_LIMITS.cachedResults })
  const oneAtATime = pLimit(1)
  let thread: Thread | null = null
  let isStopped = false

  async function compute(name: string, input: unknown, current: WorkerSnapshot): Promise<unknown> {
    if (isStopped) throw stopping()
    thread ??= startThread()
    const answer = await thread.ask({ name, input }, current, taskLimitMs).catch(() => {
      throw isStopped ? stopping() : busy('We could not finish this. Please try again in a moment.')
    })
    if ('error' in answer) throw answer.error
    return answer.result
  }

  function startThread(): Thread {
    return new Thread(program, (error) => {
      thread = null
      if (!isStopped) log.error({ error }, 'the worker thread ended; the next task starts another')
    })
  }

  function begin(name: string, input: unknown, current: WorkerSnapshot): Promise<unknown> {
    if (oneAtATime.pendingCount >= maxWaiting)
      throw busy('Many people are using this server at the moment. Please try again soon.')
    return oneAtATime(() => compute(name, input, current))
  }

  return {
    async run(name, input) {
      const current = snapshot()
      const key = keyOf(current, name, input)
      let result = results.get(key)
      if (!result) {
        result = begin(name, input, current)
        results.set(key, result)
        // A failure is not cached. The caller gets it from the same promise.
        result.catch(() => results.delete(key))
      }
      return (await result) as ReturnType<T[typeof name]>
    },
    has: (name, input) => results.has(keyOf(snapshot(), name, input)),
    async runUncached(name, input) {
      return (await begin(name, input, snapshot())) as ReturnType<T[typeof name]>
    },
    async stop() {
      // The tasks that wait are refused in their turn.
      isStopped = true
      await thread?.terminate()
    },
  }
}

const keyOf = (snapshot: WorkerSnapshot, name: string, input: unknown) =>
  `${versionOf(snapshot)} ${name} ${JSON.stringify(input)}`

const stopping = () => new Refusal('unavailable', 'This server is stopping.')

const busy = (title: string) => new Refusal('unavailable', title, { headers: { 'retry-after': '2' } })

/** The sources run in development and tests, the built program otherwise. */
function threadProgram(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('../../../app/server/worker/thread.ts', import.meta.url)
    : pathToFileURL(join(rootDir(), 'dist/server/thread.js'))
}

/** A thread that answers one request at a time. */
class Thread {
  private readonly worker: Worker
  /** The version of the snapshot that the thread has. */
  private version = 0
  /** Ends the running request; a thread can also die while it is idle. */
  private fail: (error: Error) => void = () => undefined

  /** @param onEnd called once, when the thread has ended for whatever reason */
  constructor(program: URL, onEnd: (error: Error) => void) {
    // The options of the process, such as a test runner's loaders, are not for the thread.
    this.worker = new Worker(program, { execArgv: [] })
    // An idle thread does not keep the process running.
    this.worker.unref()
    let cause: Error | null = null
    this.worker.on('error', (error: Error) => (cause = error))
    this.worker.on('exit', (code) => {
      const error = cause ?? new Error(`The thread ended with code ${code}.`)
      onEnd(error)
      this.fail(error)
    })
  }

  /** @throws an error when the thread dies or exceeds the limit, which ends it */
  async ask(request: Pick<TaskRequest, 'name' | 'input'>, snapshot: WorkerSnapshot, limitMs: number) {
    const { worker } = this
    const version = versionOf(snapshot)
    const isNew = version !== this.version
    this.version = version
    const timer = setTimeout(() => void worker.terminate(), limitMs)
    worker.ref()
    try {
      return await new Promise<TaskAnswer>((resolve, reject) => {
        this.fail = reject
        worker.once('message', resolve)
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only a browser's window has an origin
        worker.postMessage({ ...request, snapshot: isNew ? snapshot : null } satisfies TaskRequest)
      })
    } finally {
      clearTimeout(timer)
      worker.unref()
    }
  }

  async terminate(): Promise<void> {
    await this.worker.terminate()
  }
}
