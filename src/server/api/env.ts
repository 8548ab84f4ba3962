import type { HttpBindings } from '@hono/node-server'
import type { Visit } from './visits.ts'
import type { Log } from '../base/log.ts'

/** What Hono carries along with a request. */
export interface Env {
  /** `inner` is set only by calls that the server makes to itself; nothing from outside can set it. */
  Bindings: Partial<HttpBindings> & { inner?: { visit: Visit; requestId: string } }
  Variables: { requestId: string; log: Log; now?: number; uid?: string; page?: string }
}
