import type { Admission } from '../http/admission.ts'
import type { Analytics } from '../analytics/analytics.ts'
import type { Auth } from '../accounts/better-auth/auth.ts'
import type { Limits } from '../accounts/limits.ts'
import type { Visits } from './visits.ts'
import type { Paystack } from '../billing/paystack/client.ts'
import type { WebhookInbox } from '../billing/payments/webhook-inbox.ts'
import type { Clock } from '../db/clock.ts'
import type { Connection, Db } from '../db/connect.ts'
import type { Space } from '../db/space.ts'
import type { DrawsMemory } from '../draws/memory.ts'
import type { Live } from '../live/live.ts'
import type { Vapid } from '../push/vapid.ts'
import type { LedgerMemory } from '../ledger/memory.ts'
import type { RecordMemory } from '../record/record-memory.ts'
import type { Log } from '../base/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Settings } from '../base/settings.ts'
import type { TaskWorker } from '../worker/worker.ts'

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
  /** Connections of their own for what must not wait behind slow statements: sessions, health checks, webhooks. */
  urgentDb: Db
  admission: Admission
  clock: Clock
  log: Log
  auth: Auth
  limits: Limits
  visits: Visits
  draws: DrawsMemory
  /** The open streams of new results. */
  live: Live
  /** Runs what takes over 10 ms, so that no other request waits. */
  worker: TaskWorker
  /** The ledger of forecasts. */
  ledger: LedgerMemory
  /** The public record of the ledger. */
  record: RecordMemory
  /** Null without Paystack keys. */
  paystack: Paystack | null
  inbox: WebhookInbox
  /** Identifies this server to push services; null without a key. */
  push: Vapid | null
  lifecycle: Lifecycle
  space: Space
  /** The connection pools by name. */
  pools: Record<string, Connection['pool']>
  /** The running release: its version, and the id of its files. */
  release: { version: string; build: string }
  /** Sends page views of players who agreed; null without ANALYTICS settings. */
  analytics: Analytics | null
  /** Null without METRICS_TOKEN. */
  metrics: Metrics | null
}
