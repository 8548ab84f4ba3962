import { describe, expect, test } from 'vitest'
import { planOf } from '../../../../tests/support/ingest.ts'
import { addDays, endOfDay, formatDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { DESK_LIMITS } from '../desk.ts'
import { withMeanings } from '../game-names.ts'
import { seedGames } from '../games.ts'
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

describe('names that no game has', () => {
  test.each<[what: string, names: string[], recorded: string[]]>([
    ['are refused, also where they resemble a game', ['6', 'lucky', 'Midwek', 'tota'], []],
    ['are read as the game that staff chose', ['lucky', 'tota', 'lucky'], ['lucky_G', '06', 'lucky_G']],
    ['are no other spellings of such names', ['Luckys', 'tota lotto'], []],
    ['do not change the name of a game', ['Diamond', 'gold'], ['diamond', 'gold']],
  ])('%s', (what, names, recorded) => {
    const meant = [
      ['lucky', 'lucky_G'],
      ['tota', '06'],
      ['gold', 'none'],
      ['diamond', 'gold'],
    ] as const
    const games = what.startsWith('are refused') ? GAMES : withMeanings(GAMES, meant)
    const rows = names.map((name, i) => row(name, addDays(TODAY, -i - 1)))
    const { outcomes, unknownGames } = planIngest(rows, [], { ...OPTIONS, games })
    expect(outcomes.flatMap((outcome) => (outcome.verdict === 'new' ? [outcome.to.game] : []))).toEqual(
      recorded,
    )
    expect(outcomes.length + unknownGames.length).toBe(names.length)
  })

  test('are one name in upper and lower case, known or not', () => {
    const rows = ['DIAMOND', 'Daimonds', 'DAIMONDS', 'Sapphire', 'SAPPHIRE'].map((name, i) =>
      row(name, addDays(TODAY, -i - 1)),
    )
    const games = withMeanings(GAMES, [['daimonds', 'diamond']])
    const { outcomes, unknownGames } = planIngest(rows, [], { ...OPTIONS, games })
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['new', 'new', 'new'])
    expect(unknownGames).toMatchObject([{ name: 'Sapphire', rows: 2 }])
  })

  test('are proposed where a spreadsheet took the zero from 06, and only where staff see it', () => {
    const wantedOf = (nearNames: boolean) => {
      const { outcomes, unknownGames } = planIngest([row('6', TODAY)], [], { ...OPTIONS, nearNames })
      return [
        outcomes.map((one) => 'to' in one && [one.to.game, one.warnings]),
        unknownGames.map(({ reason }) => reason),
      ]
    }
    expect(wantedOf(true)).toEqual([[['06', ['Read “6” as 06.']]], []])
    expect(wantedOf(false)).toEqual([[], ['Unknown game "6". Is it 06?']])
  })

  test('have no warning about the times of a game that was just added', () => {
    const late = GAMES.map((game) => ({
      ...game,
      slots: game.slots.map((slot) => ({ ...slot, validFrom: TODAY })),
    }))
    const warned = (games: typeof GAMES) =>
      planOf([row('gold', addDays(TODAY, -1))], [], { ...OPTIONS, games }).warned.length
    expect([warned(GAMES), warned(late)]).toEqual([1, 0])
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
      'No. 51 is too low: the draw of Mon 23 Dec 2024 has No. 52.',
    ])
  })

  test('of many draws with the same numbers, the first ones', () => {
    const days = Array.from({ length: DESK_LIMITS.sameSets + 2 }, (_, i) => addDays(TODAY, -7 * (i + 1)))
    const rows = days.map((date) => row('aseda', date)).reverse()
    const last = warningsOf(rows).filter((text) => text.startsWith('The same'))
    expect(last.at(-1)).toBe(`The same winning numbers as Aseda of ${formatDate(days[2]!)} and others.`)
  })
})
