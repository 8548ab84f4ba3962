/** The check of a whole record from its download (record.md, section 7). It never says that a record is correct. */
import { formatCount } from '../../../platform/rules/base/words.ts'
import { type Head, Heads, headsIn } from './head.ts'
import { type ErasableText, type Leaf, readLeaf, textHash } from './leaves.ts'
import { type Finding, type Findings, Replay, type CheckId } from './replay.ts'
import { figuresOf, type LogFigures } from './report.ts'
import { LOG_RULES } from './schedule.ts'
import { readToken, type ServedHead, type Stamp, stampFile } from './stamps.ts'

export interface Download {
  /** `record.jsonl` */
  record: string
  /** `heads.jsonl` */
  heads?: readonly ServedHead[]
  stamps?: readonly Stamp[]
  /** Texts with heads that the reader kept, such as a mail. */
  kept?: readonly string[]
  /** `texts.jsonl`; null leaves erasable texts unchecked. */
  texts?: string | null
  /** When it was downloaded, in milliseconds. */
  now: number
}

export interface LogReport extends LogFigures {
  origin: string | null
  entries: number
  /** Of the whole file. */
  head: string
  /** The right stamps, by their size. */
  stamps: { size: number; authority: string; time: number }[]
  /** The versions of forecasts, and those with a stamp at or before their lock. */
  versions: { all: number; inTime: number }
  /** How many entries a right stamp covers, and how many a head that the reader kept. */
  dated: number
  kept: number
  hasKept: boolean
  /** Errors, in the order of the file. Their lines count from 1. */
  problems: Finding[]
  /** What an honest owner of the server can cause, too. */
  notices: Finding[]
}

interface Options {
  /** Rejects for a wrong signature. Without it, signatures are left to openssl. */
  checkSignature?: (stamp: Stamp) => Promise<void>
}

/**
 * Checks a record by all rules, against the heads that the site lists, the stamps, and the heads that the reader kept.
 *
 * @throws Error, with a sentence for people, for texts that cannot be read
 */
