import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray, sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { entryBundle, parseTilePlace } from '../rules/log/tree.ts'
import type { Services } from '../../platform/server/api/services.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { rootDir } from '../../platform/server/base/root.ts'
import { workerHeaders } from '../../platform/server/http/security.ts'
import { CACHE, Reply, respond } from '../../platform/server/http/reply.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import type { LedgerSnapshot } from './ledger/memory.ts'
import { placeOfLog } from './ledger/append.ts'
import { cosignatures, cosigned, newestCheckpoint, receiptOf, textLines } from './ledger/checkpoints.ts'
import type { Env } from '../../platform/server/api/env.ts'
import { endedLogs, logTexts } from './tables/forecast-ledger.ts'

const TEXT = 'text/plain; charset=utf-8'
const VERIFIER = '/verify.mjs'
const BYTES = 'application/octet-stream'

interface Signed {
  snapshot: LedgerSnapshot
  size: number
  note: string
}
type File = (log: Signed, rest: string, name: string) => Promise<Reply> | Reply

/** Those of which an ended log is left. */
const ENDED = ['record.jsonl', 'texts.jsonl', 'cosigned.jsonl', 'checkpoint', 'policy.txt'] as const

const leavesOf = ({ snapshot: { items }, size }: Signed) => items.slice(0, size).map(({ leaf }) => leaf)

const none = () => new Refusal('not-found', 'The log has no such file.')

/** The public files of the log (transparency.md, section 2.7), up to the newest checkpoint, for everyone. */
export function addLogFiles(app: Hono<Env>, services: Services): void {
  const { db, ledger, settings, signer, draws, documents, worker } = services
  const options = { type: TEXT, cache: CACHE.publicSeconds }
  const plain = (text: string) => new Reply(text, options)
  /** A whole file, written once for a version. */
  const whole = (of: object, name: string, make: () => Promise<string[]> | string[], type = TEXT) =>
    documents.find(of, name, { ...options, type }, async () => worker.runUncached('pack', await make()))
  const files: Record<string, File> = {
    checkpoint: async ({ snapshot, note, size }) =>
      plain(note + (await cosignatures(db, snapshot.chain, size))),
    'record.jsonl': (log, _rest, name) =>
      whole(log.snapshot, `${name} ${log.size}`, () => [textLines(leavesOf(log))]),
    'texts.jsonl': (log, _rest, name) =>
      whole(log.snapshot, `${name} ${log.size}`, async () => [await texts(db, leavesOf(log))]),
    'cosigned.jsonl': ({ snapshot }, _rest, name) =>
      whole(snapshot, name, async () => [await cosigned(db, snapshot.chain)]),
    'policy.txt': ({ snapshot }) => plain(signer.policy(snapshot.chain) ?? ''),
    tile: ({ snapshot, size }, rest) => tile(snapshot, size, rest),
    proof: async ({ snapshot }, rest) => {
      const [, digits] = /^(\d{1,9})\.tlog-proof$/.exec(rest) ?? []
      const receipt = digits === undefined ? null : await receiptOf(db, snapshot, Number(digits))
      if (receipt === null) throw none()
      return plain(receipt)
    },
  }
  /** What is left of a log that ended. */
  const endedFile = async (snapshot: LedgerSnapshot, log: string | undefined, name: string) => {
    const file = ENDED.find((one) => one === name)
    if (log === undefined || !file) throw none()
    return whole(snapshot, `${log} ${file}`, async () => {
      const [found] = await db
        .select()
        .from(endedLogs)
        .where(sql`split_part(${endedLogs.origin}, '/', -1) = ${log}`)
      if (!found) throw none()
      const { record, checkpoint, cosigned: signed, policy } = found
      if (file === 'texts.jsonl') return [await texts(db, record.split('\n').filter(Boolean))]
      return [{ 'record.jsonl': record, checkpoint, 'cosigned.jsonl': signed, 'policy.txt': policy }[file]]
    })
  }
  // The Worker of the page that checks the record needs an origin of its own.
  app.use(VERIFIER, workerHeaders(settings))
  app.get(VERIFIER, async (c) => {
    const policy = signer.policy((await ledger.current()).chain) ?? ''
    const make = async () => {
      const program = await readFile(join(rootDir(), 'dist', 'verify', 'verify.mjs'), 'utf8')
      return [program.replace('"%POLICY%"', () => JSON.stringify(policy))]
    }
    return respond(c.req.raw, await whole(services, policy, make, 'text/javascript; charset=utf-8'))
  })
  app.get('/log/:log/*', async (c: Context<Env>) => {
    await draws.catchUp()
    const snapshot = await ledger.current()
    const [, log, name = '', ...rest] = new URL(c.req.url).pathname.split('/').slice(1)
    if (log !== placeOfLog(settings.forecastLog.origin, snapshot.chain))
      return respond(c.req.raw, await endedFile(snapshot, log, name))
    const file = Object.hasOwn(files, name) ? files[name] : null
    if (!file) throw none()
    const signed = await newestCheckpoint(db, snapshot.chain)
    if (!signed || signed.size > snapshot.items.length) throw none()
    return respond(c.req.raw, await file({ snapshot, ...signed }, rest.join('/'), name))
  })
}

/** A tile of hashes or of entries. Partial ones stay, so that a reader of an older checkpoint finds them. */
function tile({ tree, items }: LedgerSnapshot, size: number, path: string): Reply {
  const [level = '', ...rest] = path.split('/')
  const place = parseTilePlace(rest.join('/'))
  if (!place) throw none()
  const start = place.index * 256
  const isEntries = level === 'entries'
  if (!isEntries && !/^\d{1,2}$/.test(level)) throw none()
  const unit = isEntries ? 1 : 256 ** Number(level)
  if ((start + place.width) * unit > size) throw none()
  const leaves = items.slice(start, start + place.width).map(({ leaf }) => leaf)
  const bytes = isEntries ? entryBundle(leaves) : tree.tile(Number(level), place.index, place.width)
  if (!bytes) throw none()
  return new Reply(bytes, { type: BYTES, cache: CACHE.publicForever })
}

/** The texts of the public leaves that are not erased. */
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
