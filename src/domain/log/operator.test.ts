// 44 ways in which an operator changes a log of weeks and signs it again, beside the 22 of the vectors.
import { expect, test } from 'vitest'
import { checkpoint, downloadOf, generatedLog } from '../../../tests/support/log/generated-log.ts'
import { addDays, DAY, HOUR } from '../base/calendar.ts'
import type { Leaf, VersionLeaf } from './leaves.ts'
import type { CheckId } from './replay.ts'
import { LOG_RULES } from './schedule.ts'
import { verifyLog } from './verify.ts'

type Lines = readonly string[]
type Some<K extends Leaf['kind']> = Extract<Leaf, { kind: K }>

const log = generatedLog(3)
const leaves = log.lines.map((line) => JSON.parse(line) as Leaf)
const original = { ...downloadOf(log), policy: log.policy.replace(/^quorum .*$/m, 'quorum none') }
const honest = await verifyLog(original)
/** A scored forecast without a win, its first version and its draw. */
const lost = honest.forecasts.find(({ state, scores }) => state === 'scored' && scores.at(-1)!.hits === 0)!
const isLost = (leaf: Leaf): leaf is VersionLeaf => leaf.kind === 'version' && leaf.forecast === lost.forecast
const first = leaves.find(isLost)!
const isReveal = (leaf: Leaf) => leaf.kind === 'reveal' && leaf.forecast === lost.forecast
const { forecast: withdrawnId } = leaves.find((leaf) => leaf.kind === 'withdrawal')!
const withdrawn = leaves.find(
  (leaf): leaf is VersionLeaf => leaf.kind === 'version' && leaf.forecast === withdrawnId,
)!
const ofDraw = (leaf: Leaf) => 'date' in leaf && leaf.game === first.game && leaf.date === first.date

const later = (text: string, hours: number) => new Date(Date.parse(text) + hours * HOUR).toISOString()
/** Changes the first leaf of a kind, or all. */
const change =
  <K extends Leaf['kind']>(
    kind: K,
    isIt: (leaf: Some<K>) => boolean,
    more: (leaf: Some<K>) => Partial<Some<K>>,
  ) =>
  (lines: Lines) =>
    lines.map((line) => {
      const leaf = JSON.parse(line) as Some<K>
      return leaf.kind === kind && isIt(leaf) ? JSON.stringify({ ...leaf, ...more(leaf) }) : line
    })
const remove = (isIt: (leaf: Leaf) => boolean) => (lines: Lines) =>
  lines.filter((line) => !isIt(JSON.parse(line) as Leaf))
const append =
  (...more: ((at: string) => Leaf)[]) =>
  (lines: Lines) => {
    const { at } = JSON.parse(lines.at(-1)!) as Leaf
    return [...lines, ...more.map((make) => JSON.stringify(make(at)))]
  }
const withdrawal = (at: string): Some<'withdrawal'> => ({
  v: 2,
  kind: 'withdrawal',
  at,
  forecast: lost.forecast,
  by: first.author,
})
const voided = (at: string): Some<'void'> => ({
  v: 2,
  kind: 'void',
  at,
  game: first.game,
  date: first.date,
  cause: 'error',
  since: null,
  by: null,
})
const swap = (lines: Lines) => {
  const at = leaves.findIndex((leaf, i) => leaf.at < (leaves[i + 1]?.at ?? ''))
  return lines.with(at, lines[at + 1]!).with(at + 1, lines[at]!)
}

