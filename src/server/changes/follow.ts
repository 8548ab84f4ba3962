import { asc, gt, sql } from 'drizzle-orm'
import pg from 'pg'
import { type Address, clientConfig, type Db } from '../db/connect.ts'
import type { Log } from '../base/log.ts'
import { BELL } from './append.ts'
import { type ChangeKind, changes } from '../tables/changes.ts'

export interface Change {
  seq: number
  kind: ChangeKind
  ids: string[]
}

export interface Follower {
  /** Reads what came since, so that whoever asks next sees at least what was committed before the call. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

export interface Following {
  address: Address
  db: Db
  log: Log
  /** Milliseconds between two looks without a bell; five seconds unless given. */
  pollEvery?: number
}

const POLL = 5000
const BATCH = 500

/** The newest `seq` there is. */
export async function latestSeq(db: Db): Promise<number> {
  const { rows } = await db.execute<{ seq: string }>(sql`select coalesce(max(seq), 0) as seq from ${changes}`)
  return Number(rows[0]!.seq)
}

/**
 * Hands every change after `from` to `apply`, in order, one batch at a time: on the bell, on reconnection and every
 * five seconds, because a bell can be missed. A batch that fails is tried again at the next occasion.
 */
export async function followChanges(
  { address, db, log, pollEvery = POLL }: Following,
  from: number,
  apply: (changes: Change[]) => Promise<void>,
): Promise<Follower> {
  let last = from
  let stopped = false
  let running: Promise<void> | null = null
  let again = false

  async function readAll(): Promise<void> {
    for (;;) {
      const batch = await db
        .select({ seq: changes.seq, kind: changes.kind, ids: changes.ids })
        .from(changes)
        .where(gt(changes.seq, last))
        .orderBy(asc(changes.seq))
        .limit(BATCH)
      if (batch.length === 0) return
      await apply(batch)
      last = batch[batch.length - 1]!.seq
    }
  }

  /** One reader at a time; a call during a run causes one more run, so that it sees what it came for. */
  function catchUp(): Promise<void> {
    if (running) {
      again = true
      return running
    }
    running = (async () => {
      try {
        do {
          again = false
          await readAll()
        } while (again)
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

  let bell: pg.Client | null = null
  async function listen(): Promise<void> {
    const client = new pg.Client(clientConfig(address))
    client.on('error', () => void client.end().catch(() => undefined))
    client.on('end', () => {
      bell = null
    })
    client.on('notification', tryCatchUp)
    await client.connect()
    await client.query(`listen ${BELL}`)
    bell = client
    tryCatchUp()
  }

  await listen()
  const timer = setInterval(() => {
    if (!bell) listen().catch((error: unknown) => log.warn({ error }, 'changes cannot be listened to'))
    tryCatchUp()
  }, pollEvery)

  return {
    catchUp,
    async stop() {
      stopped = true
      clearInterval(timer)
      await bell?.end().catch(() => undefined)
      await running?.catch(() => undefined)
    },
  }
}
