import type { Auth } from '../accounts/auth.ts'
import type { Limits } from '../accounts/limits.ts'
import type { Visits } from './visits.ts'
import type { Paystack } from '../billing/paystack/client.ts'
import type { WebhookInbox } from '../billing/payments/webhook-inbox.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { Space } from '../db/space.ts'
import type { DrawsMemory } from '../draws/memory.ts'
import type { Log } from '../base/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Settings } from '../base/settings.ts'

/**
 * `serving`; `leaving`: readiness fails and work goes on, until balancers have noticed; `closing`: the port is closed and
 * every answer ends its connection.
 */
export interface Lifecycle {
  phase: 'serving' | 'leaving' | 'closing'
}

/** What one running server is made of; made in server.ts and handed to every call. */
export interface Services {
  settings: Settings
  db: Db
  clock: Clock
  log: Log
  auth: Auth
  limits: Limits
  visits: Visits
  draws: DrawsMemory
  /** Takes payments; null where no keys are set. */
  paystack: Paystack | null
  inbox: WebhookInbox
  lifecycle: Lifecycle
  space: Space
  /** Counts for operators; null where nobody may ask for them. */
  metrics: Metrics | null
}
