import { randomInt, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import { Refusal } from './refusal.ts'
import { acceptsPage, refusalPage, toProblem } from './problem.ts'
import { CACHE } from './reply.ts'
import { itemAt } from '../../rules/base/lists.ts'

/** `exempt`: never waits. `high`: has places of its own, so it is refused last. */
export type Priority = 'exempt' | 'high' | 'normal'

/**
 * Requests of one priority in the stage before their handler. More at a time do not raise the rate: they only make turns of
 * the event loop longer, and each turn accepts one connection. Fewer share fewer lookups of their sessions.
 */
const STARTED_AT_MOST = 32
/** How often waiting requests are checked. */
const CHECK_MS = 50

interface Waiting {
  request: IncomingMessage
  response: ServerResponse
  since: number
  run: () => void
}

export type Admission = ReturnType<typeof createAdmission>

interface Options {
  priorityOf: (method: string, path: string) => Priority
  /** Is called for each refused request. */
  onRefused: () => void
  /** Milliseconds until a waiting request is refused. */
  longestWaitMs?: number | undefined
}

/**
 * Lets in as many requests as the process can serve, and refuses the others early: a queue in front of the handlers. A request occupies a place until its session is known, because this stage is
 * the same for all requests and short. So neither a slow handler nor a slow body keeps others waiting.
 */
export function createAdmission({ priorityOf, onRefused, longestWaitMs = SERVER_LIMITS.startMs }: Options) {
  const lines = { high: createLine(), normal: createLine() }
  let timer: NodeJS.Timeout | null = null
  let isPumpDue = false

  function start(line: Line, { request, response, run }: Waiting): void {
    // A body may arrive slowly.
    if (!hasBody(request)) {
      line.started.add(request)
      response.once('close', () => leave(request))
    }
    run()
  }

  /** Lets the next request start, because the handler of this one is about to run or it has its answer. Idempotent. */
  function leave(request: IncomingMessage | undefined): void {
    if (!request || !(lines.normal.started.delete(request) || lines.high.started.delete(request))) return
    schedulePump()
  }

  function schedulePump(): void {
    if (isPumpDue || lines.high.waiting.size + lines.normal.waiting.size === 0) return
    isPumpDue = true
    setImmediate(pump)
  }

  /** Starts waiting requests. Those of high priority do not overtake all others. */
  function pump(): void {
    isPumpDue = false
    for (;;) {
      const startable = [lines.high, lines.normal].filter((line) => line.waiting.size > 0 && hasPlace(line))
      if (startable.length === 0) return
      for (const line of startable) startNext(line)
    }
  }

  function startNext(line: Line): void {
    const [next] = line.waiting
    line.waiting.delete(next!)
    start(line, next!)
  }

  function refuseLate(): void {
    timer = null
    const before = performance.now() - longestWaitMs
    for (const { waiting } of Object.values(lines)) {
      for (const one of waiting) {
        if (one.since > before) break
        waiting.delete(one)
        refuse(one)
      }
      if (waiting.size > 0) timer ??= setTimeout(refuseLate, CHECK_MS)
    }
  }

  function refuse({ request, response }: Waiting): void {
    onRefused()
    sendRefusal(request, response)
  }

  return {
    leave,
    /** Runs a request at once or after a wait, or answers it with 503 and Retry-After. */
    handle(request: IncomingMessage, response: ServerResponse, run: () => void): void {
      const priority = priorityOf(request.method ?? 'GET', pathOf(request))
      if (priority === 'exempt') return run()
      const line = lines[priority]
      const one: Waiting = { request, response, run, since: performance.now() }
      if (line.waiting.size === 0 && hasPlace(line)) return start(line, one)
      if (line.waiting.size >= SERVER_LIMITS.waitingRequests) return refuse(one)
      line.waiting.add(one)
      response.once('close', () => line.waiting.delete(one))
      timer ??= setTimeout(refuseLate, CHECK_MS)
    },
  }
}

/** The requests of one priority: those that have started, and those that wait, in the order of their arrival. */
interface Line {
  started: Set<IncomingMessage>
  waiting: Set<Waiting>
}

const createLine = (): Line => ({ started: new Set(), waiting: new Set() })

const hasPlace = ({ started }: Line) => started.size < STARTED_AT_MOST

const hasBody = ({ headers }: IncomingMessage) =>
  'transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0'

const pathOf = ({ url = '/' }: IncomingMessage) => itemAt(url.split('?', 1), 0)

/** One for all: its stack would cost more than the rest of the answer. */
const BUSY = new Refusal('unavailable')

/** Answers with 503: a page for a browser's navigation, else a problem. */
function sendRefusal(request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID()
  const isPage = acceptsPage(request.headers.accept)
  const body = isPage ? refusalPage(BUSY) : JSON.stringify(toProblem(BUSY, requestId))
  response.writeHead(BUSY.status, {
    'retry-after': String(randomInt(SERVER_LIMITS.retrySeconds[0], SERVER_LIMITS.retrySeconds[1] + 1)),
    'content-type': `${isPage ? 'text/html' : 'application/problem+json'}; charset=utf-8`,
    'cache-control': CACHE.none,
    'x-request-id': requestId,
    'content-length': Buffer.byteLength(body),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
