import { sql } from 'drizzle-orm'
import type { Log } from '../base/log.ts'
import type { Db } from './connect.ts'

export type Space = ReturnType<typeof watchSpace>

interface Options {
  log: Log
  /** Checks the disk. Called each second while it is full. */
  hasRoom: () => Promise<boolean>
  /** Called when there is room again. @param minutes how long writes were refused */
  onRoom: (minutes: number) => Promise<void>
}

const CHECK_MS = 1000

/** The SQLSTATE `disk_full`: no space left, or a quota is used up. */
const DISK_FULL = '53100'

/** Whether an error or its cause is a full disk of the database. */
export function isDiskFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return code === DISK_FULL || (cause !== undefined && isDiskFull(cause))
}

/** Tracks whether the disk of the database is full. While it is, writes are refused and reads continue. */
export function watchSpace({ log, hasRoom, onRoom }: Options) {
  let fullSince: number | null = null
  let checking = false

  /** Reports that the database refused a write because its disk is full. */
  function reportFull(): void {
    if (fullSince !== null) return
    fullSince = performance.now()
    log.error('the disk of the database is full; refusing writes')
  }

  async function check(): Promise<void> {
    if (checking || fullSince === null) return
    checking = true
    try {
      if (!(await hasRoom())) return
      const minutes = Math.ceil((performance.now() - fullSince) / 60_000)
      fullSince = null
      log.info({ minutes }, 'the disk of the database has room again')
      await onRoom(minutes)
    } catch (error) {
      log.warn({ error }, 'the disk of the database could not be checked')
    } finally {
      checking = false
    }
  }

  const timer = setInterval(() => void check(), CHECK_MS)
  timer.unref()
  return {
    /** False while the disk of the database is full. */
    get writable(): boolean {
      return fullSince === null
    },
    reportFull,
    stop: () => clearInterval(timer),
  }
}

/**
 * Whether the database has room: writes 4 MB into a temporary table.
 * @throws errors other than a full disk
 */
export async function databaseHasRoom(db: Db): Promise<boolean> {
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