/** How, which check finds it without a kept checkpoint, and the change. */
const ATTACKS: [string, CheckId, (lines: Lines) => Lines][] = [
  [
    'leaves out a forecast that lost',
    'V1',
    remove((leaf) => isLost(leaf) || (leaf.kind === 'reveal' && leaf.forecast === lost.forecast)),
  ],
  ['leaves out a result', 'E4', remove((leaf) => leaf.kind === 'result' && ofDraw(leaf))],
  ['leaves out a withdrawal', 'N6', remove((leaf) => leaf.kind === 'withdrawal')],
  ['leaves out a time of a game', 'S3', remove((leaf) => leaf.kind === 'slot' && leaf.game === first.game)],
  ['leaves out an author', 'V7', remove((leaf) => leaf.kind === 'author')],
  ['exchanges two entries', 'S1', swap],
  ['repeats a forecast', 'V9', append((at) => ({ ...first, at }))],
  ['repeats the start', 'N4', append((at) => ({ ...leaves[0]!, at }))],
  ['changes the numbers of a result', 'N3', change('result', ofDraw, () => ({ winning: [1, 2, 3, 4, 91] }))],
  [
    'changes the numbers of a reveal',
    'R2',
    change(
      'reveal',
      ({ forecast }) => forecast === lost.forecast,
      ({ numbers }) => ({ numbers: numbers.map((n) => (n % 90) + 1) }),
    ),
  ],
  ['dates a forecast back', 'S1', change('version', isLost, ({ at }) => ({ at: later(at, -48) }))],
  [
    'moves the lock of a forecast later',
    'S4',
    change('version', isLost, ({ lock }) => ({ lock: later(lock!, 5) })),
  ],
  [
    'hides every forecast that lost until tomorrow',
    'S3',
    change(
      'version',
      ({ close }) => close !== null,
      ({ close, lock }) => ({ close: later(close!, 24), lock: later(lock!, 24) }),
    ),
  ],
  [
    'gives a forecast to another author',
    'R2',
    change('version', isLost, ({ author }) => ({ author: author + 1 })),
  ],
  ['gives a forecast to another game', 'S3', change('version', isLost, () => ({ game: 'other' }))],
  [
    'gives a forecast to another day',
    'S3',
    change('version', isLost, () => ({ date: '2026-12-24' as VersionLeaf['date'] })),
  ],
  [
    'gives a forecast another form',
    'V8',
    change('version', isLost, ({ form }) => ({ form: form === 'ten' ? 'banker' : 'ten' })),
  ],
  ['gives a forecast another place', 'V4', change('version', isLost, ({ nth }) => ({ nth: nth + 1 }))],
  [
    'publishes a forecast after its draw',
    'V6',
    append((at) => ({
      ...first,
      forecast: honest.forecasts.length + 1,
      version: 1,
      nth: honest.draws.find(({ draw }) => draw === lost.draw)!.forecasts + 1,
      at,
      commitment: '0'.repeat(64),
    })),
  ],
  [
    'edits a forecast after its draw',
    'V6',
    append((at) => ({ ...first, version: leaves.filter(isLost).length + 1, at, commitment: '1'.repeat(64) })),
  ],
  ['makes a lost draw void', 'E3', append((at) => voided(at))],
  [
    'says that a lost draw did not take place',
    'E3',
    append((at) => ({
      v: 2,
      kind: 'result',
      at,
      game: first.game,
      date: first.date,
      state: 'no_draw',
      drawn: null,
      winning: [],
      replaces: leaves.findLastIndex((leaf) => leaf.kind === 'result' && ofDraw(leaf)),
      by: null,
    })),
  ],
  [
    'corrects a result to a win',
    'E3',
    append((at) => ({
      ...(leaves.find((leaf) => leaf.kind === 'result' && ofDraw(leaf)) as Some<'result'>),
      at,
      winning: [1, 2, 3, 4, 5],
      replaces: leaves.findLastIndex((leaf) => leaf.kind === 'result' && ofDraw(leaf)),
    })),
  ],
  [
    'moves a lock later by a slot without notice',
    'S4',
    change(
      'slot',
      ({ game }) => game === first.game,
      ({ close }) => ({ close: close && '23:59' }),
    ),
  ],
  ['cuts the end off', 'N6', (lines) => lines.slice(0, -5)],
  ['leaves out the start', 'N4', (lines) => lines.slice(1)],
  ['reveals a forecast twice', 'R1', append((at) => ({ ...leaves.find(isReveal)!, at }))],
  [
    'reveals fewer numbers than it announced',
    'R3',
    change('version', isLost, ({ count }) => ({ count: count + 1, form: null })),
  ],
  [
    'leaves out a version number',
    'V2',
    append((at) => ({ ...first, version: 99, at, commitment: '2'.repeat(64) })),
  ],
  [
    'edits a forecast to another place',
    'V2',
    append((at) => ({
      ...first,
      version: leaves.filter(isLost).length + 1,
      nth: first.nth + 1,
      at,
      commitment: '3'.repeat(64),
    })),
  ],
  [
    'edits a withdrawn forecast',
    'V3',
    append((at) => ({ ...withdrawn, version: 99, at, commitment: '4'.repeat(64) })),
  ],
  ['draws after a week', 'E1', change('result', ofDraw, ({ date }) => ({ drawn: addDays(date, 7) }))],
  ['draws before its day', 'E1', change('result', ofDraw, ({ date }) => ({ drawn: addDays(date, -1) }))],
  ['draws four numbers', 'E1', change('result', ofDraw, ({ winning }) => ({ winning: winning.slice(1) }))],
  [
    'replaces no result by a correction',
    'E2',
    append((at) => ({
      ...(leaves.find((leaf) => leaf.kind === 'result' && ofDraw(leaf)) as Some<'result'>),
      at,
    })),
  ],
  [
    'withdraws a forecast of another author',
    'V10',
    append((at) => ({ ...withdrawal(at), by: first.author + 1 })),
  ],
  ['gives an error a time', 'E6', append((at) => ({ ...voided(at), since: at }))],
  ['calls a draw early without a time', 'E6', append((at) => ({ ...voided(at), cause: 'early' }))],
  [
    'makes a draw void and hides its forecasts',
    'R5',
    (lines) =>
      append((at) => voided(at))(
        remove((leaf) => isReveal(leaf) || (leaf.kind === 'result' && ofDraw(leaf)))(lines),
      ),
  ],
  [
    'gives a draw that did not take place a day',
    'E1',
    change('result', ofDraw, () => ({ state: 'no_draw', winning: [] })),
  ],
  [
    'begins a forecast with its second version',
    'V1',
    append((at) => ({
      ...first,
      forecast: honest.forecasts.length + 1,
      version: 2,
      at,
      commitment: '6'.repeat(64),
    })),
  ],
  ['withdraws a forecast twice', 'V10', append(withdrawal, withdrawal)],
  [
    'withdraws a forecast that it never published',
    'V10',
    append((at) => ({ ...withdrawal(at), forecast: honest.forecasts.length + 1 })),
  ],
  [
    'goes on after the end',
    'N11',
    append(
      (at) => ({ v: 2, kind: 'end', at, cause: 'key', next: 'lotto.test/log/2' }),
      (at) => ({
        ...first,
        at,
        commitment: '5'.repeat(64),
      }),
    ),
  ],
]

