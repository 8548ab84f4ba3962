import { and, desc, eq, gt, lt, min } from 'drizzle-orm'
import { HOUR, MINUTE, SECOND } from '../../domain/base/calendar.ts'
import type { Chain } from '../../domain/ledger/entries.ts'
import { submissionText } from '../../domain/log/exchange.ts'
import {
  cosignedAt,
  type NoteKey,
  parseNote,
  readSignatures,
  type VerifyEd25519,
} from '../../domain/log/notes.ts'
import { type Policy, witnessesOf } from '../../domain/log/policy.ts'
import type { Tree } from '../../domain/log/tree.ts'
import { type Log, messageOf } from '../base/log.ts'
import { appendChange } from '../changes/append.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { logCosignatures } from '../tables/forecast-ledger.ts'

interface Tools {
  db: Db
  clock: Clock
  log: Log
  verify: VerifyEd25519
}

interface Submission {
  chain: Chain
  size: number
  note: string
  tree: Tree
  policy: Policy
  /** Of the policy, with the addresses of the witnesses. */
  text: string
  /** Also to witnesses that are not due. */
  toAll?: boolean
}

const TIMEOUT_MS = 10_000
const SIZE_TYPE = 'text/x.tlog.size'

/**
 * Sends a checkpoint to all witnesses that are due, or to all, to ask what they have seen.
 *
 * @returns why the log has forked; null if no witness says so
 */
export async function submitCheckpoint(tools: Tools, submission: Submission): Promise<string | null> {
  const outcomes = await Promise.all(
    witnessesOf(submission.policy).map(async (key) => {
      const address = addressOf(submission.text, key)
      try {
        return address === null ? null : await submitTo(tools, submission, key, address)
      } catch (error) {
        tools.log.warn({ witness: key.name, error: messageOf(error) }, 'a witness did not cosign')
        return null
      }
    }),
  )
  return outcomes.find((one) => one !== null) ?? null
}

/** The address of a witness: the third word of its line. */
function addressOf(text: string, { name }: NoteKey): string | null {
  const lines = text.split('\n').map((line) => line.trim().split(/[ \t]+/))
  return lines.find(([word, , vkey]) => word === 'witness' && vkey?.startsWith(`${name}+`))?.[3] ?? null
}

async function submitTo(
  tools: Tools,
  submission: Submission,
  key: NoteKey,
  address: string,
): Promise<string | null> {
  const { db, clock } = tools
  const { chain, size, note, tree, toAll } = submission
  const now = await clock.now(db)
  const mine = and(eq(logCosignatures.chain, chain), eq(logCosignatures.witness, key.name))
  const [last] = await db
    .select()
    .from(logCosignatures)
    .where(mine)
    .orderBy(desc(logCosignatures.at))
    .limit(1)
  const pause = last?.size === size ? HOUR : MINUTE
  if (!toAll && last && now - last.at.getTime() < pause) return null
  const send = (old: number) =>
    fetch(`${address.replace(/\/$/, '')}/add-checkpoint`, {
      method: 'POST',
      body: submissionText(old, tree.consistencyProof(old, size), note),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  let answer = await send(last?.size ?? 0)
  if (answer.status === 409 && answer.headers.get('content-type')?.startsWith(SIZE_TYPE)) {
    const known = Number((await answer.text()).trim())
    if (!(known <= size)) return `${key.name} has seen ${known} entries, the log has ${size}`
    answer = await send(known)
  }
  if (answer.status === 409 || answer.status === 422) return `${key.name} has seen another log`
  if (!answer.ok) throw new Error(`it answered ${answer.status}`)
  await store(tools, submission, key, await answer.text())
  return null
}

/** Stores a right cosignature. The first and the last of a witness for each size are kept. */
async function store({ db, verify }: Tools, { chain, size, note }: Submission, key: NoteKey, lines: string) {
  const found = readSignatures(lines).find(({ name, id }) => name === key.name && id === key.id)
  const seconds = found ? await cosignedAt(key, parseNote(note).text, found, verify) : null
  if (!found || seconds === null) throw new Error('its cosignature is wrong')
  const at = new Date(seconds * SECOND)
  await db.transaction(async (tx) => {
    await tx
      .insert(logCosignatures)
      .values({ chain, size, witness: key.name, at, line: found.line })
      .onConflictDoNothing()
    const ofSize = and(
      eq(logCosignatures.chain, chain),
      eq(logCosignatures.size, size),
      eq(logCosignatures.witness, key.name),
    )
    const [first] = await tx
      .select({ at: min(logCosignatures.at) })
      .from(logCosignatures)
      .where(ofSize)
    await tx
      .delete(logCosignatures)
      .where(and(ofSize, gt(logCosignatures.at, first!.at!), lt(logCosignatures.at, at)))
    await appendChange({ tx, now: at.getTime() }, 'ledger', [`witness:${size}`])
  })
}
