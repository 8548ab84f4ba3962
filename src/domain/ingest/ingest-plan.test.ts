import { describe, expect, test } from 'vitest'
import { planOf } from '../../../tests/support/ingest.ts'
import { addDays, endOfDay, formatDate, parseDate } from '../base/calendar.ts'
import { MAX_SAME_SETS } from '../draws/draw-warnings.ts'
import { seedGames } from '../draws/games.ts'
import { planIngest, type IngestRow } from './ingest-plan.ts'

const TODAY = parseDate('2024-12-31')!
const GAMES = seedGames(parseDate('2020-01-01')!)
const OPTIONS = { nearNames: false, now: endOfDay(TODAY) - 1, games: GAMES, dateOrder: null }
const A = [26, 34, 8, 51, 84]
const B = [11, 67, 57, 36, 75]

const row = (game: string, date: string, change: Partial<IngestRow> = {}): IngestRow => ({
  line: 1,
  game,
  date,
  serial: '',
  winning: A,
  machine: [],
  ...change,
})

describe('unknown games that are added', () => {
  test.each<[what: string, names: string[], added: string[], recorded: string[]]>([
    ['a key', ['tota'], ['tota'], ['tota']],
    ['also for a row before the one with the key', ['Tota Lotto', 'tota'], ['tota'], ['tota', 'tota']],
    ['in the order of their rows', ['vag', 'tota', 'vag'], ['vag', 'tota'], ['vag', 'tota', 'vag']],
    ['not for a name that resembles a known game', ['6', 'lucky', 'Midwek'], [], []],
    ['not for a name of a known game', ['Diamond', 'diamond'], [], ['diamond', 'diamond']],
    ['not for a text that cannot be a key', ['no-key', ''], [], []],
    ['not for a spelling that two added games share', ['a_b', 'ab', 'A B'], ['a_b', 'ab'], ['a_b', 'ab']],
  ])('%s', (_, names, added, recorded) => {
    const rows = names.map((name, i) => row(name, addDays(TODAY, -i - 1)))
    const plan = planIngest(rows, [], { ...OPTIONS, addGames: true })
    expect(plan.gamesAdded).toEqual(added)
    const orders = plan.games.slice(GAMES.length).map(({ key, order, slots }) => [key, order, slots])
    expect(orders).toEqual(added.map((key, i) => [key, GAMES.at(-1)!.order + 1 + i, []]))
    expect(plan.outcomes.flatMap((outcome) => (outcome.verdict === 'new' ? [outcome.to.game] : []))).toEqual(
      recorded,
    )
  })
})

describe('warnings compare a row with the draws as they are after the ingest', () => {
  const warningsOf = (rows: IngestRow[], stored: IngestRow[] = []) => {
    const { inserted } = planOf(stored, [], OPTIONS)
    return planOf(rows, inserted, OPTIONS).warned.flatMap(({ reasons }) => reasons)
  }

  test('a row is not compared with itself', () => {
    expect(warningsOf([row('metro', '2024-12-30')])).toEqual([])
  })

  test('two rows with the same numbers, of one set or of two', () => {
    const rows = [row('metro', '2024-12-30'), row('metro', '2024-12-23', { winning: B, machine: A })]
    expect(warningsOf(rows).filter((text) => text.startsWith('The same'))).toEqual([
      'The same winning numbers as the machine numbers of Metro of Mon 23 Dec 2024.',
      'The same machine numbers as the winning numbers of Metro of Mon 30 Dec 2024.',
    ])
  })

  test('a stored draw as the row corrects it', () => {
    const stored = [row('metro', '2024-12-23')]
    const rows = [row('metro', '2024-12-23', { winning: B }), row('metro', '2024-12-30')]
    expect(warningsOf(rows, stored).filter((text) => text.startsWith('The same'))).toEqual([])
  })

  test('the next stored draw has a lower number, but not the next row, which has its own warning', () => {
    const [first, next] = [
      row('metro', '2024-12-23', { serial: '52' }),
      row('metro', '2024-12-30', { serial: '51', winning: B }),
    ]
    const numbered = (texts: string[]) => texts.filter((text) => text.startsWith('No.'))
    expect(numbered(warningsOf([first], [next]))).toEqual([
      'No. 52 is too high: the draw of Mon 30 Dec 2024 has No. 51.',
    ])
    expect(numbered(warningsOf([first, next]))).toEqual([
      'No. 51 goes back: the draw of Mon 23 Dec 2024 has No. 52.',
    ])
  })

  test('of many draws with the same numbers, the first ones', () => {
    const days = Array.from({ length: MAX_SAME_SETS + 2 }, (_, i) => addDays(TODAY, -7 * (i + 1)))
    const rows = days.map((date) => row('aseda', date)).reverse()
    const last = warningsOf(rows).filter((text) => text.startsWith('The same'))
    expect(last.at(-1)).toBe(`The same winning numbers as Aseda of ${formatDate(days[2]!)} and others.`)
  })
})
