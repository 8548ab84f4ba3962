import { dayOf, formatDate, type LagosDate } from '../../base/calendar.ts'
import {
  type Asked,
  intent,
  isWithoutSequence,
  type OneNumber,
  oneNumber,
  SCOPE,
  withScope,
} from './intent.ts'
import { searchScreen } from '../parts/links.ts'
import { chanceOfPlace, trialsOf } from '../parts/luck.ts'
import { has } from '../read/reading.ts'
import { drawsWith } from '../parts/rows.ts'
import { drawsWithAll, type GameScope } from '../parts/scope.ts'
import { ballOf, drawsWords, nameOf, placeWords, timesInDraws } from '../parts/words.ts'

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
