import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { receiptText } from '../../domain/log/exchange.ts'
import { entryBundle, parseTilePlace } from '../../domain/log/tree.ts'
import type { Services } from '../api/services.ts'
import type { Db } from '../db/connect.ts'
import { rootDir } from '../base/root.ts'
import { workerHeaders } from '../http/security.ts'
import { CACHE, Reply, respond } from '../http/reply.ts'
import { Refusal } from '../http/refusal.ts'
import type { LedgerSnapshot } from '../ledger/memory.ts'
import { placeOfLog } from '../ledger/origin.ts'
import { newestCheckpoint } from '../ledger/signer.ts'
import type { Env } from '../api/env.ts'
import { logCheckpoints, logCosignatures, logTexts } from '../tables/forecast-ledger.ts'

const TEXT = 'text/plain; charset=utf-8'
const VERIFIER = '/verify.mjs'
const BYTES = 'application/octet-stream'

type File = (
  log: { snapshot: LedgerSnapshot; size: number; note: string },
  rest: string,
) => Promise<Reply> | Reply

const none = () => new Refusal('not-found', 'The log has no such file.')

/** The public files of the log (transparency.md, section 2.7), up to the newest checkpoint, for everyone. */
export function addLogFiles(app: Hono<Env>, services: Services): void {
  const { db, ledger, settings, signer, draws } = services
  const plain = (text: string, type = TEXT, cache: keyof typeof CACHE = 'publicSeconds') =>
    new Reply(text, { type, cache: CACHE[cache] })
  const files: Record<string, File> = {
    checkpoint: async ({ snapshot, note, size }) => plain(note + (await cosignatures(db, snapshot, size))),
    'record.jsonl': ({ snapshot: { items }, size }) =>
      plain(lines(items.slice(0, size).map(({ leaf }) => leaf))),
    'texts.jsonl': async ({ snapshot, size }) => plain(await texts(db, snapshot, size)),
    'cosigned.jsonl': async ({ snapshot }) => plain(await cosigned(db, snapshot)),
    'policy.txt': ({ snapshot }) => plain(signer.policy(snapshot.chain) ?? ''),
    tile: ({ snapshot, size }, rest) => tile(snapshot, size, rest),
    proof: async ({ snapshot, note, size }, rest) => {
      const [, digits] = /^(\d{1,9})\.tlog-proof$/.exec(rest) ?? []
      if (digits === undefined || Number(digits) >= size) throw none()
      const proof = snapshot.tree.inclusionProof(Number(digits), size)
      return plain(receiptText(Number(digits), proof, note + (await cosignatures(db, snapshot, size))))
    },
  }
  // The Worker of the page that checks the record needs an origin of its own.
  app.use(VERIFIER, workerHeaders(settings))
  app.get(VERIFIER, async (c) => {
    const { chain } = await ledger.current()
    const policy = signer.policy(chain) ?? ''
    const program = readFileSync(join(rootDir(), 'dist', 'verify', 'verify.mjs'), 'utf8')
    const text = program.replace('"%POLICY%"', () => JSON.stringify(policy))
    return respond(c.req.raw, plain(text, 'text/javascript; charset=utf-8'))
  })
  app.get('/log/:log/*', async (c: Context<Env>) => {
    await draws.catchUp()
    const snapshot = await ledger.current()
    const [, log, name = '', ...rest] = new URL(c.req.url).pathname.split('/').slice(1)
    const file = Object.hasOwn(files, name) ? files[name]! : null
    if (!file || log !== placeOfLog(settings.forecastLog.origin, snapshot.chain)) throw none()
    const signed = await newestCheckpoint(db, snapshot.chain)
    if (!signed || signed.size > snapshot.items.length) throw none()
    return respond(c.req.raw, await file({ snapshot, ...signed }, rest.join('/')))
  })
}

const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('')

/** A tile of hashes or of entries. Partial ones stay, so that a reader of an older checkpoint finds them. */
function tile({ tree, items }: LedgerSnapshot, size: number, path: string): Reply {
  const [level, ...rest] = path.split('/')
  const place = parseTilePlace(rest.join('/'))
  if (!place) throw none()
  const start = place.index * 256
  const isEntries = level === 'entries'
  if (!isEntries && !/^\d{1,2}$/.test(level!)) throw none()
  const unit = isEntries ? 1 : 256 ** Number(level)
  if ((start + place.width) * unit > size) throw none()
  const leaves = items.slice(start, start + place.width).map(({ leaf }) => leaf)
  const bytes = isEntries ? entryBundle(leaves) : tree.tile(Number(level), place.index, place.width)
  if (!bytes) throw none()
  return new Reply(bytes, { type: BYTES, cache: CACHE.publicForever })
}

/** The newest cosignature of each witness for a size. */
async function cosignatures(db: Db, { chain }: LedgerSnapshot, size: number): Promise<string> {
  const rows = await ofChain(db, chain)
  const newest = new Map(rows.filter((row) => row.size === size).map(({ witness, line }) => [witness, line]))
  return [...newest.values()].join('')
}

const ofChain = (db: Db, chain: LedgerSnapshot['chain']) =>
  db.select().from(logCosignatures).where(eq(logCosignatures.chain, chain)).orderBy(asc(logCosignatures.at))

/** Each cosigned checkpoint as a JSON string: the first cosignatures of its size, and the last where they differ. */
async function cosigned(db: Db, { chain }: LedgerSnapshot): Promise<string> {
  const notes = await db.select().from(logCheckpoints).where(eq(logCheckpoints.chain, chain))
  const rows = Map.groupBy(await ofChain(db, chain), ({ size }) => size)
  return lines(
    notes.flatMap(({ size, note }) => {
      const own = rows.get(size) ?? []
      const last = new Map(own.map(({ witness, line }) => [witness, line]))
      const first = new Map(own.toReversed().map(({ witness, line }) => [witness, line]))
      const all = [first, last].map((one) => [...one.values()].sort().join(''))
      return [...new Set(all)].filter(Boolean).map((signed) => JSON.stringify(note + signed))
    }),
  )
}

/** The texts of the public leaves that are not erased. */
async function texts(db: Db, { items }: LedgerSnapshot, size: number): Promise<string> {
  const hashes = items.slice(0, size).flatMap(({ leaf }) => {
    const { kind, name, reasons } = JSON.parse(leaf) as {
      kind: string
      name?: string
      reasons?: string | null
    }
    return kind === 'author' ? name! : kind === 'reveal' && reasons ? reasons : []
  })
  if (hashes.length === 0) return ''
  const found = await db.select().from(logTexts).where(inArray(logTexts.hash, hashes))
  return lines(found.map(({ salt, text }) => JSON.stringify({ salt, text })))
}
