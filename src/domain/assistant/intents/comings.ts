import { dayOf, formatDate, type LagosDate } from '../../base/calendar.ts'
import { dateAt } from '../../draws/history.ts'
import { LAB_LIMITS } from '../../lab/query.ts'
import { BETS } from '../read/bets.ts'
import {
  type Asked,
  intent,
  isWithoutSequence,
  lack,
  missing,
  namesSome,
  numberSlots,
  type OneNumber,
  oneNumber,
  SCOPE,
  type SomeNumbers,
  withGame,
  withScope,
} from './intent.ts'
import { searchScreen } from '../parts/links.ts'
import { besideTrials, chanceOfAll, chanceOfPlace, trialsOf } from '../parts/luck.ts'
import { has, type Reading } from '../read/reading.ts'
import { drawsWith } from '../parts/rows.ts'
import { comesIn, drawsWithAll, type GameScope } from '../parts/scope.ts'
import {
  ballOf,
  drawsWords,
  lastFact,
  listed,
  nameOf,
  numbersWords,
  numberWords,
  placeWords,
  timesInDraws,
} from '../parts/words.ts'

/** When numbers came: the last time, how long ago, and together. */

/** The newest date with a number and every game of that date; null if it never came. */
export const lastSeen = intent({
  key: 'last-seen',
  plan: 'free',
  when: isWithoutSequence,
  asks: [
    'LAST !COUNT|HOW_MANY_DRAWS|HOW_LONG',
    // "When was the last draw with 45": the newest draw that has it, not the newest draw.
    (reading) => has(reading, 'WHEN') && reading.last === 1 && reading.numbers.length > 0,
  ],
  may: 'WHEN WHAT TEY DRAW WITH RESULT HAD WIN THAT_GAME',
  uses: ['numbers', ...SCOPE],
  read(reading, context) {
    const { last, ...rest } = reading
    return withScope(last === 1 ? rest : reading, context, oneNumber(reading))
  },
  value({ scope, slots }: Asked<OneNumber>) {
    const { date, games } = drawsWithAll(scope, slots.numbers)
    return date === null ? null : { date, games }
  },
  say(found, { slots, scope, data }) {
    const [number] = slots.numbers
    const ball = ballOf(number)
    const luck = {
      name: 'Any number comes in',
      value: `1 of ${Math.round(1 / chanceOfPlace(number))} draws`,
    }
    if (!found) return { ball, figure: timesInDraws(0, trialsOf(scope, number.type)), facts: [luck] }
    return {
      ball,
      figure: `${formatDate(found.date)}, ${found.games.map((key) => nameOf(key, data)).join(', ')}`,
      facts: [{ name: 'Draws since', value: drawsWords(drawsSince(scope, found.date)) }, luck],
    }
  },
  question: ({ numbers: [number] }, scope) =>
    `When did ${number.number} last come${placeWords(number)} ${scope}`,
  rows: drawsWith('every'),
  screen: searchScreen,
})

/** The draws of a scope after a day. */
function drawsSince(scope: readonly GameScope[], date: LagosDate): number {
  const day = dayOf(date)
  return scope.reduce((sum, { draws, at }) => sum + at.filter((i) => draws.days[i]! > day).length, 0)
}

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

/** The draws with every one of several numbers. */
export const together = intent({
  key: 'together',
  plan: 'free',
  when: (reading) =>
    isWithoutSequence(reading) &&
    (reading.numbers.length > 1 || (has(reading, 'TOGETHER') && !has(reading, 'WHAT', 'MOST', 'HOT', 'TOP'))),
  asks: [
    'TOGETHER|WITH|HAD',
    ({ bet, numbers }) => bet !== undefined && BETS[bet].numbers === numbers.length,
  ],
  may: 'COUNT HOW_MANY_DRAWS WHEN LAST WIN DRAW RESULT WHAT COMPANION THAT_GAME',
  uses: ['numbers', 'bet', ...SCOPE],
  read(reading, context) {
    const numbers = numberSlots(reading)
    if (namesSome(reading)) return lack('not-understood')
    if (reading.bet !== undefined && BETS[reading.bet].numbers !== numbers.length) return lack('ambiguous')
    if (has(reading, 'WHAT') && !has(reading, 'COUNT', 'HOW_MANY_DRAWS', 'WHEN', 'LAST'))
      return lack('ambiguous', { numbers })
    const isImpossible = numbers.some(
      ({ box, type }, i) =>
        box && numbers.some((other, j) => j < i && other.box === box && other.type === type),
    )
    if (isImpossible) return lack('ambiguous')
    return withScope(
      reading,
      context,
      numbers.length > 1 ? { numbers } : missing('second-number', { numbers }),
    )
  },
  value({ scope, slots }: Asked<SomeNumbers>) {
    const { count, date } = drawsWithAll(scope, slots.numbers)
    return { count, last: date }
  },
  say({ count, last }, { slots: { numbers }, scope }) {
    const type = numbers.every((number) => (number.type ?? 'winning') === 'winning') ? 'winning' : 'machine'
    const trials = trialsOf(scope, type)
    const luck = besideTrials(count, trials, chanceOfAll(numbers))
    return { figure: timesInDraws(count, trials), ...luck, facts: lastFact(last) }
  },
  question: ({ numbers }, scope) =>
    `How many times have ${listed(numbersWords(numbers), 'and')} come together ${scope}`,
  rows: drawsWith('every'),
  lab: ({ numbers }, set) =>
    numbers[0].box || numbers.length > LAB_LIMITS.mostNumbers
      ? null
      : {
          figure: 'together',
          typed: { ...set, numbers: numbers.map(({ number }) => number).join('-') },
        },
})
