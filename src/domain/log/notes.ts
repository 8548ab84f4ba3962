/** Signed notes, checkpoints and cosignatures (c2sp.org/signed-note, tlog-checkpoint, tlog-cosignature). */
import { bytesToHex, concatBytes, fromBase64, hexToBytes, sha256, toBase64, utf8ToBytes } from './bytes.ts'

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
export function readVkey(text: string, type: KeyType): NoteKey {
  const [, name, id, body] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text) ?? []
  const bytes = fromBase64(body ?? '')
  const key = noteKey(name ?? '', type, bytes.slice(1))
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
      const [, name, body] = /^\u2014 ([^\s+]+) (\S+)$/u.exec(line) ?? []
      const bytes = name === undefined ? new Uint8Array() : fromBase64(body!)
      if (bytes.length < 5) throw new Error('A signature line is malformed.')
      return { name: name!, id: bytesToHex(bytes.slice(0, 4)), signature: bytes.slice(4), line: `${line}\n` }
    })
}

/** Reads the three lines of a checkpoint; further lines are ignored. @throws Error for another text */
export function parseCheckpointText(text: string): TreeHead {
  const [origin, size, root] = text.split('\n').slice(0, -1)
  const hash = root === undefined ? new Uint8Array() : fromBase64(root)
  if (!origin || !/^(0|[1-9]\d{0,14})$/.test(size ?? '') || hash.length !== 32)
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
export async function isSignedBy(
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
