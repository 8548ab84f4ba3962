import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { SECOND } from '../../../platform/rules/base/calendar.ts'
import {
  areEqual,
  fromBase64,
  toBase64,
  bytesToHex,
  concatBytes,
  hexToBytes,
  sha256,
  utf8ToBytes,
} from './bytes.ts'
import { leafHash, rootOfInclusion } from './tree.ts'

/** Signed notes, checkpoints and cosignatures (c2sp.org/signed-note, tlog-checkpoint, tlog-cosignature). */

/** The type byte of a key: Ed25519 over the text of a note, or a cosignature with a time. */
export const KEY_TYPES = { log: 1, witness: 4 } as const
type KeyType = (typeof KEY_TYPES)[keyof typeof KEY_TYPES]

/** Who signs notes. */
export interface NoteKey {
  name: string
  type: KeyType
  /** 32 bytes of Ed25519. */
  publicKey: Uint8Array
  /** The key ID, 8 lower-case hexadecimal digits. */
  id: string
}

const KEY_NAME = /^[^\s+]+$/u

/** @throws Error for a name that is empty or has a space or a plus sign */
export function noteKey(name: string, type: KeyType, publicKey: Uint8Array): NoteKey {
  if (!KEY_NAME.test(name))
    throw new Error('The name of a key is not empty and has no space and no plus sign.')
  const hash = sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(type), publicKey))
  return { name, type, publicKey, id: bytesToHex(hash.slice(0, 4)) }
}

/** The public form of a key: `<name>+<id>+<base64 of type and key>`. */
export const vkeyOf = ({ name, type, publicKey, id }: NoteKey): string =>
  `${name}+${id}+${toBase64(concatBytes(Uint8Array.of(type), publicKey))}`

/** @throws Error for a text that is no such key of the type, or whose ID does not fit */
function readVkey(text: string, type: KeyType): NoteKey {
  const [, name = '', id, body = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text) ?? []
  const bytes = fromBase64(body)
  const key = noteKey(name, type, bytes.slice(1))
  if (bytes.length !== 33 || bytes[0] !== type || key.id !== id)
    throw new Error(`“${text.slice(0, 200)}” is no key of type ${type}.`)
  return key
}

/** The head of a tree. */
export interface TreeHead {
  origin: string
  size: number
  /** 32 bytes. */
  root: Uint8Array
}

