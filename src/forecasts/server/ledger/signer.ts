import { present } from '../../../platform/rules/base/lists.ts'
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import type { Chain } from '../../rules/ledger/standing.ts'
import { utf8ToBytes } from '../../rules/log/bytes.ts'
import {
  type Policy,
  readPolicy,
  witnessesOf,
  submissionText,
  checkpointText,
  cosignedAt,
  KEY_TYPES,
  type NoteKey,
  noteKey,
  parseNote,
  readSignatures,
  signatureLine,
  signedNote,
  type TreeHead,
  type VerifyEd25519,
  vkeyOf,
} from '../../rules/log/policy.ts'
import { raiseAlarm } from '../../../platform/server/alarms/alarms.ts'
import { type Log, messageOf } from '../../../platform/server/base/log.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'
import type { Clock } from '../../../platform/server/db/clock.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import type { DrawsMemory } from '../../../draws/server/memory.ts'
import { addJob } from '../../../platform/server/queue/add-job.ts'
import { logCheckpoints, logCosignatures } from '../tables/forecast-ledger.ts'
import type { LedgerCopies } from './copy-entries.ts'
import type { LedgerMemory } from './memory.ts'
import { headOf, holdsHead, newestCheckpoint } from './checkpoints.ts'
import { originOf } from './append.ts'
import { and, desc, eq, gt, lt, min } from 'drizzle-orm'
import { HOUR, MINUTE, SECOND } from '../../../platform/rules/base/calendar.ts'
import type { Tree } from '../../rules/log/tree.ts'
import { appendChange } from '../../../platform/server/changes/append.ts'

declare module '../../../platform/server/api/services.ts' {
  interface Services {
    signer: ReturnType<typeof createSigner>
  }
}

interface Options {
  db: Db
  clock: Clock
  draws: DrawsMemory
  ledger: LedgerMemory
  log: Log
  settings: Pick<Settings, 'forecastLog'>
  copies: LedgerCopies | null
}

/** What precedes the seed of Ed25519 in PKCS 8, and the public key in SPKI. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

const privateKey = (seed: string) =>
  createPrivateKey({ key: Buffer.concat([PKCS8, Buffer.from(seed, 'hex')]), format: 'der', type: 'pkcs8' })

/** The public key of a log. @param seed 64 hexadecimal digits */
export function logKeyOf(seed: string, origin: string): NoteKey {
  const spki = createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' })
  return noteKey(origin, KEY_TYPES.log, new Uint8Array(spki.subarray(SPKI.length)))
}

/** A checkpoint that only the log has signed. @param seed 64 hexadecimal digits */
export function signedCheckpoint(seed: string, head: TreeHead): string {
  const text = checkpointText(head)
  const signature = sign(null, utf8ToBytes(text), privateKey(seed))
  return signedNote(text, [signatureLine(logKeyOf(seed, head.origin), new Uint8Array(signature))])
}

/** Node's own Ed25519. */
export const verifySignature: VerifyEd25519 = (key, message, signature) =>
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([SPKI, key]), format: 'der', type: 'spki' }),
    signature,
  )

/** Signs the log of forecasts and sends it to witnesses. A failure is logged; it never stops a publication. */
export function createSigner({ db, clock, draws, ledger, log, settings, copies }: Options) {
  const { seed, origin, policy: witnesses } = settings.forecastLog
  /** Whom a verifier of the log trusts; null without a key. */
  const policy = (chain: Chain) =>
    seed === null ? null : `log ${vkeyOf(logKeyOf(seed, originOf(origin, chain)))}\n${witnesses}`
  let isForked = false
  let running: Promise<void> = Promise.resolve()

  async function stopSigning(why: string): Promise<void> {
    isForked = true
    log.error({ why }, 'the log of forecasts has forked, nothing more is signed')
    await db.transaction(async (tx) => raiseAlarm({ tx, now: await clock.now(tx) }, 'log-forked', why, {}))
  }

  async function publishOnce(): Promise<void> {
    if (seed === null || isForked) return
    await draws.catchUp()
    const snapshot = await ledger.current()
    const { chain, items } = snapshot
    const size = items.length
    const last = await newestCheckpoint(db, chain)
    if (size === 0) return
    await copies?.catchUp()
    for (const note of [last?.note, await copies?.lastCheckpoint(originOf(origin, chain))])
      if (note && !holdsHead(snapshot.tree, headOf(note)))
        return stopSigning(`of the checkpoint of ${headOf(note).size} entries`)
    if (last?.size === size) return
    const name = originOf(origin, chain)
    const note = signedCheckpoint(seed, { origin: name, size, root: snapshot.tree.root(size) })
    await db.transaction(async (tx) => {
      const at = new Date(await clock.now(tx))
      await tx.insert(logCheckpoints).values({ chain, size, note, at }).onConflictDoNothing()
      await addJob(tx, 'submit-checkpoint', { id: 'log' })
    })
    await copies?.keepCheckpoint(name, note)
  }
  /** Resolves when every leaf that was committed before the call is copied and signed, or could not be. */
  const publish = () => {
    running = running.then(publishOnce).catch((error: unknown) => {
      log.error({ error: messageOf(error) }, 'the log of forecasts could not be signed')
    })
    return running
  }

  /** Sends the newest checkpoint to the witnesses that lack it, or have not seen one for an hour. */
  async function submit(toAll = false): Promise<void> {
    const { chain } = await ledger.current()
    const trusted = policy(chain)
    const last = await newestCheckpoint(db, chain)
    if (trusted === null || isForked || !last) return
    const { tree } = await ledger.current()
    if (tree.size < last.size) await draws.catchUp()
    const fork = await submitCheckpoint(
      { db, clock, log, verify: verifySignature },
      {
        chain,
        ...last,
        tree: (await ledger.current()).tree,
        policy: readPolicy(trusted),
        text: witnesses,
        toAll,
      },
    )
    if (fork !== null) await stopSigning(fork)
  }

  /** Asks the witnesses what they have seen before anything is signed. */
  const begin = () => {
    isForked = false
    running = running
      .then(() => submit(true))
      .catch((error: unknown) => log.error({ error: messageOf(error) }, 'the witnesses could not be asked'))
    void publish()
  }
  draws.onApplied((changes) => {
    if (changes.some(({ kind }) => kind === 'ledger')) void publish()
  })
  draws.onReloaded(begin)
  begin()

  return { publish, policy, submit: () => submit(), stop: () => running }
}

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
async function submitCheckpoint(tools: Tools, submission: Submission): Promise<string | null> {
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
      .where(and(ofSize, gt(logCosignatures.at, present(first?.at)), lt(logCosignatures.at, at)))
    await appendChange({ tx, now: at.getTime() }, 'ledger', [`witness:${size}`])
  })
}
