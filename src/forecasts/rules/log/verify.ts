import { toBase64, areEqual } from './bytes.ts'
import {
  readPolicy,
  type Checkpoint,
  openCheckpoint,
  seenAtOf,
  type Policy,
  openReceipt,
  type VerifyEd25519,
} from './policy.ts'
import { type ErasableText, type Leaf, readLeaf, textHash } from './leaves.ts'
import { type Finding, type Findings, Replay, type CheckId } from './replay.ts'
import { figuresOf, type LogFigures } from './report.ts'
import { leafHash, Tree } from './tree.ts'
import { hashes, verify } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import { DAY } from '../../../platform/rules/base/calendar.ts'
import { LOG_RULES } from './schedule.ts'

/** The check of a whole log from its download (transparency.md, section 5). */

export interface Download extends Partial<Notes> {
  /** `record.jsonl`: the leaves, one a line. */
  record: string
  /** `policy.txt`. */
  policy: string
  /** `texts.jsonl`; null leaves erasable texts unchecked. */
  texts?: string | null
  /** `.tlog-proof` files of entries of the record. */
  receipts?: readonly string[]
  /** When it was downloaded, in milliseconds. */
  now: number
}

export interface LogReport extends LogFigures {
  origin: string | null
  entries: number
  /** Base64, as in a checkpoint. */
  root: string
  /** The checkpoints with the quorum of the policy. */
  witnessed: number
  /** Errors, in the order of the file. */
  problems: Finding[]
  /** What an honest owner of the server can cause, too. */
  notices: Finding[]
}

/**
 * Checks a record by all rules of the log. Without checkpoints that others hold it shows only that the record agrees with
 * itself.
 *
 * @throws Error, with a sentence for people, for a policy or texts that cannot be read
 */
export async function verifyLog(
  {
    record,
    policy: policyText,
    current = null,
    noted = [],
    cosigned = [],
    texts = null,
    receipts = [],
    now,
  }: Download,
  // Without the host's cryptography, which is faster.
  { verify = verifyEd25519 }: { verify?: VerifyEd25519 } = {},
): Promise<LogReport> {
  const policy = readPolicy(policyText)
  const known = texts === null ? null : readTexts(texts)
  const replay = new Replay(now)
  const { findings } = replay
  const tree = new Tree()
  const leaves: (Leaf | null)[] = []
  const lines = record.split('\n')
  if (lines.pop() !== '')
    findings.problems.push({ check: 'N1', index: null, message: 'The file does not end with a line feed.' })
  for (const [index, line] of lines.entries()) {
    tree.append(leafHash(line))
    const { leaf = null, fault } = readLeaf(line)
    leaves.push(leaf)
    if (leaf) replay.append(leaf, index)
    else findings.problems.push({ ...fault!, index })
  }
  if (lines.length === 0) findings.problems.push({ check: 'N4', index: null, message: 'The file is empty.' })
  const origin = replay.start?.origin ?? null
  const witnessed = await checkNotes(
    { leaves, tree, origin },
    { current, noted, cosigned },
    { policy, now, verify },
    findings,
  )
  for (const receipt of receipts)
    try {
      await openReceipt(receipt, (index) => lines[index], policy, verify)
    } catch (error) {
      const message = `A receipt cannot be accepted. ${(error as Error).message}`
      findings.problems.push({ check: 'N10', index: null, message })
    }
  const figures = figuresOf(replay, witnessed, Math.max(now, witnessed.latest))
  if (known) checkTexts(leaves, known, findings)
  const { notices } = findings
  const problems = [...findings.problems].sort((a, b) => (a.index ?? -1) - (b.index ?? -1))
  const { checkpoints } = witnessed
  return {
    origin,
    entries: tree.size,
    root: toBase64(tree.root()),
    witnessed: checkpoints,
    problems,
    notices,
    ...figures,
  }
}

/** The texts by their hashes. */
function readTexts(texts: string): Map<string, string> {
  const lines = texts.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line, i) => {
      try {
        const { salt, text } = JSON.parse(line) as ErasableText
        return [textHash(salt, text), text]
      } catch {
        throw new Error(`Line ${i + 1} of the texts cannot be read.`)
      }
    }),
  )
}

/** R7 and A1: reasons and pen names that are not erased. */
function checkTexts(
  leaves: readonly (Leaf | null)[],
  known: ReadonlyMap<string, string>,
  { problems, notices }: Findings,
): void {
  let erased = 0
  const owners = new Map<string, number>()
  for (const [index, leaf] of leaves.entries()) {
    const hash = leaf?.kind === 'author' ? leaf.name : leaf?.kind === 'reveal' ? leaf.reasons : null
    if (hash === null) continue
    const text = known.get(hash)
    if (text === undefined) erased++
    else if (leaf?.kind === 'author') {
      const name = text.normalize('NFKC').toLowerCase()
      if ((owners.get(name) ?? leaf.author) !== leaf.author)
        problems.push({ check: 'A1', index, message: 'Another author had this pen name.' })
      owners.set(name, leaf.author)
    }
  }
  if (erased > 0)
    notices.push({
      check: 'R7',
      index: null,
      message: `${erased} texts are erased or do not match. Their numbers and times are proved all the same.`,
    })
}

