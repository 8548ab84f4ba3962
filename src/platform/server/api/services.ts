import type { Admission } from '../http/admission.ts'
import type { Visits } from './visits.ts'
import type { Clock } from '../db/clock.ts'
import type { Connection, Db } from '../db/connect.ts'
import type { Space } from '../db/space.ts'
import type { LedgerMemory } from '../../../forecasts/server/ledger/memory.ts'
import type { KnownPrices } from '../../../money/server/ledger/prices.ts'
import type { Log } from '../base/log.ts'
import type { Settings } from '../base/settings.ts'
import type { Documents } from '../worker/documents.ts'
import type { TaskWorker } from '../worker/worker.ts'

/**
 * `serving`; `leaving`: readiness fails, so that balancers stop sending requests, and requests are still answered;
 * `closing`: the port is closed and every answer ends its connection.
 */
export interface Lifecycle {
  phase: 'serving' | 'leaving' | 'closing'
}

/**
 * The parts of a running server. server.ts creates them, and every call receives them. A feature above this folder declares
 * its own part beside its type.
 */
export interface Services {
  settings: Settings
  db: Db
  /** Connections of their own for what must not wait behind slow statements: sessions, health checks, webhooks. */
  urgentDb: Db
  admission: Admission
  clock: Clock
  log: Log
  visits: Visits
  /** Runs what takes over 10 ms, so that no other request waits. */
  worker: TaskWorker
  /** The documents that it wrote. */
  documents: Documents
  /** The ledger of forecasts. */
  ledger: LedgerMemory
  prices: KnownPrices
  lifecycle: Lifecycle
  space: Space
  /** The connection pools by name. */
  pools: Record<string, Connection['pool']>
  /** The running release: its version, and the id of its files. */
  release: { version: string; build: string }
}
