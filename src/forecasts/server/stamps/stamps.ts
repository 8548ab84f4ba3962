import { and, desc, eq, sql } from 'drizzle-orm'
import type { LedgerEntry } from '../../rules/ledger/standing.ts'
import type { Head } from '../../rules/log/head.ts'
import { drawName } from '../../rules/log/leaves.ts'
import { ALARMING_FAILURES, CLOCK_MARGIN, STAMP_EVERY, stampDelay } from '../../rules/stamps.ts'
import { closeResolvedAlarm, raiseAlarm } from '../../../platform/server/alarms/alarms.ts'
import { type Log, messageOf } from '../../../platform/server/base/log.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'
import { appendChange } from '../../../platform/server/changes/append.ts'
import type { Clock } from '../../../platform/server/db/clock.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { addJob } from '../../../platform/server/queue/add-job.ts'
import type { DrawsMemory } from '../../../draws/server/memory.ts'
import { type LedgerMemory, recordHead } from '../ledger/memory.ts'
import type { Authority } from './ask.ts'
import type { RecordCopy } from '../ledger/record-copy.ts'
import { logStamps, stampRequests } from './tables.ts'

declare module '../../../platform/server/api/services.ts' {
  interface Services {
    stamps: ReturnType<typeof createStamps>
  }
}

interface Options {
  db: Db
  clock: Clock
  draws: DrawsMemory
  ledger: LedgerMemory
  log: Log
  settings: Pick<Settings, 'timestamps'>
  recordCopy: Pick<RecordCopy, 'isWhole'>
}

/** The real record, as one run of the job finds it. */
interface Found {
  newest: Head
  entries: readonly LedgerEntry[]
  /** The size up to which it is to be stamped at once: its last publication, or the last close. */
  wanted: number
  /** The last close, with the head before its reveals. */
  close: (Head & { at: number }) | null
  now: number
}

/** Has the record stamped by outside clocks (RFC 3161). Publication never waits for it. */
export function createStamps({ db, clock, draws, ledger, log, settings, recordCopy }: Options) {
  const { authorities } = settings.timestamps
  const queue = (delayMs = 0) => addJob(db, 'stamp-head', { id: 'newest' }, delayMs)

  async function find(): Promise<Found | null> {
    const newest = await recordHead({ draws, ledger })
    if (newest === null || !(await recordCopy.isWhole())) return null
    const { items, heads } = await ledger.current()
    const entries = items.map(({ entry }) => entry)
    const published = entries.findLast(({ kind }) => kind === 'version' || kind === 'withdrawal')
    const reveal = entries.findLast(({ kind }) => kind === 'reveal')
    const first = entries.find(({ kind, at }) => kind === 'reveal' && at === reveal?.at)
    // Lines count from 1.
    const head = first && heads.head(first.entry - 1)
    const close = head ? { size: first.entry - 1, head, at: first.at } : null
    const wanted = Math.max(published?.entry ?? 0, close?.size ?? 0)
    return { newest, entries, wanted, close, now: await clock.now(db) }
  }

  /** @returns milliseconds until the authority is to be asked again; null while it has stamped what it has to */
  async function stampBy(authority: Authority, found: Found): Promise<number | null> {
    const { newest, entries, wanted, close, now } = found
    const { name } = authority
    const [own] = await db
      .select({ size: logStamps.size, time: logStamps.time })
      .from(logStamps)
      .where(and(eq(logStamps.chain, 'real'), eq(logStamps.authority, name)))
      .orderBy(desc(logStamps.size))
      .limit(1)
    const stamped = own?.size ?? 0
    // A line that is added later under a date before the close contradicts only a stamp from after it.
    const since = Math.max(now - STAMP_EVERY, close ? close.at - CLOCK_MARGIN : 0)
    const isOld = !own || own.time.getTime() <= since
    if (stamped >= newest.size || (stamped >= wanted && !isOld)) return null
    const isAwaited = isResultAwaited(entries, stamped)
    const [last] = await db.select().from(stampRequests).where(eq(stampRequests.authority, name))
    const delay = stampDelay(last?.failures ?? 0, isAwaited)
    // Our clock may have been set back.
    const wait = last ? Math.min(delay, last.at.getTime() + delay - now) : 0
    if (wait > 0) return wait
    const failures = (last?.failures ?? 0) + 1
    // Another process may ask at the same time.
    const claimed = await db
      .insert(stampRequests)
      .values({ authority: name, at: new Date(now), failures })
      .onConflictDoUpdate({
        target: stampRequests.authority,
        set: { at: new Date(now), failures },
        setWhere: last ? eq(stampRequests.at, last.at) : sql`false`,
      })
      .returning({ authority: stampRequests.authority })
    if (claimed.length === 0) return stampDelay(1, isAwaited)
    // The head of a close is before the reveals; it may be stamped already. Later requests are for the newest head.
    const isAsked = close && last && last.at.getTime() >= close.at
    const head = close && close.size > stamped && close.size === wanted && !isAsked ? close : newest
    try {
      const { askForStamp } = await import('./ask.ts')
      const { token, time } = await askForStamp(authority, head.head, () => clock.now(db))
      await store({ chain: 'real', size: head.size, authority: name, time: new Date(time), token })
      return null
    } catch (error) {
      log.warn({ authority: name, failures, why: messageOf(error) }, 'an authority gave no stamp')
      await noteFailure(name, failures)
      return stampDelay(failures, isAwaited)
    }
  }

  function store(stamp: typeof logStamps.$inferInsert): Promise<void> {
    return db.transaction(async (tx) => {
      const now = await clock.now(tx)
      await tx.insert(logStamps).values(stamp).onConflictDoNothing()
      await tx.update(stampRequests).set({ failures: 0 }).where(eq(stampRequests.authority, stamp.authority))
      await closeResolvedAlarm({ tx, now }, 'stamps-failing', stamp.authority, 'The authority stamps again.')
      await appendChange({ tx, now }, 'ledger', [`stamp:${stamp.size}`])
    })
  }

  /** The next request follows the end of this one. */
  function noteFailure(name: string, failures: number): Promise<void> {
    return db.transaction(async (tx) => {
      const now = await clock.now(tx)
      await tx
        .update(stampRequests)
        .set({ at: new Date(now) })
        .where(eq(stampRequests.authority, name))
      if (failures >= ALARMING_FAILURES) await raiseAlarm({ tx, now }, 'stamps-failing', name, {})
    })
  }

  return {
    /** The job: asks every authority that is behind and due, all at once, and queues itself for the next one. */
    async run(): Promise<void> {
      const found = authorities.length > 0 ? await find() : null
      if (!found) return
      const waits = await Promise.all(authorities.map((one) => stampBy(one, found)))
      const next = waits.filter((wait) => wait !== null)
      if (next.length > 0) await queue(Math.min(...next))
    },

    /** Of the sweep: the stamp of each day, and what a killed process has left. */
    sweep: () => (authorities.length > 0 ? queue() : null),
  }
}

/** Whether a forecast behind the first lines of a record waits for its result. @param size of these lines */
function isResultAwaited(entries: readonly LedgerEntry[], size: number): boolean {
  const ended = new Set<string>()
  for (const one of entries) if (one.kind === 'result' || one.kind === 'void') ended.add(drawName(one))
  return entries.slice(size).some((one) => one.kind === 'version' && !ended.has(drawName(one)))
}
