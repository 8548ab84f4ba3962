// Alterations of the record of the vectors, judged by this project's verifier and by a second implementation (Python, hashlib
// and openssl), where ../shared/data has it. Both must find the same in each, with a head that the reader kept and without.
//   node tests/long/compare-verifiers.ts
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import vectors from '../../src/forecasts/rules/log/fixtures/vectors.json' with { type: 'json' }
import { Heads, headText } from '../../src/forecasts/rules/log/head.ts'
import { readToken } from '../../src/forecasts/rules/log/stamps.ts'
import { verifyLog } from '../../src/forecasts/rules/log/verify.ts'

const SECOND = fileURLToPath(new URL('../../../shared/data/record-verify.py', import.meta.url))
const runs = (program: string) => spawnSync(program, ['--help']).error === undefined
export const hasSecondVerifier = existsSync(SECOND) && runs('python3') && runs('openssl')

type Lines = readonly string[]
interface Stamp {
  file: string
  size: number
  authority: string
  token: string
}
interface Case {
  name: string
  record: Lines
  heads: { size: number; head: string; stamps: string[] }[]
  stamps: Stamp[]
  kept: string[]
}

const { record, stamps, heads } = vectors.correct
const now = Date.parse(vectors.correct.now)

/** The `heads.jsonl` of a site that recomputes it. */
const headsFor = (lines: Lines, served: readonly Stamp[]) => {
  const all = new Heads(lines)
  const sizes = [...new Set([...served.map(({ size }) => size), lines.length])].filter((n) => n > 0)
  return sizes
    .sort((a, b) => a - b)
    .map((size) => ({
      size,
      head: all.head(size) ?? '0'.repeat(64),
      stamps: served.filter((one) => one.size === size).map(({ authority }) => authority),
    }))
}

/** Another value at a line, from 1. */
const at = (line: number, change: (line: string) => string) => (lines: Lines) =>
  lines.map((one, i) => (i === line - 1 ? change(one) : one))
const put = (line: number, from: string, to: string) => at(line, (text) => text.replace(from, to))
const without =
  (...gone: number[]) =>
  (lines: Lines) =>
    lines.filter((_, i) => !gone.includes(i + 1))
const swap = (line: number) => (lines: Lines) =>
  lines.map((one, i) => (i === line - 1 ? lines[line]! : i === line ? lines[line - 1]! : one))
const dated = (line: number, from: string, to: string) => put(line, `"at":"${from}`, `"at":"${to}`)