/** The text of a checkpoint, which the log signs in UTF-8. */
export const checkpointText = ({ origin, size, root }: TreeHead): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`

/** What a witness signs, in UTF-8. @param time seconds since 1970 */
export const cosignatureMessage = (time: number, text: string): string =>
  `cosignature/v1\ntime ${time}\n${text}`

/** A signature line with its line feed. @param signature of the log: 64 bytes; of a witness: {@link timedSignature} */
export const signatureLine = ({ name, id }: Pick<NoteKey, 'name' | 'id'>, signature: Uint8Array): string =>
  `\u2014 ${name} ${toBase64(concatBytes(hexToBytes(id), signature))}\n`

/** The 72 bytes of a cosignature. @param time seconds since 1970 */
export function timedSignature(time: number, signature: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(time))
  return concatBytes(bytes, signature)
}

/** A note: its text, and signature lines that end with line feeds. More lines may be added at the end. */
export const signedNote = (text: string, signatures: readonly string[]): string =>
  `${text}\n${signatures.join('')}`

interface NoteSignature {
  name: string
  /** 8 lower-case hexadecimal digits. */
  id: string
  signature: Uint8Array
  /** The whole line, with its line feed. */
  line: string
}

/** @throws Error, with a sentence for people, for a text that is no signed note */
export function parseNote(note: string): { text: string; signatures: NoteSignature[] } {
  const end = note.lastIndexOf('\n\n')
  // eslint-disable-next-line no-control-regex
  if (end < 0 || !note.endsWith('\n') || /[\0-\x09\x0b-\x1f]/.test(note))
    throw new Error('It is no signed note.')
  return { text: note.slice(0, end + 1), signatures: readSignatures(note.slice(end + 2)) }
}

/** Reads signature lines, also those that a witness answers. @throws Error for a malformed line */
export function readSignatures(lines: string): NoteSignature[] {
  if (lines !== '' && !lines.endsWith('\n')) throw new Error('A signature line has no end.')
  return lines
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [, name = '', body = ''] = /^\u2014 ([^\s+]+) (\S+)$/u.exec(line) ?? []
      const bytes = fromBase64(body)
      if (bytes.length < 5) throw new Error('A signature line is malformed.')
      return { name, id: bytesToHex(bytes.slice(0, 4)), signature: bytes.slice(4), line: `${line}\n` }
    })
}

/** Reads the three lines of a checkpoint; further lines are ignored. @throws Error for another text */
export function parseCheckpointText(text: string): TreeHead {
  const [origin, size = '', root = ''] = text.split('\n').slice(0, -1)
  const hash = fromBase64(root)
  if (!origin || !/^(0|[1-9]\d{0,14})$/.test(size) || hash.length !== 32)
    throw new Error('It is no checkpoint.')
  return { origin, size: Number(size), root: hash }
}

/** Whether an Ed25519 signature of RFC 8032 is right. */
export type VerifyEd25519 = (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
) => boolean | Promise<boolean>

/** Whether the signature of a note's text by a log is right. */
async function isSignedBy(
  key: NoteKey,
  text: string,
  { signature }: Pick<NoteSignature, 'signature'>,
  verify: VerifyEd25519,
): Promise<boolean> {
  return signature.length === 64 && (await verify(key.publicKey, utf8ToBytes(text), signature))
}

/** The time of a witness's cosignature in seconds since 1970; null if it is wrong. */
export async function cosignedAt(
  key: NoteKey,
  text: string,
  { signature }: Pick<NoteSignature, 'signature'>,
  verify: VerifyEd25519,
): Promise<number | null> {
  if (signature.length !== 72) return null
  const time = Number(new DataView(signature.slice(0, 8).buffer).getBigUint64(0))
  const message = utf8ToBytes(cosignatureMessage(time, text))
  return (await verify(key.publicKey, message, signature.slice(8))) ? time : null
}

/** Whom a verifier trusts (c2sp.org/tlog-policy), and checkpoints under such a policy. */

type Member = { key: NoteKey } | { of: readonly string[]; least: number }

export interface Policy {
  logs: readonly NoteKey[]
  /** Witnesses and groups by their names in the policy. */
  members: ReadonlyMap<string, Member>
  /** The name of the member that must have cosigned; null for `quorum none`. */
  quorum: string | null
}

/** Reads `policy.txt`. @throws Error that names the line that does not fit */
export function readPolicy(text: string): Policy {
  const logs: NoteKey[] = []
  const members = new Map<string, Member>()
  let quorum: string | null | undefined
  const define = (name: string, member: Member) => {
    if (name === 'none' || members.has(name)) throw new Error('The name is in use.')
    members.set(name, member)
  }
  const known = (name: string) => (members.has(name) ? name : fail(`“${name}” is not defined above.`))
  const read = ([word, ...args]: string[]) => {
    if (word === 'log') logs.push(readVkey(args[0] ?? '', KEY_TYPES.log))
    else if (word === 'witness') define(args[0] ?? '', { key: readVkey(args[1] ?? '', KEY_TYPES.witness) })
    else if (word === 'group') {
      const [name, count, ...of] = args
      const least = count === 'all' ? of.length : count === 'any' ? 1 : Number(count)
      if (!(Number.isInteger(least) && least >= 1 && least <= of.length))
        fail('The number of its members does not fit.')
      define(present(name), { of: of.map(known), least })
    } else if (word === 'quorum') {
      if (quorum !== undefined) fail('There is one quorum.')
      quorum = args[0] === 'none' ? null : known(args[0] ?? '')
    } else fail('Its first word is unknown.')
  }
  for (const [i, line] of text.split('\n').entries()) {
    const words = line.trim()
    if (words === '' || words.startsWith('#')) continue
    try {
      read(words.split(/[ \t]+/))
    } catch (error) {
      throw new Error(`Line ${i + 1} of the policy cannot be read. ${(error as Error).message}`, {
        cause: error,
      })
    }
  }
  if (logs.length === 0 || quorum === undefined) throw new Error('The policy lacks a log or a quorum.')
  return { logs, members, quorum }
}

function fail(message: string): never {
  throw new Error(message)
}

/** The witnesses of a policy. */
export const witnessesOf = ({ members }: Policy): NoteKey[] =>
  [...members.values()].flatMap((member) => ('key' in member ? [member.key] : []))

/** A cosignature by a witness of the policy. `at` in milliseconds. */
interface Cosignature {
  key: NoteKey
  at: number
}

/**
 * When the cosignatures of a checkpoint met the quorum of the policy, in milliseconds; null if they do not. Without a
 * quorum (`none`) it is the first cosignature, if there is one.
 */
export function quorumAt({ members, quorum }: Policy, cosignatures: readonly Cosignature[]): number | null {
  const timeOf = (name: string): number => {
    const member = present(members.get(name))
    if ('key' in member) return first(cosignatures.filter(({ key }) => key === member.key))
    return itemAt(
      member.of.map(timeOf).sort((a, b) => a - b),
      member.least - 1,
    )
  }
  const time = quorum === null ? first(cosignatures) : timeOf(quorum)
  return time === Infinity ? null : time
}

const first = (cosignatures: readonly Cosignature[]) => Math.min(...cosignatures.map(({ at }) => at))

/**
 * When each leaf of a file was seen, by the times at which checkpoints were: a leaf is seen with every checkpoint of a larger
 * size. Infinity for a leaf that none has, as for one that was added after all of them.
 */
export function seenAtOf(
  seen: readonly { size: number; at: number }[],
  size: number,
): (index: number) => number {
  const times = new Float64Array(size + 1).fill(Infinity)
  for (const one of seen) times[one.size] = Math.min(itemAt(times, one.size), one.at)
  for (let i = size; i > 0; i--) times[i - 1] = Math.min(itemAt(times, i - 1), itemAt(times, i))
  return (index) => times[index + 1] ?? Infinity
}

/** A checkpoint whose known signatures are right. */
export interface Checkpoint extends TreeHead {
  /** Those of the policy's witnesses, in the order of the note. */
  cosignatures: readonly Cosignature[]
  /** {@link quorumAt} of them. */
  witnessedAt: number | null
}

/**
 * Reads a checkpoint. Signatures of unknown keys are ignored.
 *
 * @throws Error, with a sentence for people, for a malformed note, a wrong signature of a known key, or none of the log
 */
export async function openCheckpoint(
  note: string,
  policy: Policy,
  verify: VerifyEd25519,
): Promise<Checkpoint> {
  const { text, signatures } = parseNote(note)
  const head = parseCheckpointText(text)
  const witnesses = witnessesOf(policy)
  const cosignatures: Cosignature[] = []
  let isSigned = false
  for (const signature of signatures) {
    const isIts = ({ name, id }: NoteKey) => name === signature.name && id === signature.id
    const log = policy.logs.find((key) => isIts(key) && key.name === head.origin)
    const witness = witnesses.find(isIts)
    if (log) {
      if (!(await isSignedBy(log, text, signature, verify)))
        throw new Error('The signature of the log is wrong.')
      isSigned = true
    } else if (witness) {
      const time = await cosignedAt(witness, text, signature, verify)
      if (time === null) throw new Error(`The cosignature of ${witness.name} is wrong.`)
      cosignatures.push({ key: witness, at: time * SECOND })
    }
  }
  if (!isSigned) throw new Error('The key of this log did not sign it.')
  return { ...head, cosignatures, witnessedAt: quorumAt(policy, cosignatures) }
}

/** What the log gives to others: receipts (c2sp.org/tlog-proof) and submissions to witnesses (c2sp.org/tlog-witness). */

const RECEIPT = 'c2sp.org/tlog-proof@v1'

const linesOf = (hashes: readonly Uint8Array[]) => hashes.map((hash) => `${toBase64(hash)}\n`).join('')

/** A hash of a proof. @throws Error for another text */
function hashOf(line: string): Uint8Array {
  const hash = fromBase64(line)
  if (hash.length !== 32) throw new Error('A line of the proof is no hash.')
  return hash
}

/** A `.tlog-proof` file. @param note the checkpoint with its cosignatures */
export const receiptText = (index: number, proof: readonly Uint8Array[], note: string): string =>
  `${RECEIPT}\nindex ${index}\n${linesOf(proof)}\n${note}`

/**
 * Checks that a receipt proves a leaf (check N10).
 *
 * @param leafAt the line of a leaf
 * @throws Error, with a sentence for people, if it does not
 */
export async function openReceipt(
  receipt: string,
  leafAt: (index: number) => string | undefined,
  policy: Policy,
  verify: VerifyEd25519,
): Promise<{ index: number; checkpoint: Checkpoint }> {
  const { lines, note } = split(receipt)
  const [header, ...rest] = lines
  if (header !== RECEIPT) throw new Error('It is no receipt.')
  // The format allows one line of extra data, which this log does not write.
  if (rest[0]?.startsWith('extra ')) rest.shift()
  const [, digits] = /^index (0|[1-9]\d{0,14})$/.exec(rest.shift() ?? '') ?? []
  if (digits === undefined) throw new Error('It has no line “index”.')
  const index = Number(digits)
  const checkpoint = await openCheckpoint(note, policy, verify)
  const leaf = leafAt(index)
  const root =
    leaf === undefined ? null : rootOfInclusion(index, checkpoint.size, leafHash(leaf), rest.map(hashOf))
  if (!root || !areEqual(root, checkpoint.root))
    throw new Error('The entry is not in the tree of the checkpoint.')
  return { index, checkpoint }
}

/** The checkpoint of a receipt. */
export const noteOfReceipt = (receipt: string): string => split(receipt).note

/** The body of `POST add-checkpoint`. @param old the size that the witness cosigned last; 0 for none */
export const submissionText = (old: number, proof: readonly Uint8Array[], note: string): string =>
  `old ${old}\n${linesOf(proof)}\n${note}`

/** The lines before the first empty line, and the note after it. */
function split(text: string): { lines: string[]; note: string } {
  const end = text.indexOf('\n\n')
  if (end < 0) throw new Error('It has no checkpoint.')
  return { lines: text.slice(0, end).split('\n'), note: text.slice(end + 2) }
}
