import { dayOf, formatDate, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { ALL_NUMBERS, DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { drawsWords } from '../../../platform/rules/base/words.ts'
import { dateAt } from '../../../draws/rules/history.ts'
import { drawsWith, searchScreen } from '../parts/rows.ts'
import * as scopes from '../parts/scope.ts'
import * as words from '../parts/words.ts'
import type { Said, Slots } from '../read/types.ts'
import * as kind from './intent.ts'

/** When numbers came first and last. */

type OfNumber = kind.Asked<kind.OneNumber>

const ofOneNumber = (t: Slots, c: kind.Context) => (t.numbers?.length === 1 ? kind.scoped(t, c) : null)

/** The newest or the oldest date with a number and every game of that date; null if it never came. */
const seen = (end: 'newest' | 'oldest') =>
  ({
    plan: 'free',
    uses: ['numbers', ...kind.SCOPE],
    read: ofOneNumber,
    value({ scope, slots }: OfNumber) {
      const { date, games } = scopes.drawsWithAll(scope, slots.numbers, end)
      return date === null ? null : { date, games }
    },
    say(found: { date: LagosDate; games: string[] } | null, { slots, scope, data }: OfNumber): Said {
      const [number] = slots.numbers
      const ball = words.ballOf(number)
      const value = `1 of ${Math.round(1 / scopes.chanceOfPlace(number))} draws`
      const luck = { name: 'Any number comes in', value }
      if (!found)
        return {
          ball,
          figure: words.timesInDraws(0, scopes.trialsOf(scope, number.type)),
          facts: [luck],
        }
      const since = { name: 'Draws since', value: drawsWords(drawsSince(scope, found.date)) }
      return {
        ball,
        figure: `${formatDate(found.date)}, ${found.games.map((key) => words.nameOf(key, data)).join(', ')}`,
        facts: [...(end === 'newest' ? [since] : []), luck],
      }
    },
    question: ({ numbers: [number] }: kind.OneNumber, scope: string) =>
      `When did ${number.number} ${end === 'newest' ? 'last' : 'first'} come${words.placeWords(number)} ${scope}`,
    screen: searchScreen,
  }) as const

export const lastSeen = kind.intent({
  ...seen('newest'),
  key: 'last-seen',
  asks: 'last; when come',
  also: 'when what tey draw with win result come since',
  examples: ['when last did 8 play', '45 last seen'],
  rows: drawsWith('every'),
})

export const firstSeen = kind.intent({
  ...seen('oldest'),
  key: 'first-seen',
  asks: 'first',
  also: 'when what draw with win come',
  examples: ['first time 31 played in bonanza'],
})

/** The draws of a scope after a day. */
function drawsSince(scope: readonly scopes.GameScope[], date: LagosDate): number {
  const day = dayOf(date)
  return scope.reduce((sum, game) => sum + game.at.filter((i) => itemAt(game.draws.days, i) > day).length, 0)
}

/** Draws of a game after the last one with a number. A number that never came has all draws and no date. */
export const gap = kind.intent({
  key: 'gap',
  plan: 'free',
  asks: 'gap; sleep; tey; stay; drawcount|howlong since|never|last|not|sleep|stay; howlong come',
  also: 'since stay never last not sleep tey what draw drawcount howlong come when',
  uses: ['numbers', 'games'],
  fill: kind.inGames,
  read: (t, c) => (t.games?.length === 1 ? ofOneNumber(t, c) : null),
  examples: ['gap of 55 in jackpot', 'how many draws 2 don miss for inter'],
  value({ scope: [game], slots }: OfNumber): { draws: number; last: LagosDate | null } {
    if (!game) return { draws: 0, last: null }
    const since = [...game.at].reverse().findIndex((i) => scopes.comesIn(game.draws, i, slots.numbers[0]))
    if (since < 0) return { draws: game.at.length, last: null }
    return { draws: since, last: dateAt(game.draws, itemAt(game.at, -1 - since)) }
  },
  say({ draws: missed, last }, { slots: { numbers } }) {
    const hundredths = Math.round((1 - scopes.chanceOfPlace(numbers[0])) ** missed * 100)
    return {
      ball: words.ballOf(numbers[0]),
      figure: last === null ? words.timesInDraws(0, missed) : `${drawsWords(missed)} without it`,
      facts: [
        ...words.lastFact(last),
        {
          name: 'A wait this long by luck',
          value: hundredths === 0 ? 'less than 1 in 100' : `${hundredths} in 100 times`,
        },
      ],
    }
  },
  question: ({ numbers }, scope) => `What is the gap of ${words.numberWords(numbers[0])} ${scope}`,
  rows: drawsWith('every'),
  screen: searchScreen,
})

/** Numbers that never came. */
export const neverDrawn = kind.intent({
  key: 'never-drawn',
  plan: 'basic',
  asks: 'never number|numbers|what; not what|numbers come',
  also: 'not what draw number come',
  uses: ['type', 'box', ...kind.SCOPE],
  read: kind.scoped,
  examples: ['numbers that have never come in king this year'],
  value({ scope, slots }: kind.Asked) {
    const counts = scopes.frequencies(scope, slots)
    const isEmpty = scopes.trialsOf(scope, slots.type) === 0
    return isEmpty ? [] : ALL_NUMBERS.filter((number) => counts[number] === 0)
  },
  say(numbers, { scope, slots }) {
    const trials = scopes.trialsOf(scope, slots.type)
    if (trials === 0) return { figure: 'No draws' }
    const byLuck = DRAW_LIMITS.highestBall * (1 - scopes.chanceOfPlace(slots)) ** trials
    const value = byLuck < 0.5 ? 'none' : `about ${Math.round(byLuck)}`
    return {
      figure: numbers.length === 0 ? 'None: every number came' : numbers.join(', '),
      basis: words.basisWords(scope, slots.type),
      facts: [{ name: 'Numbers that luck leaves out', value }],
    }
  },
  question: (slots, scope) => `Which numbers never came${words.placeWords(slots)} ${scope}`,
})
