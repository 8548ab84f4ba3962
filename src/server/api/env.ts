import type { HttpBindings } from '@hono/node-server'
import type { Visit } from './visits.ts'
import type { Log } from '../base/log.ts'

/** The context of a request in Hono. */
export interface Env {
  /** `inner` marks calls that the server makes to itself. Requests from outside cannot set it. */
  Bindings: Partial<HttpBindings> & { inner?: { visit: Visit; requestId: string } }
  Variables: { requestId: string; log: Log; now?: number; uid?: string; page?: string }
}
