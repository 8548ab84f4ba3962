// An operator changes a record and recomputes its heads: what a reader finds.
import { expect, test } from 'vitest'
import {
  append,
  ATTACKS,
  change,
  isReveal,
  leaves,
  type Lines,
  log,
  lost,
  ofDraw,
  original,
  type Some,
  voided,
  withdrawal,
} from '../../../../tests/support/log/attacks.ts'
import { Heads, headText } from './head.ts'
import { addDays, DAY, HOUR } from '../../../platform/rules/base/calendar.ts'
import type { VersionLeaf } from './leaves.ts'
import { LOG_RULES } from './schedule.ts'
import { verifyLog } from './verify.ts'

/** What a reader finds in a changed record. */
async function read(lines: Lines, kept: readonly string[], now = original.now) {
  const record = lines.map((line) => `${line}\n`).join('')
  const { problems, notices, forecasts } = await verifyLog({
    ...original,
    record,
    heads: [],
    kept,
    texts: null,
    now,
  })
  const checks = (findings: typeof problems) => findings.map(({ check }) => check)
  const sentences = [...problems, ...notices].map(({ check, message }) => `${check} ${message}`)
  return { problems: checks(problems), notices, forecasts, sentences }
}

const kept = [headText({ size: log.lines.length, head: new Heads(log.lines).head()! })]

test.each(ATTACKS)('who %s is found (%s)', async (_, check, attack) => {
  const lines = attack(log.lines)
  const { problems, notices } = await read(lines, check === 'C2' ? kept : [])
  // What an honest operator may do, too, is shown at its entry.
  if (check === 'E3') expect(notices).toContainEqual(expect.objectContaining({ check, line: lines.length }))
  else expect(problems).toContain(check)
  // A head that the reader kept contradicts every change of what it has.
  if (lines.slice(0, log.lines.length).join() !== log.lines.join())
    expect((await read(lines, kept)).problems).toContain('C2')
})

test('a withdrawal after the draw changes nothing', async () => {
  const { problems, forecasts } = await read(append(withdrawal)(log.lines), kept)
  expect(problems).toEqual([])
  expect(forecasts.find(({ forecast }) => forecast === lost.forecast)!.state).toBe('scored')
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
  const at = async (now: number) => (await read(lines, [], now)).problems
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
      "E3 It corrects the result of 2026-03-04 lucky. It was 70, 30, 52, 56, 86. Scores by it: forecast 1 0 hits.",
      "E3 It corrects the result of 2026-03-04 lucky. It was 80, 87, 5, 70, 1. Scores by it: forecast 1 0 hits.",
      "E3 It corrects the result of 2026-03-04 lucky. It was “no draw”.",
      "E3 The draw 2026-03-04 lucky does not count (error). Scores by it: forecast 1 0 hits.",
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
    "D1 It is dated by the site’s own clock only.
    E1 A drawn result has a day and five numbers, another has neither.
    E1 It was drawn outside its week.
    E2 A correction names the last result of its draw, and a first result names none.
    E3 It corrects the result of #-#-# bingo. It was “no draw”.
    E3 It corrects the result of #-#-# jackpot. It was “no draw”.
    E3 It corrects the result of #-#-# lucky. It was #, #, #, #, #.
    E3 It corrects the result of #-#-# lucky. It was #, #, #, #, #. Scores by it: forecast # # hits.
    E3 It corrects the result of #-#-# lucky. It was “no draw”.
    E3 The draw #-#-# bingo does not count (early) from #-#-# on. Scores by it: forecast # # hits.
    E3 The draw #-#-# bingo does not count (error).
    E3 The draw #-#-# lucky does not count (deleted).
    E3 The draw #-#-# lucky does not count (early) from #-#-# on.
    E3 The draw #-#-# lucky does not count (early). Scores by it: forecast # # hits.
    E3 The draw #-#-# lucky does not count (error) from #-#-# on.
    E3 The draw #-#-# lucky does not count (error).
    E3 The draw #-#-# lucky does not count (error). Scores by it: forecast # # hits.
    E4 The draw #-#-# lucky has no result # days after its close.
    E4 The draw #-#-# other has no result # days after its close.
    E6 Only the cause “early” has a time.
    N1 The line is not # to #,# printable ASCII characters.
    N3 The keys or values are not those of its kind.
    N4 A log starts once.
    N4 The first entry is not the start.
    R1 It reveals no hidden version.
    R2 Its numbers are not those that were committed to.
    R3 It has another count of numbers.
    R4 It reveals a forecast before its close.
    R5 Line # was not revealed before the result of its draw.
    R6 It is still hidden after its close.
    S1 It is dated before the entry above.
    S1 It is dated in the future.
    S3 The schedule of the log has the close #-#-#T#:#:#.#Z.
    S3 The schedule of the log has the close of no draw.
    S4 The schedule of the log has the lock #-#-#T#:#:#.#Z.
    S4 The schedule of the log has the lock of no draw.
    S5 The time of bingo on friday changes with less than # days of notice. Until then only an earlier lock counts.
    S5 The time of jackpot on sunday changes with less than # days of notice. Until then only an earlier lock counts.
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
