/** The check of a whole log from its download (transparency.md, section 5). */
import { toBase64 } from './bytes.ts'
import { checkNotes, type Notes } from './checkpoints.ts'
import { verifyEd25519 } from './ed25519.ts'
import { openReceipt } from './exchange.ts'
import { type ErasableText, type Leaf, readLeaf, textHash } from './leaves.ts'
import type { VerifyEd25519 } from './notes.ts'
import { readPolicy } from './policy.ts'
import { type Finding, type Findings, Replay } from './replay.ts'
import { figuresOf, type LogFigures } from './report.ts'
import { leafHash, Tree } from './tree.ts'

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
  /** What an honest operator can cause, too. */
  notices: Finding[]
}

/** How far a check is: entries, then signatures. */
export interface Progress {
  step: 'entries' | 'signatures'
  done: number
  all: number
}

interface VerifyOptions {
  /** By default without the host's cryptography, which is slower. */
  verify?: VerifyEd25519
  onProgress?: (progress: Progress) => void
}

/** Entries between two reports of progress. */
const STEP = 500

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
  { verify = verifyEd25519, onProgress = () => undefined }: VerifyOptions = {},
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
    if (index % STEP === 0) onProgress({ step: 'entries', done: index, all: lines.length })
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
    policy,
    findings,
    { now, verify, tick: (done, all) => onProgress({ step: 'signatures', done, all }) },
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
