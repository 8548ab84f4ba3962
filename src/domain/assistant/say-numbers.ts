import { capitalised, dayOf, formatDate, type LagosDate } from '../calendar.ts'
import { placeWords, rangeWords } from './write-question.ts'
import {
  besideTrials,
  chanceAfter,
  chanceOfAll,
  chanceOfPlace,
  type Fact,
  luckNote,
  trialsOf,
} from './luck.ts'
import type { SayTable } from './say.ts'
import { ballLine, drawsWords, line, nameOf, shareWords, timesInDraws, timesWords } from './say-words.ts'
import { type GameScope, scopeOf } from './scope.ts'
import type { AssistantData, NumberSlot, Slots } from './types.ts'

/** `45`, `45 as first box machine`. */
const written = (number: NumberSlot) => `${number.number}${placeWords(number)}`
/** The place alone, beside a ball: `as first box machine`. */
const placeBeside = (number: NumberSlot) => placeWords(number).trim()
const ballOfSlot = ({ number, type }: NumberSlot) => ballLine(number, type)

const lastFact = (date: LagosDate | null): Fact[] =>
  date === null ? [] : [{ name: 'Last time', value: formatDate(date) }]

/** The draws of a scope after a day. */
function drawsSince(scope: readonly GameScope[], date: LagosDate): number {
  const day = dayOf(date)
  return scope.reduce((sum, { draws, at }) => sum + at.filter((i) => draws.days[i]! > day).length, 0)
}

/** Questions about named numbers. */
export const SAY_NUMBERS: SayTable<
  'count' | 'last-seen' | 'gap' | 'together' | 'then' | 'compare' | 'draw-count'
> = {
  count: (counts, slots, data) => {
    const numbers = slots.numbers!
    const scope = scopeOf(slots, data)
    const noteOf = luckNotes(slots, data)
    const [first] = numbers
    if (numbers.length === 1) {
      const trials = trialsOf(scope, first!.type)
      return {
        ball: ballOfSlot(first!),
        figure: timesInDraws(counts[0]!, trials),
        ...besideTrials(counts[0]!, trials, chanceOfPlace(first!)),
      }
    }
    return {
      figure: numbers.map(({ number }, i) => `${number}: ${timesWords(counts[i]!).toLowerCase()}`).join(', '),
      lines: numbers.map((number, i) =>
        line(placeBeside(number), timesWords(counts[i]!), noteOf(slots, number), ballOfSlot(number)),
      ),
    }
  },
  'last-seen': (found, slots, data) => {
    const [number] = slots.numbers!
    const scope = scopeOf(slots, data)
    const ball = ballOfSlot(number!)
    const luck = {
      name: 'Any number comes in',
      value: `1 of ${Math.round(1 / chanceOfPlace(number!))} draws`,
    }
    if (!found) return { ball, figure: timesInDraws(0, trialsOf(scope, number!.type)), facts: [luck] }
    return {
      ball,
      figure: `${formatDate(found.date)}, ${found.games.map((key) => nameOf(key, data)).join(', ')}`,
      facts: [{ name: 'Draws since', value: drawsWords(drawsSince(scope, found.date)) }, luck],
    }
  },
  gap: ({ draws, last }, slots) => {
    const [number] = slots.numbers!
    const share = (1 - chanceOfPlace(number!)) ** draws
    return {
      ball: ballOfSlot(number!),
      figure: last === null ? timesInDraws(0, draws) : `${drawsWords(draws)} without it`,
      facts: [...lastFact(last), { name: 'As long by luck', value: percentWords(share) }],
    }
  },
  together: ({ count, last }, slots, data) => {
    const numbers = slots.numbers!
    const type = numbers.every((number) => (number.type ?? 'winning') === 'winning') ? 'winning' : 'machine'
    const trials = trialsOf(scopeOf(slots, data), type)
    const { facts, notes } = besideTrials(count, trials, chanceOfAll(numbers))
    return { figure: timesInDraws(count, trials), facts: [...facts, ...lastFact(last)], notes }
  },
  // oxlint-disable-next-line unicorn/no-thenable -- the name of an intent; the table is never awaited
  then: ({ times, trials }, slots) => ({
    ball: ballOfSlot(slots.numbers![1]!),
    figure: `${shareWords(times, trials)} times`,
    ...besideTrials(times, trials, chanceAfter(chanceOfPlace(slots.numbers![1]!), slots)),
  }),
  compare: (counts, slots, data) => {
    const scopes = comparedScopes(slots)
    const noteOf = luckNotes(slots, data)
    const best = Math.max(...counts)
    const leaders = scopes.filter((_, i) => counts[i] === best)
    return {
      figure:
        leaders.length === 1
          ? `${nameOfCompared(leaders[0]!, slots, data)}: ${timesWords(best).toLowerCase()}`
          : best === 0
            ? 'Equal: none came'
            : `Equal: ${timesWords(best)} each`,
      lines: scopes.map((scope, i) => {
        const [number] = scope.numbers!
        const note = noteOf(scope, number!)
        const isByNumber = slots.by === 'number'
        const name = isByNumber ? placeBeside(number!) : nameOfCompared(scope, slots, data)
        return line(name, timesWords(counts[i]!), note, isByNumber ? ballOfSlot(number!) : null)
      }),
    }
  },
  'draw-count': (draws) => ({ figure: drawsWords(draws) }),
}

/** Writes what luck gives to a number of a scope. Numbers with the same place share their note. */
function luckNotes({ by }: Slots, data: AssistantData) {
  const notes = new Map<string, string>()
  return (scope: Slots, number: NumberSlot): string => {
    const key = JSON.stringify([number.type, number.box, by !== 'number' && [scope.games, scope.period]])
    const known = notes.get(key)
    if (known !== undefined) return known
    const trials = trialsOf(scopeOf(scope, data), number.type)
    const note = `${drawsWords(trials)}; ${luckNote(trials, chanceOfPlace(number))}`
    notes.set(key, note)
    return note
  }
}

/** The slots of each count that a question compares. */
function comparedScopes(slots: Slots): Slots[] {
  const { numbers, games, periods, by } = slots
  if (by === 'game') return games!.map((game) => ({ ...slots, games: [game] }))
  if (by === 'period') return periods!.map((period) => ({ ...slots, period }))
  return numbers!.map((number) => ({ ...slots, numbers: [number] }))
}

function nameOfCompared(scope: Slots, { by }: Slots, data: AssistantData): string {
  if (by === 'game') return nameOf(scope.games![0]!, data)
  if (by === 'period' && scope.period && !('last' in scope.period) && !('event' in scope.period))
    return capitalised(rangeWords(scope.period))
  return written(scope.numbers![0]!)
}

/** `14 in 100`, `less than 1 in 100`. */
function percentWords(share: number): string {
  const hundredths = Math.round(share * 100)
  return hundredths === 0 ? 'less than 1 in 100' : `${hundredths} in 100 times`
}
