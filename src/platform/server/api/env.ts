import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { Log } from '../base/log.ts'
import type { Answer } from '../http/answer.ts'
import type { Sheet } from '../http/build.ts'
import type { Visit } from './visits.ts'

/** The context of a request in Hono. */
export interface Env {
  Bindings: { incoming?: IncomingMessage; outgoing?: Answer }
  Variables: {
    requestId: string
    log?: Log
    now?: number
    uid?: string
    account?: string
    /** Whether the call's answer changes with draws, games or forecasts. */
    followsDraws?: boolean
    /** Whom a page was rendered for. */
    visit?: Visit
    page?: string
    /** The browser hides where a form comes from. Nothing may be executed. */
    hidesSender?: boolean
    /** The style sheet of the rendered page. */
    sheet?: Sheet
  }
}

/** The log of a request, whose lines have its id. It is made when it is needed, because most requests write no line with it. */
export function logOf(c: Context<Env>, { log }: { log: Log }): Log {
  const own = c.get('log') ?? log.child({ requestId: c.get('requestId') })
  c.set('log', own)
  return own
}