const NOTHING = { noted: [], cosigned: [] }

/** What a reader finds in a changed log that the operator has signed again. */
async function read(lines: Lines, noted: readonly string[]) {
  const record = lines.map((line) => `${line}\n`).join('')
  const { problems, notices, forecasts } = await verifyLog({
    ...original,
    record,
    current: checkpoint(lines),
    noted,
    cosigned: [],
  })
  const checks = (findings: typeof problems) => findings.map(({ check }) => check)
  const sentences = [...problems, ...notices].map(({ check, message }) => `${check} ${message}`)
  return { problems: checks(problems), notices, forecasts, sentences }
}

const kept = [checkpoint(log.lines)]

test.each(ATTACKS)('who %s is found (%s)', async (_, check, attack) => {
  const lines = attack(log.lines)
  const { problems, notices } = await read(lines, check === 'N6' ? kept : [])
  // What an honest operator may do, too, is shown at its entry.
  if (check === 'E3')
    expect(notices).toContainEqual(expect.objectContaining({ check, index: lines.length - 1 }))
  else expect(problems).toContain(check)
  // A checkpoint that the reader kept contradicts every change of what it has.
  if (lines.slice(0, log.lines.length).join() !== log.lines.join())
    expect((await read(lines, kept)).problems).toContain('N6')
})

test('a withdrawal after the draw changes nothing', async () => {
  const { problems, forecasts } = await read(append(withdrawal)(log.lines), kept)
  expect([problems, forecasts.find(({ forecast }) => forecast === lost.forecast)!.state]).toEqual([
    [],
    'scored',
  ])
})

test('an entry may be dated as far ahead as clocks may differ', async () => {
  const dated = async (ahead: number) => {
    const at = new Date(original.now + ahead).toISOString()
    const lines = append(() => ({ ...leaves.find(isReveal)!, at }))(log.lines)
    return (await read(lines, [])).problems
  }
  expect(await dated(LOG_RULES.clock)).toEqual(['R1'])
  expect(await dated(LOG_RULES.clock + 1)).toEqual(['S1', 'R1'])
})

test('a result may say that its draw took place six days late', async () => {
  const sixDaysLate = change('result', ofDraw, ({ date }) => ({ drawn: addDays(date, 6) }))
  expect((await read(sixDaysLate(log.lines), [])).problems).toEqual([])
})

test('a reveal is due an hour after the close, a result eight days after it', async () => {
  const index = leaves.findIndex((leaf) => leaf.kind === 'version' && leaf.close !== null)
  const lines = log.lines.slice(0, index + 1)
  const close = Date.parse((leaves[index] as VersionLeaf).close!)
  const at = async (now: number) => {
    const record = lines.map((line) => `${line}\n`).join('')
    const { problems } = await verifyLog({ ...original, record, current: checkpoint(lines), ...NOTHING, now })
    return problems.map(({ check }) => check)
  }
  expect(await at(close + HOUR)).toEqual([])
  expect(await at(close + HOUR + 1)).toEqual(['R6'])
  expect(await at(close + 8 * DAY)).toEqual(['R6'])
  expect(await at(close + 8 * DAY + 1)).toEqual(['R6', 'E4'])
})

