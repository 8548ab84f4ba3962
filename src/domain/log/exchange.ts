/** What the log gives to others: receipts (c2sp.org/tlog-proof) and submissions to witnesses (c2sp.org/tlog-witness). */
import { areEqual, fromBase64, toBase64 } from './bytes.ts'
import type { VerifyEd25519 } from './notes.ts'
import { type Checkpoint, openCheckpoint, type Policy } from './policy.ts'
import { leafHash, rootOfInclusion } from './tree.ts'

const RECEIPT = 'c2sp.org/tlog-proof@v1'
/** Hashes of a consistency proof, at most. */
const PROOF_LINES = 63

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
  const index = countAfter('index', rest.shift())
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

/** Reads such a body, for a witness. @throws Error for another text */
export function parseSubmission(body: string): { old: number; proof: Uint8Array[]; note: string } {
  const { lines, note } = split(body)
  const [first, ...proof] = lines
  if (proof.length > PROOF_LINES) throw new Error('The proof is too long.')
  return { old: countAfter('old', first), proof: proof.map(hashOf), note }
}

/** The lines before the first empty line, and the note after it. */
function split(text: string): { lines: string[]; note: string } {
  const end = text.indexOf('\n\n')
  if (end < 0) throw new Error('It has no checkpoint.')
  return { lines: text.slice(0, end).split('\n'), note: text.slice(end + 2) }
}

function countAfter(word: string, line = ''): number {
  const [, count] = /^[a-z]+ (0|[1-9]\d{0,14})$/.exec(line) ?? []
  if (count === undefined || !line.startsWith(`${word} `)) throw new Error(`It has no line “${word}”.`)
  return Number(count)
}
