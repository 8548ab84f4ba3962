import { sql } from 'drizzle-orm'
import type { Log } from '../base/log.ts'
import type { Db } from '../db/connect.ts'
import type { DrawsMemory } from '../draws/memory.ts'
import {
  type CopiedEntry,
  copiedFiles,
  copyName,
  keepCheckpoint,
  keptCheckpoint,
  writeCopy,
} from './copy-files.ts'
import { isErasure } from './memory.ts'

/** Copies the leaves of the real log to files outside the database. */
export interface LedgerCopies {
  /** Resolves when every entry that was committed before the call is copied. @throws the error of the disk */
  catchUp(): Promise<void>
  /** The last signed checkpoint of a log that is beside the copies. */
  lastCheckpoint(origin: string): Promise<string | null>
  keepCheckpoint(origin: string, note: string): Promise<void>
  stop(): Promise<void>
}

interface Options {
  db: Db
  draws: DrawsMemory
  log: Log
  /** An existing folder. */
  folder: string
  /** Milliseconds from a failure to the next try. */
  retryMs?: number
}

const BATCH_SIZE = 200
const RETRY_MS = 60_000

/** The rows that a leaf needs, as they are now. */
const BATCH = (from: number) => sql<CopiedEntry>`
  select to_jsonb(e) as entry,
    coalesce((select jsonb_agg(a) from authors a
      where a.id::text in (e.leaf::json->>'author', e.leaf::json->>'by')), '[]') as authors,
    coalesce((select jsonb_agg(p) from predictions p where p.id = e.prediction_id), '[]') as predictions,
    coalesce((select jsonb_agg(v) from prediction_versions v
      where v.prediction_id = e.prediction_id and v.version = e.version), '[]') as versions,
    coalesce((select jsonb_agg(t) from log_texts t where t.hash = e.leaf::json->>'name' or t.hash in (
      select v.opening::json->>'reasons' from prediction_versions v
      where v.prediction_id = e.prediction_id and v.version = e.version)), '[]') as texts
  from log_leaves e where e.chain = 'real' and e.index >= ${from} order by e.index limit ${BATCH_SIZE}`

/**
 * Copies what is missing at the start, and each new entry as soon as it is committed. A failure is logged and tried again
 * after a minute and at the next entry. Nothing is signed before its copy is durable.
 */
export async function startLedgerCopies({
  db,
  draws,
  log,
  folder,
  retryMs = RETRY_MS,
}: Options): Promise<LedgerCopies> {
  const known = new Set((await copiedFiles(folder)).map(({ name }) => name))
  let next = 0
  /** Every copy is written again without the texts that were erased. */
  let hasErased = false
  let running: Promise<void> = Promise.resolve()

  async function copyMissing(): Promise<void> {
    if (hasErased) {
      hasErased = false
      known.clear()
      next = 0
    }
    for (;;) {
      const { rows } = await db.execute<CopiedEntry & Record<string, unknown>>(BATCH(next))
      for (const copy of rows) {
        const index = copy.entry.index as number
        const name = copyName(index, copy.entry.hash as string)
        if (!known.has(name)) await writeCopy(folder, name, copy)
        known.add(name)
        next = index + 1
      }
      if (rows.length < BATCH_SIZE) return
    }
  }
  const catchUp = () => {
    running = running.catch(() => undefined).then(copyMissing)
    return running
  }
  let retry: NodeJS.Timeout | undefined
  let isStopped = false
  const tryCatchUp = () =>
    void catchUp().catch((error: unknown) => {
      log.error({ error }, 'the ledger could not be copied')
      clearTimeout(retry)
      if (!isStopped) retry = setTimeout(tryCatchUp, retryMs).unref()
    })

  draws.onApplied((changes) => {
    hasErased ||= changes.some(isErasure)
    if (changes.some(({ kind }) => kind === 'ledger')) tryCatchUp()
  })
  // Lost entries have copies; those that took their numbers do not.
  draws.onReloaded(() => {
    next = 0
    tryCatchUp()
  })
  tryCatchUp()
  return {
    catchUp,
    lastCheckpoint: (origin) => keptCheckpoint(folder, origin),
    keepCheckpoint: (origin, note) => keepCheckpoint(folder, origin, note),
    stop() {
      isStopped = true
      clearTimeout(retry)
      return running.catch(() => undefined)
    },
  }
}
