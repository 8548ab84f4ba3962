import { beforeAll, describe, expect, test } from 'vitest'
import { CLOSE, DATE, download, hash, START, STORY, version } from '../../../tests/support/ledger.ts'
import { endOfDay, HOUR } from '../base/calendar.ts'
import { type Chain, canonicalText, genesisText, headText, type NewEntry } from './entries.ts'
import { isHidden, LEDGER_COLUMNS, type LedgerRow } from './rows.ts'
import { type LedgerReport, type NotedHead, verifyLedger } from './verify.ts'

const verify = (
  rows: readonly LedgerRow[],
  noted: NotedHead[] = [],
  downloadedAt = CLOSE + HOUR,
  chain: Chain = 'real',
) => verifyLedger(rows, { chain, hash, downloadedAt, noted })

// The example of docs/ledger.md. Its hashes were computed with sha256sum.
test('the first entry of a chain', () => {
  const previous = 'e5a8c080c6ec96d6c719c0405db8a34c2f88b8a302b3ce2ebcbda752977b175e'
  const nonce = '0f'.repeat(16)
  const text = canonicalText({ ...version(START, 12), entry: 1, previous, nonce })
  expect(text).toBe(`kind=version
id=12
version=1
author=1
game=bingo
date=2026-11-23
close=2026-11-23T14:30:00.000Z
lock=2026-11-23T14:15:00.000Z
form=two_sure
numbers=7,42
reasons=c8f3e819b051388904f3c07b8adaa57fba9c90462c3eac909b001e3a20519072
image=-
published=2026-11-22T14:30:00.000Z
previous=${previous}
nonce=${nonce}
`)
  expect(hash(genesisText('real'))).toBe(previous)
  const fingerprint = '61911a1357db47733b97e94f590bbbfb1385d8f6b98aed385106ffad84e987c0'
  expect(hash(text)).toBe(fingerprint)
  expect(hash(headText(previous, fingerprint))).toBe(
    'ef46a676c9bcc39792675c44945573af703e6886a83a07acd2f6e76415e0898f',
  )
})