// The package leaves the choice of a hash without promises to its users.
hashes.sha512 = sha512

/** Ed25519 by RFC 8032, without a host's cryptography: some milliseconds for a signature. */
export const verifyEd25519: VerifyEd25519 = (publicKey, message, signature) => {
  try {
    return verify(signature, message, publicKey, { zip215: false })
  } catch {
    // A key or a signature that is no point of the curve.
    return false
  }
}

/** What checkpoints say of a file: its end, its beginning, and when witnesses saw its entries (checks N4 to N9). */

/** Signed notes. */
interface Notes {
  /** The newest checkpoint of the site; null leaves the end of the file unchecked. */
  current: string | null
  /** Those that the reader kept. */
  noted: readonly string[]
  /** Those of the site with the times of witnesses. */
  cosigned: readonly string[]
}

interface File {
  /** Null for a line that is no leaf. */
  leaves: readonly (Leaf | null)[]
  tree: Tree
  origin: string | null
}

interface Opened extends Checkpoint {
  check: CheckId
}

/** What the witnesses prove of a file. */
export interface Witnessed {
  /** The checkpoints of the file with the quorum. */
  checkpoints: number
  /** The latest time of a cosignature in milliseconds; -Infinity without one. */
  latest: number
  /** When the quorum saw a leaf at the latest, in milliseconds; Infinity if no checkpoint shows it. */
  seenAt: (index: number) => number
}

/**
 * Checks all checkpoints against the file.
 *
 * @param now milliseconds
 */
async function checkNotes(
  file: File,
  notes: Notes,
  { policy, now, verify }: { policy: Policy; now: number; verify: VerifyEd25519 },
  { problems, notices }: Findings,
): Promise<Witnessed> {
  const fail = (check: CheckId, message: string, index: number | null = null) =>
    void problems.push({ check, index, message })
  if (file.origin !== null && !policy.logs.some(({ name }) => name === file.origin))
    fail('N4', `The policy names no log ${file.origin}.`)
  const all = [...(notes.current === null ? [] : [notes.current]), ...notes.noted, ...notes.cosigned].map(
    (note, i) => ({ note, check: (i === 0 && notes.current !== null ? 'N5' : 'N6') as CheckId }),
  )
  const known: Opened[] = []
  for (const { note, check } of all) {
    try {
      const checkpoint = await openCheckpoint(note, policy, verify)
      if (file.origin !== null && checkpoint.origin !== file.origin)
        fail('N4', 'A checkpoint is that of another log.')
      if (isOfFile(checkpoint, file.tree, (message) => fail(check, message)))
        known.push({ ...checkpoint, check })
    } catch (error) {
      fail('N7', `A checkpoint cannot be accepted. ${(error as Error).message}`)
    }
  }
  if (known.some(({ check, size }) => check === 'N5' && size !== file.tree.size))
    fail('N5', 'The current checkpoint is not that of the whole file.')
  checkTimes(file, known, fail)
  const quorums = known.flatMap(({ size, witnessedAt }) =>
    witnessedAt === null ? [] : [{ size, at: witnessedAt }],
  )
  const latest = known.reduce(
    (time, { cosignatures }) => Math.max(time, ...cosignatures.map(({ at }) => at)),
    -Infinity,
  )
  if (policy.quorum !== null) {
    const covered = quorums.reduce((most, { size }) => Math.max(most, size), 0)
    const bare = file.leaves.findIndex((leaf, i) => i >= covered && leaf && Date.parse(leaf.at) < now - DAY)
    if (bare >= 0)
      fail(
        'N8',
        'It is older than a day, and no checkpoint with it has the cosignatures that the policy asks for.',
        bare,
      )
    if (!quorums.some(({ at }) => at >= now - DAY))
      notices.push({
        check: 'N8',
        index: null,
        message: 'The witnesses did not cosign within the last day. The end of the log may be missing.',
      })
  }
  return { checkpoints: quorums.length, latest, seenAt: seenAtOf(quorums, file.tree.size) }
}

function isOfFile({ size, root }: Checkpoint, tree: Tree, complain: (message: string) => void): boolean {
  if (size > tree.size)
    complain(`The checkpoint has ${size} entries, the file has ${tree.size}. The end is missing.`)
  else if (!areEqual(tree.root(size), root))
    complain(`The first ${size} entries are not those of the checkpoint.`)
  else return true
  return false
}

/** N9: of leaves whose times do not decrease, only the two around a checkpoint need a look. */
function checkTimes(
  { leaves }: File,
  known: readonly Opened[],
  fail: (check: CheckId, message: string, index: number) => void,
): void {
  const timeOf = (index: number) => Date.parse(leaves[index]?.at ?? '')
  for (const { size, cosignatures } of known)
    for (const { at } of cosignatures) {
      if (timeOf(size - 1) > at + LOG_RULES.clock)
        fail('N9', 'It is dated after the time at which a witness saw it.', size - 1)
      if (timeOf(size) < at - LOG_RULES.clock)
        fail('N9', 'It is dated before a time at which a witness saw the log without it.', size)
    }
}