/** What an operator changes in the lines. */
const LINE_CHANGES: [string, (lines: Lines) => Lines][] = [
  ['changes a winning number', put(11, '60,2]', '60,9]')],
  ['changes the corrected result', put(12, '60,3]', '60,9]')],
  ['leaves out a correction', without(12)],
  ['leaves out both results', without(11, 12)],
  ['leaves out a losing forecast with its reveal', without(5, 10)],
  ['leaves out the second version of a forecast', without(6, 9)],
  ['leaves out a reveal', without(10)],
  ['leaves out a time of a game', without(7)],
  ['leaves out the author', without(3)],
  ['leaves out the start', without(1)],
  ['cuts the last line off', without(12)],
  ['cuts the reveals and results off', without(8, 9, 10, 11, 12)],
  ['exchanges two forecasts', swap(4)],
  ['exchanges a reveal and a result', swap(10)],
  ['repeats the last line', (lines) => [...lines, lines.at(-1)!]],
  ['reveals a forecast that it never published', put(8, '"forecast":1', '"forecast":9')],
  ['reveals other numbers', put(10, '[1,2,3', '[11,2,3')],
  ['reveals another random value', at(8, (line) => line.replace(/"nonce":"./, '"nonce":"0'))],
  ['changes a commitment', at(4, (line) => line.replace(/"commitment":"./, '"commitment":"0'))],
  ['gives a forecast to another author', put(5, '"author":1', '"author":2')],
  ['dates a forecast a day back', dated(6, '2026-11-23', '2026-11-22')],
  ['dates a forecast an hour ahead', dated(6, '2026-11-23T09', '2026-11-23T10')],
  ['dates a time of a game two hours ahead', dated(7, '2026-11-23T10', '2026-11-23T16')],
  ['dates a reveal before the stamp of the close', dated(8, '2026-11-23T14:30', '2026-11-23T14:20')],
  ['moves a lock two hours earlier', put(6, '"lock":"2026-11-23T14', '"lock":"2026-11-23T08')],
  ['writes a space', put(2, '"game":', '"game": ')],
  ['writes a key twice', put(2, '"game":"bingo"', '"game":"bingo","game":"bingo"')],
  ['writes an empty line', (lines) => [...lines, '']],
  ['writes a line that is no JSON', (lines) => [...lines, 'a line']],
  ['writes a letter beyond ASCII', put(3, '"kind"', '"kïnd"')],
  ['writes a line of 1,100 characters', (lines) => [...lines, JSON.stringify({ v: 'x'.repeat(1100) })]],
]

/** What an operator, or a network, changes in the files beside it. */
const OTHER_CHANGES: [string, Partial<Case>][] = [
  ['serves no stamp of one authority', { stamps: stamps.slice(1) }],
  ['serves and lists no stamp', { stamps: [], heads: headsFor(record, []) }],
  [
    'exchanges the stamps of two sizes',
    { stamps: stamps.map((one, i) => ({ ...one, token: stamps[1 - i]!.token })) },
  ],
  [
    'serves a stamp under the name of another authority',
    {
      stamps: stamps.map((one, i) => (i === 0 ? { ...one, authority: 'b', file: '6-b.tsr' } : one)),
      heads: heads.map((one) => (one.size === 6 ? { ...one, stamps: ['b'] } : one)),
    },
  ],
  [
    'changes the time in a stamp',
    {
      stamps: stamps.map((one, i) =>
        i === 0 ? changedToken(one, '20261123090003Z', '20261123080003Z') : one,
      ),
    },
  ],
  ['changes the last byte of a stamp', { stamps: stamps.map((one, i) => (i === 0 ? lastByte(one) : one)) }],
  [
    'lists a head of another file',
    { heads: heads.map((one) => ({ ...one, head: `0${one.head.slice(1)}` })) },
  ],
  ['lists the head of a longer file', { heads: [...heads, { size: 99, head: heads[0]!.head, stamps: [] }] }],
  [
    'shows one file to a reader and another to the channel',
    {
      kept: [headText({ size: 7, head: '0'.repeat(64) })],
    },
  ],
]

function changedToken(stamp: Stamp, from: string, to: string): Stamp {
  const text = Buffer.from(stamp.token, 'base64').toString('latin1')
  if (!text.includes(from)) throw new Error(`no ${from} in ${stamp.file}`)
  return { ...stamp, token: Buffer.from(text.replace(from, to), 'latin1').toString('base64') }
}

function lastByte(stamp: Stamp): Stamp {
  const bytes = Buffer.from(stamp.token, 'base64')
  bytes[bytes.length - 1]! ^= 1
  return { ...stamp, token: bytes.toString('base64') }
}

/** An operator who changes lines recomputes the heads and serves only the stamps that fit the new file. */
function rebuilt([name, change]: (typeof LINE_CHANGES)[0]): Case {
  const lines = change(record)
  const all = new Heads(lines)
  const fits = ({ size, token }: Stamp) => readToken(Buffer.from(token, 'base64')).head === all.head(size)
  const served = stamps.filter(fits)
  return { name, record: lines, heads: headsFor(lines, served), stamps: served, kept: [] }
}

export const ALTERATIONS: Case[] = [
  ...LINE_CHANGES.map(rebuilt),
  ...OTHER_CHANGES.map(([name, change]) => ({ name, record, heads, stamps, kept: [], ...change })),
]

/** The checks that both make. */
const SHARED = new Set(['N1', 'N2', 'C1', 'C2', 'T1', 'T2', 'T3', 'R1', 'R2', 'D1'])

interface Found {
  problems: string[]
  notices: string[]
}

async function ours(one: Case, folder: string): Promise<Found> {
  const file = one.record.map((line) => `${line}\n`).join('')
  const checkSignature = async ({
    size,
    authority,
    token,
  }: {
    size: number
    authority: string
    token: Uint8Array
  }) => {
    const tsr = join(folder, 'ours.tsr')
    writeFileSync(tsr, token)
    writeFileSync(join(folder, `${authority}.pem`), vectors.authorities[authority as 'a' | 'b'].root)
    const seconds = String(readToken(token).time / 1000)
    const data = join(folder, 'ours.jsonl')
    writeFileSync(
      data,
      one.record
        .slice(0, size)
        .map((line) => `${line}\n`)
        .join(''),
    )
    const root = join(folder, `${authority}.pem`)
    const args = ['ts', '-verify', '-data', data, '-in', tsr, '-attime', seconds, '-CAfile', root]
    const { status } = spawnSync('openssl', args)
    if (status !== 0) throw new Error('openssl refuses it.')
    await Promise.resolve()
  }
  const { problems, notices } = await verifyLog(
    {
      ...one,
      record: file,
      stamps: one.stamps.map((stamp) => ({ ...stamp, token: Buffer.from(stamp.token, 'base64') })),
      now,
    },
    { checkSignature },
  )
  const ids = (all: readonly { check: string }[]) => [...new Set(all.map(({ check }) => check))].sort()
  return { problems: ids(problems), notices: ids(notices) }
}

export interface Compared {
  name: string
  ours: Found
  theirs: Found
  isEqual: boolean
}

/** Each alteration without a kept head, and with those of 7 and 12 lines. */
export async function compareVerifiers(): Promise<Compared[]> {
  const kept = [7, 12].map((size) => headText({ size, head: vectors.correct.allHeads[size - 1]! }))
  const cases = ALTERATIONS.flatMap((one) => [
    one,
    { ...one, name: `${one.name} (kept)`, kept: [...one.kept, ...kept] },
  ])
  const folder = mkdtempSync(join(tmpdir(), 'lotto-compare-'))
  try {
    const file = join(folder, 'cases.json')
    writeFileSync(file, JSON.stringify({ authorities: vectors.authorities, attacks: cases }))
    const theirs = JSON.parse(
      execFileSync('python3', [SECOND, '--json', file], { encoding: 'utf8' }),
    ) as Found[]
    // A line of another form is N1 here, and also N2 there.
    const shared = (ids: readonly string[]) =>
      ids.filter((id) => SHARED.has(id) && !(id === 'N2' && ids.includes('N1'))).join()
    const all: Compared[] = []
    for (const [i, one] of cases.entries()) {
      const mine = await ours(one, folder)
      const other = theirs[i]!
      const isEqual =
        shared(mine.problems) === shared(other.problems) && shared(mine.notices) === shared(other.notices)
      all.push({ name: one.name, ours: mine, theirs: other, isEqual })
    }
    return all
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) {
  if (!hasSecondVerifier) console.log('../shared/data has no second verifier, so nothing is compared.')
  else {
    const all = await compareVerifiers()
    for (const { name, ours: mine, theirs, isEqual } of all)
      console.log(
        `${isEqual ? 'equal' : 'OTHER'} | ${name} | ${mine.problems.join(' ') || 'nothing'} | ${mine.notices.join(' ') || '-'}${isEqual ? '' : ` | second: ${theirs.problems.join(' ')} | ${theirs.notices.join(' ')}`}`,
      )
    console.log(`${all.filter(({ isEqual }) => isEqual).length} of ${all.length} equal`)
    process.exitCode = all.every(({ isEqual }) => isEqual) ? 0 : 1
  }
}
