import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { headsIn } from '../rules/log/head.ts'
import { readStampFile, type ServedHead, stampFile } from '../rules/log/stamps.ts'
import type { Services } from '../../platform/server/api/services.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { rootDir } from '../../platform/server/base/root.ts'
import { workerHeaders } from '../../platform/server/http/security.ts'
import { CACHE, Reply, respond } from '../../platform/server/http/reply.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import type { LedgerSnapshot } from './ledger/memory.ts'
import { placeOfLog } from './ledger/append.ts'
import type { Env } from '../../platform/server/api/env.ts'
import { logStamps } from './stamps/tables.ts'
import { endedLogs, logTexts } from './tables/forecast-ledger.ts'

const TEXT = 'text/plain; charset=utf-8'
const VERIFIER = '/verify.mjs'
const TSR = 'application/timestamp-reply'

/** A text with a line feed behind each line. */
export const textLines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('')

const none = () => new Refusal('not-found', 'The record has no such file.')

/** A stamp of a record that ended, in the table of such records. */
export interface EndedStamp {
  size: number
  authority: string
  /** Base64. */
  token: string
}

/** The public files of the record, for everyone. */
export function addLogFiles(app: Hono<Env>, services: Services): void {
  const { db, ledger, settings, draws, documents, worker } = services
  const options = { type: TEXT, cache: CACHE.publicSeconds }
  /** A whole file, written once for a version. */
  const whole = (of: object, name: string, make: () => Promise<string[]> | string[], type = TEXT) =>
    documents.find(of, name, { ...options, type }, async () => worker.runUncached('pack', await make()))
  const stamp = (token: Buffer | undefined) => {
    if (!token) throw none()
    return new Reply(token, { type: TSR, cache: CACHE.publicForever })
  }
  const own: Record<string, (snapshot: LedgerSnapshot) => Promise<string> | string> = {
    'record.jsonl': ({ items }) => textLines(items.map(({ leaf }) => leaf)),
    'heads.jsonl': (snapshot) => heads(db, snapshot),
    'texts.jsonl': ({ items }) =>
      texts(
        db,
        items.map(({ leaf }) => leaf),
      ),
  }
  async function ownFile(snapshot: LedgerSnapshot, name: string, rest: string): Promise<Reply> {
    if (name === 'stamps') return stamp(await tokenOf(db, snapshot, rest))
    const make = Object.hasOwn(own, name) ? own[name] : null
    if (!make || snapshot.items.length === 0) throw none()
    return whole(snapshot, name, async () => [await make(snapshot)])
  }
  /** What is left of a record that ended. */
  async function endedFile(snapshot: LedgerSnapshot, log: string | undefined, name: string, rest: string) {
    const ofLog = sql`split_part(${endedLogs.origin}, '/', -1) = ${log}`
    const [found] = await db.select().from(endedLogs).where(ofLog)
    if (!found) throw none()
    const stamps = found.stamps
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as EndedStamp)
    if (name === 'stamps') {
      const token = stamps.find((one) => stampFile(one) === rest)?.token
      return stamp(token === undefined ? undefined : Buffer.from(token, 'base64'))
    }
    const [newest] = headsIn(found.head)
    const files: Record<string, () => Promise<string> | string> = {
      'record.jsonl': () => found.record,
      'texts.jsonl': () => texts(db, found.record.split('\n').filter(Boolean)),
      'heads.jsonl': () =>
        newest
          ? JSON.stringify({
              ...newest,
              stamps: stamps.filter(({ size }) => size === newest.size).map(({ authority }) => authority),
            })
          : '',
    }
    const make = Object.hasOwn(files, name) ? files[name] : null
    if (!make) throw none()
    return whole(snapshot, `${log} ${name}`, async () => [await make()])
  }
  // The Worker of the page that checks the record needs an origin of its own.
  app.use(VERIFIER, workerHeaders(settings))
  app.get(VERIFIER, async (c) => {
    const make = async () => [await readFile(join(rootDir(), 'dist', 'verify', 'verify.mjs'), 'utf8')]
    return respond(c.req.raw, await whole(services, 'verifier', make, 'text/javascript; charset=utf-8'))
  })
  app.get('/log/:log/*', async (c: Context<Env>) => {
    await draws.catchUp()
    const snapshot = await ledger.current()
    const [, log, name = '', ...rest] = new URL(c.req.url).pathname.split('/').slice(1)
    const isOwn = log === placeOfLog(settings.recordOrigin, snapshot.chain)
    const path = rest.join('/')
    return respond(
      c.req.raw,
      await (isOwn ? ownFile(snapshot, name, path) : endedFile(snapshot, log, name, path)),
    )
  })
}

async function tokenOf(db: Db, { chain }: LedgerSnapshot, name: string): Promise<Buffer | undefined> {
  const asked = readStampFile(name)
  if (!asked) return undefined
  const { size, authority } = logStamps
  const [found] = await db
    .select({ token: logStamps.token })
    .from(logStamps)
    .where(and(eq(logStamps.chain, chain), eq(size, asked.size), eq(authority, asked.authority)))
  return found?.token
}

/** Each stamped size, and the newest. It proves nothing, since we can rewrite it. */
async function heads(db: Db, { chain, items, heads: all }: LedgerSnapshot): Promise<string> {
  const { size, authority } = logStamps
  const rows = await db
    .select({ size, authority })
    .from(logStamps)
    .where(eq(logStamps.chain, chain))
    .orderBy(asc(size), asc(authority))
  const bySize = Map.groupBy(rows, (row) => row.size)
  const sizes = [...new Set([...bySize.keys(), items.length])].filter((one) => one <= items.length)
  return textLines(
    sizes.map((one) => {
      const stamps = (bySize.get(one) ?? []).map((row) => row.authority)
      return JSON.stringify({ size: one, head: all.head(one)!, stamps } satisfies ServedHead)
    }),
  )
}

/** The texts of the public entries that are not erased. */
async function texts(db: Db, leaves: readonly string[]): Promise<string> {
  const hashes = leaves.flatMap((leaf) => {
    const { kind, name, reasons } = JSON.parse(leaf) as {
      kind: string
      name?: string
      reasons?: string | null
    }
    return kind === 'author' && name ? name : kind === 'reveal' && reasons ? reasons : []
  })
  if (hashes.length === 0) return ''
  const found = await db.select().from(logTexts).where(inArray(logTexts.hash, hashes))
  return textLines(found.map(({ salt, text }) => JSON.stringify({ salt, text })))
}