test('a correction and a void show the scores that they remove', async () => {
  const numbers = (leaves.find(isReveal) as Some<'reveal'>).numbers
  const fives = [...numbers, ...Array.from({ length: 90 }, (_, i) => i + 1)]
  const winning = [...new Set(fives)].slice(0, 5)
  const last = leaves.findLastIndex((leaf) => leaf.kind === 'result' && ofDraw(leaf))
  const result = leaves[last] as Some<'result'>
  const end = log.lines.length
  const { sentences } = await read(
    append(
      (at) => ({ ...result, at, winning, replaces: last }),
      (at) => ({ ...result, at, state: 'no_draw', drawn: null, winning: [], replaces: end }),
      (at) => ({ ...result, at, replaces: end + 1 }),
      (at) => voided(at),
    )(log.lines),
    [],
  )
  const own = (text: string) => text.includes(lost.draw)
  expect(sentences.filter(own)).toMatchInlineSnapshot(`
    [
      "E3 It corrects the result of 2026-03-04 bingo. It was 15, 11, 76, 18, 14. Scores by it: forecast 1 0 hits.",
      "E3 It corrects the result of 2026-03-04 bingo. It was 54, 75, 17, 46, 58. Scores by it: forecast 1 0 hits.",
      "E3 It corrects the result of 2026-03-04 bingo. It was 77, 68, 23, 1, 2. Scores by it: forecast 1 3 hits, won.",
      "E3 It corrects the result of 2026-03-04 bingo. It was “no draw”.",
      "E3 The draw 2026-03-04 bingo is void (error). Scores by it: forecast 1 0 hits.",
    ]
  `)
})

test('every finding has its sentence', async () => {
  const found = new Set<string>()
  for (const [, , attack] of ATTACKS) {
    const { sentences } = await read(attack(log.lines), [])
    for (const one of sentences) found.add(one.replaceAll(/(?<= .*)\d+/g, '#'))
  }
  expect([...found].toSorted().join('\n')).toMatchInlineSnapshot(`
    "E1 A drawn result has a day and five numbers, another has neither.
    E1 It was drawn outside its week.
    E2 A correction names the last result of its draw, and a first result names none.
    E3 It corrects the result of #-#-# bingo. It was #, #, #, #, #.
    E3 It corrects the result of #-#-# bingo. It was #, #, #, #, #. Scores by it: forecast # # hits.
    E3 It corrects the result of #-#-# bingo. It was #, #, #, #. Scores by it: forecast # # hits.
    E3 It corrects the result of #-#-# bingo. It was “no draw”.
    E3 It corrects the result of #-#-# jackpot. It was #, #, #, #, #.
    E3 It corrects the result of #-#-# lucky. It was #, #, #, #, #.
    E3 The draw #-#-# bingo is void (early). Scores by it: forecast # # hits.
    E3 The draw #-#-# bingo is void (error) from #-#-# on.
    E3 The draw #-#-# bingo is void (error).
    E3 The draw #-#-# bingo is void (error). Scores by it: forecast # # hits.
    E3 The draw #-#-# lucky is void (early) from #-#-# on.
    E4 The draw #-#-# bingo has no result # days after its close.
    E4 The draw #-#-# other has no result # days after its close.
    E6 Only the cause “early” has a time.
    N11 The log ended before it.
    N11 The log ends here. It goes on at lotto.test/log/#.
    N3 The keys or values are not those of its kind.
    N4 A log starts once.
    N4 The first entry is not the start.
    R1 It reveals no hidden version.
    R2 Its numbers are not those that were committed to.
    R3 It has another count of numbers.
    R4 It reveals a forecast before its close.
    R5 Entry # was not revealed before the result of its draw.
    R6 It is still hidden after its close.
    R6 It reveals a forecast more than # minutes after its close.
    S1 It is dated before the entry above.
    S3 The schedule of the log has the close #-#-#T#:#:#.#Z.
    S3 The schedule of the log has the close of no draw.
    S4 The schedule of the log has the lock #-#-#T#:#:#.#Z.
    S4 The schedule of the log has the lock of no draw.
    S5 The time of jackpot on tuesday changes with less than # days of notice. Until then only an earlier lock counts.
    V1 Forecasts and versions are not numbered from # without gaps.
    V10 It withdraws no open forecast of its author.
    V2 Its draw, author or place differs from its first version.
    V2 Its version does not follow.
    V3 The forecast was withdrawn before.
    V4 It is forecast # of its draw, not #.
    V6 It was published after the result of its draw.
    V7 Its author has no entry.
    V8 Its form has another count of numbers.
    V9 Its commitment was used before."
  `)
})
