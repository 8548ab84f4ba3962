import {
  expectedCount,
  expectedLongestGap,
  HIT_PROBABILITY,
  luckOfGap,
} from '../../../draws/rules/luck/chance.ts'
import { binomial } from '../../../draws/rules/luck/counts.ts'
import { centralRange, meanOf } from '../../../draws/rules/luck/distribution.ts'
import { ballOf, COLUMNS, rowOf } from '../../../draws/rules/classification/classification.ts'
import { dayOf, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import {
  BALLS_PER_DRAW,
  dateAt,
  drawsWith,
  firstOnOrAfter,
  type GameDraws,
  hasSamples,
  type History,
} from '../../../draws/rules/history.ts'
import { present } from '../../../platform/rules/base/lists.ts'

/** The answer about a number, on the server and on a phone without a network. */
export function numberAnswer(
  { games, history }: { games: readonly { key: string; name: string }[]; history: History },
  number: number,
) {
  const names = new Map(games.map(({ key, name }) => [key, name]))
  const facts = numberFacts(history, [...names.keys()], number)
  return {
    ...facts,
    games: facts.games.map((entry) => ({ ...entry, name: present(names.get(entry.game)) })),
    sample: hasSamples(history),
  }
}

/**
 * What the history and the chart have on a number. Days without a draw do not count, so the figures equal those of the
 * number search.
 *
 * @param number 1 to 90
 * @param games the keys of the games, in display order
 */
export function numberFacts(history: History, games: readonly string[], number: number) {
  const found = games.flatMap((game) => {
    const draws = history.games.get(game)
    return draws ? [numberInGame(draws, number)] : []
  })
  const sum = (figure: 'count' | 'draws') => found.reduce((total, entry) => total + entry[figure], 0)
  const draws = sum('draws')
  const wait = luckOfGap(draws)
  return {
    number,
    count: sum('count'),
    draws,
    from: found.map(({ game }) => dateAt(present(history.games.get(game)), 0)).sort()[0] ?? null,
    expected: expectedCount(draws),
    usual: centralRange(binomial(draws, HIT_PROBABILITY)),
    waited: { value: drawsSince(history, found), mean: meanOf(wait), ...centralRange(wait) },
    relatives: relativesOf(number),
    // The sort is stable: games of equal dates stay in display order.
    games: found.sort((a, b) => (b.last ?? '').localeCompare(a.last ?? '')),
  }
}

/** Draws on days after the number's last one, over all its games. */
function drawsSince(history: History, found: readonly ReturnType<typeof numberInGame>[]): number {
  const days = found.flatMap(({ last }) => (last ? [dayOf(last) + 1] : []))
  return found.reduce((total, { game }) => {
    const draws = present(history.games.get(game))
    return total + drawsWith(draws, [firstOnOrAfter(draws, Math.max(0, ...days)), draws.length])
  }, 0)
}

/** The nine relatives in the order of the chart. A cell that is not a ball has none. */
function relativesOf(number: number) {
  const row = present(rowOf(number))
  return COLUMNS.slice(1).map(([key, name]) => {
    const cell = String(row[key])
    return { name, cell, ball: ballOf(cell) }
  })
}

/** A number among the winning five of one game. `since` and `longest` count draws without it. */
function numberInGame(draws: GameDraws, number: number) {
  let count = 0
  let last: LagosDate | null = null
  let since = 0
  let longest = 0
  for (let i = 0; i < draws.length; i++) {
    const start = i * BALLS_PER_DRAW
    const winning = draws.balls.subarray(start, start + DRAW_LIMITS.ballsPerSet)
    if (winning[0] === 0) continue
    if (winning.includes(number)) {
      count++
      last = dateAt(draws, i)
      since = 0
    } else since++
    longest = Math.max(longest, since)
  }
  const drawn = drawsWith(draws, [0, draws.length])
  return {
    game: draws.game,
    count,
    draws: drawn,
    last,
    since,
    longest,
    longestByLuck: expectedLongestGap(drawn),
  }
}
