import { asc, gt, sql } from 'drizzle-orm'
import pg from 'pg'
import { type Address, clientConfig, type Db } from '../db/connect.ts'
import type { Log } from '../base/log.ts'
import { CHANGES_CHANNEL } from './append.ts'
import { type ChangeKind, changes } from '../tables/changes.ts'

export interface Change {
  seq: number
  kind: ChangeKind
  ids: string[]
}

export interface Follower {
  /** Applies every change that was committed before the call. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

export interface FollowOptions {
  address: Address
  db: Db
  log: Log
  /** Milliseconds between two polls; five seconds by default. */
  pollIntervalMs?: number
}

const DEFAULT_POLL_INTERVAL_MS = 5000
const BATCH_SIZE = 500

/** The newest `seq`; 0 before the first change. */
export async function latestSeq(db: Db): Promise<number> {
  const { rows } = await db.execute<{ seq: string }>(sql`select coalesce(max(seq), 0) as seq from ${changes}`)
  return Number(rows[0]!.seq)
}

/**
 * Passes every change after `from` to `apply`, in order, one batch at a time: on each notification, on reconnection and
 * at each poll, because a notification can be missed. A failed batch is retried at the next of these.
 */
export async function followChanges(
  { address, db, log, pollIntervalMs = DEFAULT_POLL_INTERVAL_MS }: FollowOptions,
  from: number,
  apply: (changes: Change[]) => Promise<void>,
): Promise<Follower> {
  let last = from
  let stopped = false
  let running: Promise<void> | null = null
  let rerun = false

  async function readAll(): Promise<void> {
    for (;;) {
      const batch = await db
        .select({ seq: changes.seq, kind: changes.kind, ids: changes.ids })
        .from(changes)
        .where(gt(changes.seq, last))
        .orderBy(asc(changes.seq))
        .limit(BATCH_SIZE)
      if (batch.length === 0) return
      await apply(batch)
      last = batch[batch.length - 1]!.seq
    }
  }

  /** Runs one reader at a time. A call during a run starts another run, which sees what was committed before the call. */
  function catchUp(): Promise<void> {
    if (running) {
      rerun = true
      return running
    }
    running = (async () => {
      try {
        do {
          rerun = false
          await readAll()
        } while (rerun)
      } finally {
        running = null
      }
    })()
    return running
  }

  const tryCatchUp = () => {
    if (stopped) return
    catchUp().catch((error: unknown) => log.error({ error }, 'changes could not be read'))
  }

  let listener: pg.Client | null = null
  async function listen(): Promise<void> {
    const client = new pg.Client(clientConfig(address))
    client.on('error', () => void client.end().catch(() => undefined))
    client.on('end', () => {
      listener = null
    })
    client.on('notification', tryCatchUp)
    await client.connect()
    await client.query(`listen ${CHANGES_CHANNEL}`)
    listener = client
    tryCatchUp()
  }

  await listen()
  const timer = setInterval(() => {
    if (!listener) listen().catch((error: unknown) => log.warn({ error }, 'changes cannot be listened to'))
    tryCatchUp()
  }, pollIntervalMs)

  return {
    catchUp,
    async stop() {
      stopped = true
      clearInterval(timer)
      await listener?.end().catch(() => undefined)
      await running?.catch(() => undefined)
    },
  }
}
