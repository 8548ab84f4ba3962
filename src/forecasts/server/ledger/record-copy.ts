import { sql } from 'drizzle-orm'
import { open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { PREDICTION_LIMITS } from '../../rules/predictions.ts'
import { raiseAlarm } from '../../../platform/server/alarms/alarms.ts'
import type { Log } from '../../../platform/server/base/log.ts'
import type { Clock } from '../../../platform/server/db/clock.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { LOCKS } from '../../../platform/server/db/locks.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import type { DrawsMemory } from '../../../draws/server/memory.ts'
import { linesFrom } from './append.ts'
import { isErasure } from './memory.ts'

declare module '../../../platform/server/api/services.ts' {
  interface Services {
    recordCopy: RecordCopy
  }
}

const row = z.record(z.string(), z.unknown())

/** What a restore needs of one line besides its text: its row, and the rows that it needs, as JSON. */
export const copiedEntry = z.object({
  entry: row,
  authors: z.array(row),
  predictions: z.array(row),
  versions: z.array(row),
  texts: z.array(row),
})
export type CopiedEntry = z.infer<typeof copiedEntry>

/** The file beside the copy with the secret rows of each line, for a restore alone. */
export const rowsFile = (file: string) => `${file}.rows`

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

/** A file from a byte on; nothing without it. */
export async function textOf(file: string, from = 0): Promise<string> {
  const bytes = Buffer.alloc(Math.max(0, (await sizeOf(file)) - from))
  if (bytes.length === 0) return ''
  const opened = await open(file, 'r')
  try {
    await opened.read(bytes, 0, bytes.length, from)
    return bytes.toString('utf8')
  } finally {
    await opened.close()
  }
}

/** The whole lines of a file, and what a killed process began. */
export function linesOf(text: string): { lines: string[]; begun: string } {
  const lines = text.split('\n')
  const begun = lines.pop()!
  return { lines, begun }
}

/** Writes to a file and flushes it to the disk. @param flags `a` to append, `w` to replace its content */
async function writeDurably(file: string, text: string, flags: 'a' | 'w'): Promise<void> {
  const opened = await open(file, flags, 0o600)
  try {
    await opened.writeFile(text)
    await opened.sync()
  } finally {
    await opened.close()
  }
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

/** The rows that a line needs, as they are now. */
const ROWS = (from: number) => sql<CopiedEntry>`
  select to_jsonb(e) as entry,
    coalesce((select jsonb_agg(a) from authors a
      where a.id::text in (e.leaf::json->>'author', e.leaf::json->>'by')), '[]') as authors,
    coalesce((select jsonb_agg(p) from predictions p where p.id = e.prediction_id), '[]') as predictions,
    coalesce((select jsonb_agg(v) from prediction_versions v
      where v.prediction_id = e.prediction_id and v.version = e.version), '[]') as versions,
    coalesce((select jsonb_agg(t) from log_texts t where t.hash = e.leaf::json->>'name' or t.hash in (
      select v.opening::json->>'reasons' from prediction_versions v
      where v.prediction_id = e.prediction_id and v.version = e.version)), '[]') as texts
  from log_leaves e where e.chain = 'real' and e.index >= ${from} order by e.index`

const rowsFrom = async (tx: Db, from: number): Promise<string[]> => {
  const { rows } = await tx.execute<CopiedEntry & Record<string, unknown>>(ROWS(from))
  return rows.map((one) => JSON.stringify(one))
}

/** Why the copy and the database are not one record; null if one begins with the other. */
export function differenceOf(
  copied: readonly string[],
  stored: readonly string[],
  from: number,
): string | null {
  const at = copied.findIndex((line, i) => line !== stored[i])
  if (at < 0) return null
  return stored[at] === undefined
    ? `RECORD_COPY has ${from + copied.length} lines and the database ${from + stored.length}`
    : `Line ${from + at + 1} of the record differs between RECORD_COPY and the database`
}

export type RecordCopy = ReturnType<typeof startRecordCopy>

interface Options {
  db: Db
  clock: Pick<Clock, 'now'>
  draws: DrawsMemory
  log: Log
  /** The copy; null without one. */
  file: string | null
  /** Milliseconds from a failure to the next try. */
  retryMs?: number
}

/**
 * Keeps a plain copy of the real record outside the database: at the start it is compared, and each new line is appended
 * and flushed before the answer. It only gets lines that the database has. If they differ, nothing is published any more.
 */
export function startRecordCopy({
  db,
  clock,
  draws,
  log,
  file,
  retryMs = PREDICTION_LIMITS.copyRetryMs,
}: Options) {
  /** How many lines and bytes of the copy were compared. */
  let known = { lines: 0, bytes: 0 }
  let knownRows = known
  let difference: string | null = null
  /** The rows are written again without the texts that were erased. */
  let hasErased = false
  let running: Promise<void> = Promise.resolve()

  async function append(copy: string): Promise<void> {
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.recordCopy})`)
      if ((await sizeOf(copy)) < known.bytes) known = { lines: 0, bytes: 0 }
      const { lines, begun } = linesOf(await textOf(copy, known.bytes))
      const stored = await linesFrom(tx, 'real', known.lines)
      const isBegun = begun !== '' && stored[lines.length]?.startsWith(begun)
      difference = differenceOf(begun === '' || isBegun ? lines : [...lines, begun], stored, known.lines)
      if (difference) return
      await appendRows(tx, rowsFile(copy), known.lines + lines.length)
      const missing = joined(stored.slice(lines.length)).slice(begun.length)
      if (missing !== '') await writeDurably(copy, missing, 'a')
      known = { lines: known.lines + stored.length, bytes: await sizeOf(copy) }
    })
    if (difference) throw new Error(difference)
  }

  /** They precede their lines, so that each line of the copy can be restored. @param copied how many lines the copy has */
  async function appendRows(tx: Db, rows: string, copied: number): Promise<void> {
    if ((await sizeOf(rows)) < knownRows.bytes) knownRows = { lines: 0, bytes: 0 }
    const { lines, begun } = linesOf(await textOf(rows, knownRows.bytes))
    const isWhole = begun === '' && knownRows.lines + lines.length === copied && !hasErased
    if (isWhole) {
      const text = joined(await rowsFrom(tx, copied))
      if (text !== '') await writeDurably(rows, text, 'a')
    } else {
      await writeDurably(`${rows}.new`, joined(await rowsFrom(tx, 0)), 'w')
      await rename(`${rows}.new`, rows)
      hasErased = false
    }
    const written = linesOf(await textOf(rows, isWhole ? knownRows.bytes : 0)).lines.length
    knownRows = { lines: isWhole ? knownRows.lines + written : written, bytes: await sizeOf(rows) }
  }

  async function reportDifference(why: string): Promise<void> {
    log.error({ why }, 'the record differs from its copy, nothing is published')
    await db.transaction(async (tx) => raiseAlarm({ tx, now: await clock.now(tx) }, 'log-forked', why, {}))
  }

  /** Resolves when every line that was committed before the call is in the copy. @throws for a difference, and of the disk */
  const catchUp = () => {
    if (file !== null) running = running.catch(() => undefined).then(() => append(file))
    return running
  }
  let retry: NodeJS.Timeout | undefined
  let isStopped = false
  /** Resolves also when it failed: it is tried again. */
  async function keepUp(): Promise<void> {
    try {
      await catchUp()
    } catch (error) {
      if (difference) return reportDifference(difference)
      log.error({ error }, 'the record could not be copied')
      clearTimeout(retry)
      if (!isStopped) retry = setTimeout(() => void keepUp(), retryMs).unref()
    }
  }
  const later = () =>
    void keepUp().catch((error: unknown) => log.error({ error }, 'the copy of the record failed'))

  draws.onApplied((changes) => {
    hasErased ||= changes.some(isErasure)
    if (changes.some(({ kind }) => kind === 'ledger')) later()
  })
  // The database may be another one.
  draws.onReloaded(() => {
    known = knownRows = { lines: 0, bytes: 0 }
    later()
  })
  later()
  return {
    catchUp,
    keepUp,
    /** Whether the copy has every committed line: no other head may reach anybody. */
    isWhole: () =>
      catchUp().then(
        () => true,
        () => false,
      ),
    /** @throws Refusal conflict while the copy and the database differ */
    async requireWhole(): Promise<void> {
      await catchUp().catch(() => undefined)
      if (difference)
        throw new Refusal(
          'conflict',
          `Nothing can be published: ${difference}. Tell the server’s owner; docs/operations.md says what to do.`,
        )
    },
    stop() {
      isStopped = true
      clearTimeout(retry)
      return running.catch(() => undefined)
    },
  }
}

/** The lines of the copy; none without one. */
export const readCopy = async (file: string | null): Promise<string[]> =>
  file === null ? [] : linesOf(await textOf(file)).lines

/** Moves the copy of a record that is over aside, so that no restore takes it for the next one's. */
export async function closeCopy(file: string, origin: string): Promise<void> {
  const ended = `${file}.${origin.replaceAll('/', '-')}`
  for (const [from, to] of [
    [file, ended],
    [rowsFile(file), rowsFile(ended)],
  ] as const)
    if ((await sizeOf(from)) > 0) await rename(from, to)
}
