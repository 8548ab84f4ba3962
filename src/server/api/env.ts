import type { IncomingMessage } from 'node:http'
import type { Log } from '../base/log.ts'
import type { Answer } from '../http/answer.ts'
import type { Visit } from './visits.ts'

/** The context of a request in Hono. */
export interface Env {
  Bindings: { incoming?: IncomingMessage; outgoing?: Answer }
  Variables: {
    requestId: string
    log: Log
    now?: number
    uid?: string
    account?: string
    /** Whom a page was rendered for. */
    visit?: Visit
    page?: string
    styleSource?: string
  }
}
