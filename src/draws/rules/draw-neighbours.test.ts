import { describe, expect, test } from 'vitest'
import { dayOf, parseDate } from '../../platform/rules/base/calendar.ts'
import { closeAfter, drawAfter } from './draw-neighbours.ts'
import { type Game, seedGames } from './games.ts'
import { dateAt, type GameDraws, historyOf } from './history.ts'
import { historyDraw } from '../../../tests/support/history-draw.ts'

const day = (text: string) => parseDate(text)!
const GAMES = seedGames(day('1962-01-01'))
const gameOf = (key: string) => GAMES.find((one) => one.key === key)!

/** Draws of a game from texts such as `2024-06-24`, `2024-06-24 #25` or `2024-06-24 none`. */
function drawsOf(game: string, ...texts: string[]): GameDraws {
  const draws = texts.map((text) => {
    const none = text.endsWith('none')
    return historyDraw({
      game,
      day: dayOf(day(text.slice(0, 10))),
      state: none ? 'no_draw' : 'drawn',
      serial: Number(/#(\d+)/.exec(text)?.[1]) || null,
      winning: none ? [] : [1, 2, 3, 4, 5],
    })
  })
  return historyOf(draws).games.get(game)!
}

describe('the next draw', () => {
  test.each([
    ['the following one', ['2025-06-23', '2025-06-26', '2025-06-30'], '2025-06-26'],
    ['after a day without a draw', ['2025-06-23', '2025-06-26 none', '2025-06-30'], '2025-06-30'],
    ['none after the newest', ['2025-06-19', '2025-06-23'], null],
    ['none when only a day without a draw follows', ['2025-06-23', '2025-06-26 none'], null],
  ])('%s', (_what, texts, expected) => {
    const draws = drawsOf('diamond', ...texts)
    const found = drawAfter(draws, day('2025-06-23'))
    expect(found === null ? null : dateAt(draws, found)).toBe(expected)
  })
})

describe('the close after the newest draw', () => {
  // Diamond closes on Mondays at 09:30 and on Thursdays at 15:30 in Lagos, one hour ahead of UTC.
  const closeOf = (now: string, game: Game, ...texts: string[]) =>
    closeAfter(game, drawsOf(game.key, ...texts), day(texts[0]!), Date.parse(now))?.closesAt ?? null
  const at = (text: string) => Date.parse(text)

  test.each([
    ['later in the week', '2025-06-23T12:00Z', ['2025-06-23'], '2025-06-26T14:30Z'],
    ['still today, on a later day than the draw', '2025-06-26T08:00Z', ['2025-06-23'], '2025-06-26T14:30Z'],
    ['of a draw whose result is late', '2025-06-27T12:00Z', ['2025-06-23'], '2025-06-26T14:30Z'],
    ['skips a draw not recorded for a day', '2025-06-27T16:00Z', ['2025-06-23'], '2025-06-30T08:30Z'],
    [
      'skips a day without a draw',
      '2025-06-26T08:00Z',
      ['2025-06-23', '2025-06-26 none'],
      '2025-06-30T08:30Z',
    ],
    ['of an old draw, from today on', '2025-06-28T08:00Z', ['2024-01-01'], '2025-06-30T08:30Z'],
  ])('%s', (_what, now, texts, expected) => {
    expect(closeOf(now, gameOf('diamond'), ...texts)).toBe(at(expected))
  })

  test('is missing for a game that no longer draws', () => {
    const ended = { ...gameOf('diamond'), active: false }
    expect(closeOf('2025-06-23T12:00Z', ended, '2025-06-23')).toBeNull()
  })
})
