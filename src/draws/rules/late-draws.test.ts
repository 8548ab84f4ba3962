import { describe, expect, test } from 'vitest'
import { instantAt, type LagosDate, parseDate } from '../../platform/rules/base/calendar.ts'
import { lateAlert } from '../../../tests/support/late-alert.ts'
import { seedGames } from './games.ts'
import { lateAlertDates, lateDrawEnd, lateDraws, lateNotification, type RecordedDraw } from './late-draws.ts'

const day = (text: string) => parseDate(text)!
const GAMES = seedGames(day('2020-01-01'))
const at = (date: string, clock: string) => {
  const [hours, minutes] = clock.split(':').map(Number)
  return instantAt(day(date), hours! * 60 + minutes!)
}
const LONG_AGO = at('2023-01-01', '00:00')
const record = (game: string, date: string, state: RecordedDraw['state'] = 'drawn'): RecordedDraw => ({
  game,
  date: day(date),
  state,
})
/** All draws of Sunday 1 October 2023 and of the Monday after, apart from those that a test leaves out. */
const [SUNDAY, MONDAY, TUESDAY] = ['2023-10-01', '2023-10-02', '2023-10-03']
const ofSunday = [record('aseda', SUNDAY)]
const late = (recorded: readonly RecordedDraw[], now: number, since = LONG_AGO, games = GAMES) =>
  lateDraws(games, recorded, since, now).map(({ game, date }) => `${game} ${date}`)

// Diamond closes on Monday at 9:30 and its result is expected at 10:00; Peoples follows at 12:30, Bingo at 15:30.
describe('a late draw', () => {
  test.each<[string, string, string[]]>([
    ['has closed', '09:31', []],
    ['is overdue, but staff may be entering it', lateAlert(-1), []],
    ['is overdue for the minutes that staff have', lateAlert(), ['diamond 2023-10-02']],
    ['is one of several', '13:15', ['diamond 2023-10-02', 'peoples 2023-10-02']],
  ])('%s: %s', (_, clock, found) => {
    expect(late(ofSunday, at(MONDAY, clock))).toEqual(found)
  })

  test('has the time at which its result was expected', () => {
    expect(lateDraws(GAMES, ofSunday, LONG_AGO, at(MONDAY, '11:00'))).toEqual([
      { game: 'diamond', date: MONDAY, expectedAt: at(MONDAY, '10:00') },
    ])
  })

  test.each<[string, RecordedDraw[]]>([
    ['it is entered', [record('diamond', MONDAY)]],
    ['it is marked as no draw', [record('diamond', MONDAY, 'no_draw')]],
    ['it was held on the day before', [record('diamond', '2023-09-28'), record('diamond', SUNDAY)]],
  ])('is none when %s', (_, recorded) => {
    const sorted = [...ofSunday, ...recorded].toSorted((a, b) => (a.date < b.date ? -1 : 1))
    expect(late(sorted, at(MONDAY, '11:00'))).toEqual([])
  })

  test('is none for another game’s record, or for a record of last week', () => {
    const others = [record('diamond', '2023-09-25'), ...ofSunday, record('bingo', MONDAY)]
    expect(late(others, at(MONDAY, '11:00'))).toEqual(['diamond 2023-10-02'])
  })

  test('is none of a game that no longer draws', () => {
    const games = GAMES.map((game) => (game.key === 'diamond' ? { ...game, active: false } : game))
    expect(late(ofSunday, at(MONDAY, '11:00'), LONG_AGO, games)).toEqual([])
  })

  test('is none whose result was expected before the database existed', () => {
    expect(late(ofSunday, at(MONDAY, '14:00'), at(MONDAY, '10:01'))).toEqual(['peoples 2023-10-02'])
    expect(late(ofSunday, at(MONDAY, '14:00'), at(MONDAY, '10:00'))).toHaveLength(2)
  })

  test('is of today or yesterday, however long nothing was entered', () => {
    const found = late([], at(TUESDAY, '00:05'))
    expect(found.map((text) => text.split(' ')[1])).toEqual(Array(6).fill(MONDAY))
    expect(found.at(0)).toBe('diamond 2023-10-02')
    expect(lateAlertDates(at(TUESDAY, '00:05'))).toEqual([MONDAY, TUESDAY])
  })
})

describe('the alarm about a late draw ends', () => {
  const msp = GAMES.find(({ key }) => key === 'msp')!
  const ended = (recorded: RecordedDraw[], game: typeof msp | undefined = msp, date = MONDAY) =>
    lateDrawEnd(game, recorded, day(date) satisfies LagosDate)

  test.each<[string, RecordedDraw[], string | null]>([
    ['never by itself', [], null],
    ['not with the draw of another game', [record('diamond', MONDAY)], null],
    ['not with the draw of the week after', [record('msp', '2023-10-09')], null],
    ['with its result', [record('msp', MONDAY)], 'The result was entered.'],
    ['with no draw', [record('msp', MONDAY, 'no_draw')], 'It was marked as no draw.'],
    ['with the draw that a holiday moved', [record('msp', TUESDAY)], 'The draw was held on another day.'],
    ['with a draw three days later', [record('msp', '2023-10-05')], 'The draw was held on another day.'],
    ['not with a draw four days later', [record('msp', '2023-10-06')], null],
  ])('%s', (_, recorded, reason) => {
    expect(ended(recorded)).toBe(reason)
  })

  test('not with the next day’s draw, if that was moved from the day before', () => {
    const friday = '2023-10-06'
    // Two missing days: Diamond draws on Mondays and Thursdays, so Friday's draw is Thursday's.
    const diamond = GAMES.find(({ key }) => key === 'diamond')!
    expect(ended([record('diamond', friday)], diamond)).toBeNull()
    expect(ended([record('diamond', friday)], diamond, '2023-10-05')).toBe(
      'The draw was held on another day.',
    )
  })

  test('when the game ends, and when its slot never existed', () => {
    const gone = 'The game no longer draws on that day.'
    expect([ended([], { ...msp, active: false }), ended([], { ...msp, slots: [] })]).toEqual([gone, gone])
    expect(lateDrawEnd(undefined, [], day(MONDAY))).toBe(gone)
  })
})

test('the notification names each late draw', () => {
  const [gold, king] = [
    { gameName: 'Gold', date: day(TUESDAY) },
    { gameName: 'Premier King', date: day(MONDAY) },
  ]
  expect(lateNotification([gold])).toEqual({
    title: 'Late: Gold, Tue 3 Oct',
    body: 'No result has been entered.',
    path: '/admin',
  })
  expect(lateNotification([king, gold])).toEqual({
    title: '2 draws are late',
    body: 'Premier King, Mon 2 Oct\nGold, Tue 3 Oct',
    path: '/admin',
  })
})
