import { describe, expect, test } from 'vitest'
import { dateOfDay, dayOf, endOfDay, parseDate } from '../../../platform/rules/base/calendar.ts'
import type { Draw } from '../draw.ts'
import { seedGames } from '../games.ts'
import { gapsOf } from '../gaps.ts'
import { historyOf } from '../history.ts'
import { type ListedPlan, planOf } from '../../../../tests/support/ingest.ts'
import type { IngestRow } from './ingest-plan.ts'
import { sampleDraws } from '../sample-draws.ts'

const day = (text: string) => parseDate(text)!
const GAMES = seedGames(day('2020-01-01'))
const plan = (rows: readonly IngestRow[], stored: ReadonlyMap<string, Draw>) =>
  planOf(rows, [...stored.values()], { now: endOfDay(day('2024-12-31')) - 1, games: GAMES })
const linesWith = ({ warned }: ListedPlan, words: RegExp) =>
  warned.flatMap(({ line, reasons }) => (reasons.some((reason) => words.test(reason)) ? [line] : []))
const gapsAfter = ({ inserted }: ListedPlan) =>
  gapsOf(
    historyOf(inserted.map((draw) => ({ ...draw, day: dayOf(draw.date), sample: false }))),
    GAMES,
    day('2024-12-31'),
  )

/** Samples of October 2023 to December 2024 as rows of a file, with the faults of real files. */
function generatedRows(): { rows: IngestRow[]; lineOf: (game: string, date: string) => number } {
  const rows = sampleDraws(GAMES, day('2023-10-01'), day('2024-12-31'), Infinity).map(
    (draw, i): IngestRow => ({
      line: i + 2,
      game: draw.game,
      date: dateOfDay(draw.day),
      serial: String(draw.serial),
      status: 'ok',
      winning: draw.winning.map(String),
      machine: draw.machine.map(String),
    }),
  )
  const find = (game: string, date: string) => rows.find((row) => row.game === game && row.date === date)!
  const lineOf = (game: string, date: string) => find(game, date).line
  const suspect = find('inter', '2024-08-29')
  Object.assign(suspect, { status: 'suspect', winning: [...suspect.winning.slice(0, 4), suspect.winning[0]] })
  Object.assign(find('msp', '2023-12-25'), { status: 'no_draw', winning: ['', '', '', '', ''], machine: [] })
  find('gold', '2023-10-20').machine = find('metro', '2023-10-20').machine
  find('bingo', '2023-10-05').serial = find('bingo', '2023-10-02').serial
  find('bingo', '2024-02-05').serial = find('bingo', '2024-02-01').serial
  // A holiday moves Aseda of Sunday 31 March 2024 to Monday.
  find('aseda', '2024-03-31').date = '2024-04-01'
  for (const row of rows.filter((_, i) => i % 20 === 0)) if (row.game === 'super') row.game = 'tota'
  return { rows: rows.filter((row) => row !== find('jackpot', '2024-09-10')), lineOf }
}

describe('a generated file of October 2023 to December 2024 with the faults of real files', () => {
  const { rows, lineOf } = generatedRows()
  const result = plan(rows, new Map())
  const unknown = rows.filter(({ game }) => game === 'tota')

  test('every row is accepted except those of an unknown game and the suspect one', () => {
    expect(unknown.length).toBeGreaterThan(0)
    expect(result.unknownGames).toMatchObject([{ name: 'tota', rows: unknown.length }])
    expect(result.refused).toEqual([
      {
        line: lineOf('inter', '2024-08-29'),
        game: 'inter',
        date: '2024-08-29',
        reasons: [
          'The row is marked suspect.',
          expect.stringMatching(/ is entered twice among the winning numbers\.$/),
        ],
      },
    ])
    expect(result.inserted).toHaveLength(rows.length - unknown.length - 1)
    expect(result.inserted.filter((draw) => draw.state === 'no_draw')).toHaveLength(1)
  })

  test('warnings name the moved draw, the copied set, the repeated serial and the gaps', () => {
    expect(linesWith(result, /does not usually draw on a Monday/)).toEqual([lineOf('aseda', '2024-04-01')])
    expect(linesWith(result, /^The same machine numbers as/)).toEqual(
      [lineOf('gold', '2023-10-20'), lineOf('metro', '2023-10-20')].toSorted((a, b) => a - b),
    )
    expect(linesWith(result, /^No\. \d+ repeats/)).toEqual([
      lineOf('bingo', '2023-10-05'),
      lineOf('bingo', '2024-02-05'),
    ])
    expect(linesWith(result, /is not recorded\.$/)).toContain(lineOf('jackpot', '2024-09-13'))
  })

  test('the gaps are the suspect draw, the one that is not in the file and those of the unknown game', () => {
    const own = gapsAfter(result).filter(({ game }) => game !== 'super')
    expect(own).toEqual([
      { game: 'jackpot', date: '2024-09-10' },
      { game: 'inter', date: '2024-08-29' },
    ])
  })
})
