import { sql } from 'drizzle-orm'
import type { Log } from '../base/log.ts'
import type { Db } from '../db/connect.ts'
import type { DrawsMemory } from '../draws/memory.ts'
import { type CopiedEntry, copiedFiles, copyName, writeCopy } from './copy-files.ts'

/** Copies the entries of the real chain to files outside the database. */
interface LedgerCopies {
  /** Resolves when every entry that was committed before the call is copied. @throws the error of the disk */
  catchUp(): Promise<void>
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

/** The rows that the page of an entry needs, as they are now. */
const BATCH = (after: number) => sql<CopiedEntry>`
  select to_jsonb(e) as entry,
    coalesce((select jsonb_agg(a) from authors a where a.id in (e.author_id, e.by_author)), '[]') as authors,
    coalesce((select jsonb_agg(p) from predictions p where p.chain = 'real'
      and (p.id = e.prediction_id or p.game_key = e.game_key and p.draw_date = e.draw_date
        and exists (select from ledger_entries v where v.kind = 'version' and v.prediction_id = p.id and v.entry < e.entry))), '[]') as predictions,
    coalesce((select jsonb_agg(v) from prediction_versions v
      where v.prediction_id = e.prediction_id and v.version = e.version), '[]') as versions
  from ledger_entries e where e.chain = 'real' and e.entry > ${after} order by e.entry limit ${BATCH_SIZE}`

/**
 * Copies what is missing at the start, and each new entry as soon as it is committed. A failure is logged and tried again
 * after a minute and at the next entry; it never stops a publication.
 */
export async function startLedgerCopies({
  db,
  draws,
  log,
  folder,
  retryMs = RETRY_MS,
}: Options): Promise<LedgerCopies> {
  const known = new Set((await copiedFiles(folder)).map(({ name }) => name))
  let last = 0
  let running: Promise<void> = Promise.resolve()

  async function copyMissing(): Promise<void> {
    for (;;) {
      const { rows } = await db.execute<CopiedEntry & Record<string, unknown>>(BATCH(last))
      for (const copy of rows) {
        const number = copy.entry.entry as number
        const name = copyName(number, copy.entry.fingerprint as string)
        if (!known.has(name)) await writeCopy(folder, name, copy)
        known.add(name)
        last = number
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
    if (changes.some(({ kind }) => kind === 'ledger')) tryCatchUp()
  })
  // Lost entries have copies; those that took their numbers do not.
  draws.onReloaded(() => {
    last = 0
    tryCatchUp()
  })
  tryCatchUp()
  return {
    catchUp,
    stop() {
      isStopped = true
      clearTimeout(retry)
      return running.catch(() => undefined)
    },
  }
}
