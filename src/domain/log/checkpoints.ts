/** What checkpoints say of a file: its end, its beginning, and when witnesses saw its entries (checks N4 to N9). */
import { DAY } from '../base/calendar.ts'
import { areEqual } from './bytes.ts'
import type { Leaf } from './leaves.ts'
import type { VerifyEd25519 } from './notes.ts'
import { type Checkpoint, openCheckpoint, type Policy } from './policy.ts'
import type { CheckId, Findings } from './replay.ts'
import { LOG_RULES } from './schedule.ts'
import type { Tree } from './tree.ts'

/** Signed notes. */
export interface Notes {
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
 * @param tick is called with how many of all notes are read
 */
export async function checkNotes(
  file: File,
  notes: Notes,
  policy: Policy,
  { problems, notices }: Findings,
  { now, verify, tick }: { now: number; verify: VerifyEd25519; tick: (done: number, all: number) => void },
): Promise<Witnessed> {
  const fail = (check: CheckId, message: string, index: number | null = null) =>
    void problems.push({ check, index, message })
  if (file.origin !== null && !policy.logs.some(({ name }) => name === file.origin))
    fail('N4', `The policy names no log ${file.origin}.`)
  const all = [...(notes.current === null ? [] : [notes.current]), ...notes.noted, ...notes.cosigned].map(
    (note, i) => ({ note, check: (i === 0 && notes.current !== null ? 'N5' : 'N6') as CheckId }),
  )
  const known: Opened[] = []
  for (const [i, { note, check }] of all.entries()) {
    tick(i, all.length)
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

/** A leaf is seen with every checkpoint of a larger size. */
function seenAtOf(quorums: readonly { size: number; at: number }[], size: number): Witnessed['seenAt'] {
  const times = new Float64Array(size + 1).fill(Infinity)
  for (const quorum of quorums) times[quorum.size] = Math.min(times[quorum.size]!, quorum.at)
  for (let i = size; i > 0; i--) times[i - 1] = Math.min(times[i - 1]!, times[i]!)
  return (index) => times[index + 1]!
}