describe('the verification of a download', () => {
  let report: LedgerReport
  const rows = download(STORY)
  beforeAll(async () => {
    report = await verify(rows)
  })

  test('finds nothing in an untouched ledger', () => {
    expect(report.problems).toEqual([])
    expect(report).toMatchObject({ entries: STORY.length, hidden: 0, head: rows[rows.length - 1]!.head })
    expect(report.readable).toHaveLength(STORY.length)
  })

  test('before the close it checks the chain and shows no number', async () => {
    const early = download(STORY.slice(0, 6), START + 5)
    expect(early.filter(isHidden)).toHaveLength(4)
    expect(JSON.stringify(early)).not.toMatch(/7,42|42,7|90,1,13|two_sure|Counterpart/)
    const found = await verify(early, [], START + 5)
    expect(found).toMatchObject({ problems: [], hidden: 4 })
    // The same heads as in the later download.
    expect(found.head).toBe(rows[5]!.head)
    expect((await verify(early)).problems.map(({ message }) => message)).toContain(
      'It is still hidden after its close.',
    )
  })

  test.each(STORY.slice(0, -1).map((_, i) => i))('a deleted entry %i', async (i) => {
    const { problems } = await verify([...rows.slice(0, i), ...rows.slice(i + 1)])
    expect(problems.some(({ row }) => row === i + 1)).toBe(true)
  })

  test('a deleted last entry, by a head that was noted', async () => {
    const noted = { entries: rows.length, head: rows[rows.length - 1]!.head }
    const cut = rows.slice(0, -1)
    expect((await verify(rows, [noted])).problems).toEqual([])
    expect((await verify(cut)).problems).toEqual([])
    expect((await verify(cut, [noted])).problems).toEqual([
      { row: null, message: `The head after ${rows.length} entries is not the one that was noted.` },
    ])
  })

  test('two reordered entries', async () => {
    for (let i = 1; i < rows.length; i++) {
      const swapped = [...rows]
      ;[swapped[i - 1], swapped[i]] = [rows[i]!, rows[i - 1]!]
      expect((await verify(swapped)).problems).not.toEqual([])
      // Numbered again, too.
      const numbered = swapped.map((row, j) => ({ ...row, entry: String(j + 1) }))
      expect((await verify(numbered)).problems).not.toEqual([])
    }
  })

  test('a changed cell, whichever it is', async () => {
    for (const [i, row] of rows.entries())
      for (const column of LEDGER_COLUMNS) {
        // Pen names belong to authors and may change; empty cells do not apply.
        if (column === 'pen_name' || row[column] === '') continue
        const cell = row[column]
        const last = cell[cell.length - 1]
        const changed = { ...row, [column]: `${cell.slice(0, -1)}${last === '1' ? '2' : '1'}` }
        const { problems } = await verify(rows.map((other, j) => (j === i ? changed : other)))
        expect(problems, `${column} of entry ${i + 1}`).not.toEqual([])
      }
  })

  test.each<[string, number, Partial<LedgerRow>, string[]]>([
    ['a number', 3, { entry: '7' }, ['This is entry 7, not 4.']],
    ['no number', 3, { entry: '' }, ['This is entry without a number, not 4.', 'A cell cannot be read.']],
    ['a head', STORY.length - 1, { head: 'a'.repeat(64) }, ['Its head does not follow.']],
    ['numbers', 0, { numbers: '7,43' }, ['Its text does not match the fingerprint.']],
    ['reasons', 0, { reasons: 'Malta of 52' }, ['Its reasons do not match their hash.']],
    ['a cell of another form', 6, { winning: 'x' }, ['A cell cannot be read.']],
  ])('names what is wrong with %s', async (_what, i, cells, messages) => {
    const { problems } = await verify(rows.map((row, j) => (j === i ? { ...row, ...cells } : row)))
    expect(problems).toEqual(messages.map((message) => ({ row: i + 1, message })))
  })

  test('a hidden entry with another head before it or an earlier time', async () => {
    const early = download(STORY.slice(0, 3), START + 5)
    const change = async (cells: Partial<LedgerRow>) =>
      (await verify([early[0]!, early[1]!, { ...early[2]!, ...cells }], [], START + 5)).problems
    expect(await change({})).toEqual([])
    expect(await change({ previous: 'a'.repeat(64) })).toEqual([
      { row: 3, message: 'The head before it is not that of the entry above.' },
    ])
    for (const at of [new Date(START - 1).toISOString(), 'yesterday', ''])
      expect(await change({ at })).toEqual([{ row: 3, message: 'It is dated before the entry above.' }])
    // At the close everything is revealed.
    expect((await verify(early, [], CLOSE - 1)).problems).toEqual([])
    expect((await verify(early, [], CLOSE)).problems).toHaveLength(3)
  })

  test('a forecast that is hidden after the end of a day without a draw', async () => {
    const end = endOfDay(DATE)
    const story = [version(START, 1, { close: null, lock: null })]
    const early = download(story, end - 1)
    expect(early.map(isHidden)).toEqual([true])
    expect((await verify(early, [], end - 1)).problems).toEqual([])
    expect((await verify(early, [], end)).problems).toEqual([
      { row: 1, message: 'It is still hidden after its close.' },
    ])
    expect((await verify(download(story, end), [], end)).hidden).toBe(0)
  })

  test('locks of other draws, without a draw and at the close are in order', async () => {
    const other = { game: 'gold', close: CLOSE + HOUR, lock: CLOSE }
    const story: NewEntry[] = [
      STORY[4]!,
      version(START + 5, 1, other),
      version(START + 6, 2, { lock: CLOSE - HOUR }),
      version(START + 7, 3, { close: null, lock: null }),
      version(START + 8, 4, { ...other, lock: CLOSE + HOUR }),
      { ...STORY[7]!, at: START + 9 },
      { ...STORY[4]!, at: START + 10, to: CLOSE - 2 * HOUR } as NewEntry,
      version(START + 11, 5, { lock: CLOSE - 2 * HOUR }),
    ]
    expect((await verify(download(story, CLOSE + 2 * HOUR))).problems).toEqual([])
  })

  test('a back-dated entry whose hashes were computed again', async () => {
    const story = STORY.map((entry, i) => (i === 5 ? { ...entry, at: START } : entry))
    expect((await verify(download(story))).problems).toEqual([
      { row: 6, message: 'It is dated before the entry above.' },
    ])
  })

  test('a rebuilt chain, by a head that was noted', async () => {
    const story = STORY.map((entry, i) => (i === 0 ? version(START, 1, { numbers: [1, 2] }) : entry))
    const noted = { entries: 2, head: rows[1]!.head }
    expect((await verify(download(story))).problems).toEqual([])
    expect((await verify(download(story), [noted])).problems).toHaveLength(1)
  })

  test('an entry of the sample chain', async () => {
    const sample = download(STORY, CLOSE + HOUR, 'sample')
    expect((await verify(sample, [], CLOSE + HOUR, 'sample')).problems).toEqual([])
    expect((await verify(sample)).problems).not.toEqual([])
  })

  test('accepts a noted head that a restore names as lost, and no other', async () => {
    const lost = { entries: 12, head: hash('lost') }
    expect((await verify(rows, [lost])).problems).toEqual([])
    for (const other of [
      { ...lost, entries: 11 },
      { ...lost, head: hash('other') },
    ])
      expect((await verify(rows, [other])).problems).toHaveLength(1)
  })

  test.each<[string, NewEntry[], string]>([
    [
      'a version that skips one',
      [version(START, 1), version(START + 1, 1, { version: 3 })],
      'Its version does not follow the one before.',
    ],
    [
      'another author',
      [version(START, 1), version(START + 1, 1, { version: 2, author: 2 })],
      'Its author differs from the version before.',
    ],
    [
      'a version after its withdrawal',
      [version(START, 2), STORY[3]!, version(START + 9, 2, { version: 2 })],
      'The forecast was withdrawn before.',
    ],
    ['a second withdrawal', [version(START, 2), STORY[3]!, STORY[3]!], 'The forecast was withdrawn before.'],
    ['a lock after the close', [version(START, 1, { lock: CLOSE + 1 })], 'Its lock is later than it may be.'],
    ['a lock after a moved lock', [STORY[4]!, version(START + 9, 1)], 'Its lock is later than it may be.'],
    [
      'a lock after a moved lock and a deleted draw',
      [STORY[4]!, STORY[7]!, version(CLOSE + 3, 1)],
      'Its lock is later than it may be.',
    ],
    [
      'a restore that lost nothing',
      [{ kind: 'restore', at: START, lostEntries: 0, lostHead: hash('') }],
      'A cell cannot be read.',
    ],
    [
      'a restore that names an earlier end',
      [STORY[4]!, { kind: 'restore', at: START + 9, lostEntries: 1, lostHead: hash('') }],
      'It names no lost entries.',
    ],
    ['a lock that stays', [STORY[4]!, STORY[4]!], 'The lock moves later.'],
    [
      'a lock that moves later than it was',
      [{ ...STORY[4]!, from: CLOSE - 2 * HOUR } as NewEntry],
      'The lock moves later.',
    ],
    [
      'a lock that moves later',
      [STORY[4]!, { ...STORY[4]!, to: CLOSE - HOUR + 1 } as NewEntry],
      'The lock moves later.',
    ],
  ])('%s', async (_what, story, message) => {
    const { problems } = await verify(download(story))
    expect(problems).toEqual([{ row: story.length, message }])
  })
})