export async function verifyLog(
  { record, heads: served = [], stamps = [], kept: keptTexts = [], texts = null, now }: Download,
  { checkSignature }: Options = {},
): Promise<LogReport> {
  const replay = new Replay(now)
  const { problems, notices } = replay.findings
  const fail = (check: CheckId, message: string, line: number | null = null) =>
    void problems.push({ check, line, message })
  const leaves: (Leaf | null)[] = []
  const heads = new Heads()
  for (const [index, line] of linesOf(record, fail).entries()) {
    heads.append(line)
    const { leaf = null, fault } = readLeaf(line)
    leaves.push(leaf)
    if (fault) fail(fault.check, fault.message, index + 1)
    if (leaf) replay.append(leaf, index)
  }
  if (leaves.length === 0) fail('N4', 'The file is empty.')
  for (const one of served)
    if (one.size > heads.size)
      fail(
        'C1',
        `The site lists the head of ${one.size} lines, and the file has ${heads.size}. Its end is missing.`,
      )
    else if (heads.head(one.size) !== one.head)
      fail('C1', `The first ${one.size} lines do not have the head that the site lists.`)
  const kept = keptTexts.flatMap(headsIn)
  for (const one of kept)
    if (one.size > heads.size)
      fail(
        'C2',
        `You kept the head of ${one.size} lines, and the file has ${heads.size}. Its end is missing.`,
      )
    else if (heads.head(one.size) !== one.head)
      fail('C2', `The first ${one.size} lines are not those of the head that you kept.`)
  const right = await checkStamps(heads, served, stamps, fail, checkSignature)
  const inTime = checkTimes(leaves, right, replay.findings)
  const latest = right.reduce((time, stamp) => Math.max(time, stamp.time), now)
  const figures = figuresOf(replay, latest)
  if (texts !== null) checkTexts(leaves, readTexts(texts), replay.findings)
  const most = (list: readonly { size: number }[]) => list.reduce((size, one) => Math.max(size, one.size), 0)
  return {
    ...figures,
    origin: replay.start?.origin ?? null,
    entries: heads.size,
    head: heads.head()!,
    stamps: right,
    versions: { all: leaves.filter((leaf) => leaf?.kind === 'version').length, inTime },
    dated: most(right),
    kept: most(kept.filter(({ size, head }: Head) => heads.head(size) === head)),
    hasKept: kept.length > 0,
    problems: [...problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    notices,
  }
}

type Fail = (check: CheckId, message: string, line?: number | null) => void

/** N1: the lines of the file. What a download does to a file is named, so that nobody takes it for a fraud. */
function linesOf(record: string, fail: Fail): string[] {
  if (record.includes('\r\n'))
    fail(
      'N1',
      'The lines end with CR LF, as on Windows: a program changed the file. Download it again, unchanged.',
    )
  const lines = record.replaceAll('\r\n', '\n').split('\n')
  if (lines.pop() !== '')
    fail('N1', 'The download is cut off: its last line has no line feed. Download it again.')
  return lines
}

/** T1 and T2. @returns the right stamps, by their size */
async function checkStamps(
  heads: Heads,
  served: readonly ServedHead[],
  stamps: readonly Stamp[],
  fail: Fail,
  checkSignature: Options['checkSignature'],
): Promise<LogReport['stamps']> {
  const right: LogReport['stamps'] = []
  for (const stamp of stamps) {
    const { size, authority, token } = stamp
    const name = `The stamp ${stampFile(stamp)}`
    try {
      const { head, time } = readToken(token)
      if (head === heads.head(size)) {
        await checkSignature?.(stamp)
        right.push({ size, authority, time })
      } else fail('T1', `${name} is not of the first ${size} lines.`)
    } catch (error) {
      fail('T2', `${name} is not valid. ${(error as Error).message}`)
    }
  }
  const has = new Set(stamps.map(stampFile))
  for (const { size, stamps: names } of served)
    for (const authority of names)
      if (!has.has(stampFile({ size, authority })))
        fail('T1', `The site lists the stamp ${stampFile({ size, authority })}, and it is missing.`)
  return right.sort((a, b) => a.size - b.size)
}

/** T3 and D1. @returns how many versions have a stamp at or before their lock */
function checkTimes(
  leaves: readonly (Leaf | null)[],
  stamps: LogReport['stamps'],
  { problems, notices }: Findings,
): number {
  // For each line: the first time of a stamp with it, and the last one of a stamp without it.
  const covered = leaves.map(() => Infinity)
  const without = leaves.map(() => -Infinity)
  for (const { size, time } of stamps) {
    covered[size - 1] = Math.min(covered[size - 1]!, time)
    if (size < leaves.length) without[size] = Math.max(without[size]!, time)
  }
  for (let i = leaves.length - 2; i >= 0; i--) covered[i] = Math.min(covered[i]!, covered[i + 1]!)
  for (let i = 1; i < leaves.length; i++) without[i] = Math.max(without[i]!, without[i - 1]!)
  let inTime = 0
  for (const [i, leaf] of leaves.entries()) {
    if (!leaf) continue
    const at = Date.parse(leaf.at)
    const fail = (message: string) => void problems.push({ check: 'T3', line: i + 1, message })
    if (at > covered[i]! + LOG_RULES.clock) fail('It is dated after a stamp that covers it.')
    if (at < without[i]! - LOG_RULES.clock) fail('It is dated before a stamp of the lines above it.')
    if (leaf.kind !== 'version') continue
    if (leaf.lock !== null && covered[i]! <= Date.parse(leaf.lock)) inTime++
    else notices.push({ check: 'D1', line: i + 1, message: 'It is dated by the site’s own clock only.' })
  }
  return inTime
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

/** R7, R8 and A1: reasons and pen names. */
function checkTexts(
  leaves: readonly (Leaf | null)[],
  known: ReadonlyMap<string, string>,
  { problems, notices }: Findings,
): void {
  const used = new Set<string>()
  let erased = 0
  const owners = new Map<string, number>()
  for (const [index, leaf] of leaves.entries()) {
    const hash = leaf?.kind === 'author' ? leaf.name : leaf?.kind === 'reveal' ? leaf.reasons : null
    if (hash === null) continue
    used.add(hash)
    const text = known.get(hash)
    if (text === undefined) erased++
    else if (leaf?.kind === 'author') {
      const name = text.normalize('NFKC').toLowerCase()
      if ((owners.get(name) ?? leaf.author) !== leaf.author)
        problems.push({ check: 'A1', line: index + 1, message: 'Another author had this pen name.' })
      owners.set(name, leaf.author)
    }
  }
  const swapped = [...known.keys()].filter((hash) => !used.has(hash)).length
  if (swapped > 0)
    problems.push({
      check: 'R8',
      line: null,
      message: `${swapped} of the texts belong to no entry: the site shows other words than those that it recorded.`,
    })
  if (erased > 0)
    notices.push({
      check: 'R7',
      line: null,
      message: `${erased} texts are erased. Their numbers and times stay.`,
    })
}

/** What a check says: what it did, and how much of the file is dated from outside. Signatures are left to openssl. */
export function wordsOf({ entries, stamps, problems, versions, dated, kept, hasKept }: LogReport): string[] {
  const first = (count: number) =>
    count === 0 ? 'none' : `the first ${formatCount(count)} of ${formatCount(entries)}`
  const open = entries - Math.max(dated, kept)
  return [
    `Entries read: ${formatCount(entries)}. Checked: their form, their rules, the heads that the site lists${stamps.length > 0 ? ', and what each stamp covers' : ''}.`,
    problems.length === 0
      ? 'These checks found no problem.'
      : `Problems found: ${formatCount(problems.length)}.`,
    `Dated from outside: ${first(dated)}.${dated > 0 ? ' The signatures of the stamps were NOT checked here. Check them with openssl, as below.' : ''}`,
    `Forecasts stamped before their lock: ${formatCount(versions.inTime)} of ${formatCount(versions.all)}; the others are dated by the site’s own clock only.`,
    kept > 0
      ? `Covered by a head that you kept: ${first(kept)}. The site cannot have changed these since you got it.`
      : hasKept
        ? 'No head that you kept is one of this file.'
        : 'You gave no head that you kept. So this does not show that others see the same record.',
    open === 0
      ? 'Not covered by a stamp or by your head: none.'
      : `Not covered by a stamp or by your head: ${formatCount(open)} ${open === 1 ? 'entry' : 'entries'} at the end. They could still be changed.`,
  ]
}
