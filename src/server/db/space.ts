import { sql } from 'drizzle-orm'
import type { Log } from '../base/log.ts'
import type { Db } from './connect.ts'

/** Whether there is room on the disk of the database. Writes are refused while there is none; reads go on. */
export interface Space {
  /** False while the disk of the database is full. */
  readonly writable: boolean
  /** Notes that the database has just refused a write because its disk is full. */
  noteFull(): void
  stop(): void
}

interface Options {
  log: Log
  /** Looks whether there is room. Called each second, and only while the disk is full unless `always`. */
  hasRoom: () => Promise<boolean>
  always: boolean
  /** Called when there is room again. @param minutes for which nothing could be written */
  onRoom: (minutes: number) => Promise<void>
}

const CHECK_MS = 1000

/** Postgres's `disk_full`: no space is left, or a quota is used up. */
const DISK_FULL = '53100'

/** Whether an error, or what caused it, is that the disk of the database is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return code === DISK_FULL || (cause !== undefined && isDiskFull(cause))
}

export function watchSpace({ log, hasRoom, always, onRoom }: Options): Space {
  let fullSince: number | null = null
  let checking = false

  function noteFull(): void {
    if (fullSince !== null) return
    fullSince = performance.now()
    log.error('the disk of the database is full; writes are refused')
  }

  async function check(): Promise<void> {
    if (checking || (fullSince === null && !always)) return
    checking = true
    try {
      if (!(await hasRoom())) noteFull()
      else if (fullSince !== null) {
        const minutes = Math.ceil((performance.now() - fullSince) / 60_000)
        fullSince = null
        log.info({ minutes }, 'the disk of the database has room again')
        await onRoom(minutes)
      }
    } catch (error) {
      log.warn({ error }, 'the disk of the database could not be checked')
    } finally {
      checking = false
    }
  }

  const timer = setInterval(() => void check(), CHECK_MS)
  timer.unref()
  return {
    get writable() {
      return fullSince === null
    },
    noteFull,
    stop: () => clearInterval(timer),
  }
}

/**
 * Whether the database can take 4 MB more, by writing them into a table that lasts no longer than the transaction.
 * @throws the database's error when it cannot be asked
 */
export async function canGrow(db: Db): Promise<boolean> {
  try {
    await db.transaction((tx) =>
      tx.execute(sql`create temporary table room on commit drop as
        select repeat('x', 1000) from generate_series(1, 4096)`),
    )
    return true
  } catch (error) {
    if (isDiskFull(error)) return false
    throw error
  }
}
