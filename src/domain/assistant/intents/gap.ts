import type { LagosDate } from '../../base/calendar.ts'
import { dateAt } from '../../draws/history.ts'
import { type Asked, intent, isWithoutSequence, type OneNumber, oneNumber, withGame } from './intent.ts'
import { searchScreen } from '../parts/links.ts'
import { chanceOfPlace } from '../parts/luck.ts'
import { has, type Reading } from '../read/reading.ts'
import { drawsWith } from '../parts/rows.ts'
import { comesIn } from '../parts/scope.ts'
import { ballOf, drawsWords, lastFact, numberWords, timesInDraws } from '../parts/words.ts'

/** Draws of a game after the last one with a number. A number that never came has all draws and no date. */
export const gap = intent({
  key: 'gap',
  plan: 'free',
  when: (reading) => isWithoutSequence(reading) && reading.numbers.length > 0,
  asks: [
    'GAP|SLEEP',
    'HOW_MANY_DRAWS SINCE|STAY|NEVER|LAST',
    'HOW_LONG SINCE|NEVER|STAY|TEY|LAST',
    'STAY NEVER',
    'TEY !WHEN',
    isStillAbsent,
  ],
  may: 'NOT WHAT DRAW THAT_GAME',
  uses: ['numbers', 'games'],
  read: (reading, context) => withGame(reading, context, oneNumber(reading)),
  value({ scope: [game], slots }: Asked<OneNumber>): { draws: number; last: LagosDate | null } {
    const at = game?.at ?? []
    const since = [...at].reverse().findIndex((i) => comesIn(game!.draws, i, slots.numbers[0]))
    if (since < 0) return { draws: at.length, last: null }
    return { draws: since, last: dateAt(game!.draws, at[at.length - 1 - since]!) }
  },
  say: ({ draws, last }, { slots: { numbers } }) => ({
    ball: ballOf(numbers[0]),
    figure: last === null ? timesInDraws(0, draws) : `${drawsWords(draws)} without it`,
    facts: [
      ...lastFact(last),
      { name: 'As long by luck', value: percentWords((1 - chanceOfPlace(numbers[0])) ** draws) },
    ],
  }),
  question: ({ numbers }, scope) => `What is the gap of ${numberWords(numbers[0])} ${scope}`,
  rows: drawsWith('every'),
  screen: searchScreen,
  lab: ({ numbers }, set) => (numbers[0].box ? null : { figure: 'gaps', typed: set }),
})

/** "How many draws has 45 not come": until now. "Did not come" counts draws of the past. */
function isStillAbsent(reading: Reading): boolean {
  const { words } = reading
  return (
    has(reading, 'NOT') &&
    has(reading, 'HOW_MANY_DRAWS', 'HOW_LONG', 'SINCE') &&
    (words.has('has') || words.has('have')) &&
    !words.has('did')
  )
}

/** `14 in 100`, `less than 1 in 100`. */
function percentWords(share: number): string {
  const hundredths = Math.round(share * 100)
  return hundredths === 0 ? 'less than 1 in 100' : `${hundredths} in 100 times`
}
