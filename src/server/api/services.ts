import type { Auth } from '../accounts/better-auth/auth.ts'
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
 * `serving`; `leaving`: readiness fails, so that balancers stop sending requests, and requests are still answered;
 * `closing`: the port is closed and every answer ends its connection.
 */
export interface Lifecycle {
  phase: 'serving' | 'leaving' | 'closing'
}

/** The parts of a running server. server.ts creates them, and every call receives them. */
export interface Services {
  settings: Settings
  db: Db
  clock: Clock
  log: Log
  auth: Auth
  limits: Limits
  visits: Visits
  draws: DrawsMemory
  /** Null without Paystack keys. */
  paystack: Paystack | null
  inbox: WebhookInbox
  lifecycle: Lifecycle
  space: Space
  /** Null without METRICS_TOKEN. */
  metrics: Metrics | null
}
