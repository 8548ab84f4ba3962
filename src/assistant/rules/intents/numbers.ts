import { capitalised } from '../../../platform/rules/base/calendar.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { drawsWords } from '../../../platform/rules/base/words.ts'
import { SEARCH_LIMITS } from '../../../platform/rules/site/search-address.ts'
import { binomial, placesOfSeveral } from '../../../draws/rules/luck/counts.ts'
import { drawsWith, searchScreen } from '../parts/rows.ts'
import * as scopes from '../parts/scope.ts'
import * as words from '../parts/words.ts'
import type { Line, NumberSlot, Said, Slots } from '../read/types.ts'
import * as kind from './intent.ts'

type OfNumbers = kind.Asked<kind.SomeNumbers>

const countOf = ({ scope, number }: Side) => scopes.countDraws(scope, number)

/** A count that is set against others. */
interface Side {
  name: string
  number: NumberSlot
  scope: readonly scopes.GameScope[]
  ball: Line['ball']
}

/** The counts of a question, in its order. */
function sidesOf({ slots, data, scope }: OfNumbers): Side[] {
  const { numbers, games, periods = [], by } = slots
  const side = (name: string, more: Slots): Side => ({
    name,
    number: numbers[0],
    scope: scopes.scopeOf({ ...slots, ...more }, data),
    ball: null,
  })
  if (by === 'game')
    return (games ?? scopes.gamesOf(slots, data)).map((key) =>
      side(words.nameOf(key, data), { games: [key] }),
    )
  if (by === 'period') return periods.map((period) => side(capitalised(words.rangeWords(period)), { period }))
  return numbers.map((number) => ({
    name: words.placeWords(number).trim(),
    number,
    scope,
    ball: words.ballOf(number),
  }))
}

/** Each count beside luck: the best of several beside the best of several by luck, and each further place beside that place. */
function sideLines(sides: readonly Side[]): Line[] {
  const counts = sides.map(countOf)
  const trials = sides.map(({ scope, number }) => scopes.trialsOf(scope, number.type))
  const luck = sides.map(({ number }, i) => binomial(itemAt(trials, i), scopes.chanceOfPlace(number)))
  const places = placesOfSeveral(luck)
  const ranked = [...sides.keys()].sort((a, b) => itemAt(counts, b) - itemAt(counts, a))
  return sides.map(({ name, ball }, i) =>
    words.line(name, words.timesWords(itemAt(counts, i)), {
      note: drawsWords(itemAt(trials, i)),
      ball,
      luck: trials[i] === 0 ? null : scopes.luckFigure(itemAt(counts, i), itemAt(places, ranked.indexOf(i))),
    }),
  )
}

/** Which of some numbers, games or periods has the highest count. */
export const compare = kind.intent({
  key: 'compare',
  plan: 'free',
  asks: 'more|less|compare|between; most|least|hot what|between|or',
  also: 'than count draw if what or come number most',
  uses: ['numbers', 'by', 'periods', ...kind.SCOPE],
  read(t, c) {
    const { numbers = [], games = [], periods = [] } = t
    const sides = (['number', 'game', 'period'] as const).filter(
      (_, i) => [numbers, games, periods][i]!.length > 1,
    )
    const [by = t.by, ...others] = sides
    if (!by || others.length > 0 || numbers.length === 0 || (t.by && t.by !== by)) return null
    if (numbers.length > SEARCH_LIMITS.rows) return null
    if (by === 'period' && (t.period || !periods.every((period) => kind.hasDraws(period, c)))) return null
    return kind.scoped({ ...t, by }, c)
  },
  examples: ['7 vs 70 which one play more', 'did 9 play more in bingo or metro'],
  value: (asked: OfNumbers) => sidesOf(asked).map(countOf),
  say(counts, asked) {
    const sides = sidesOf(asked)
    const best = Math.max(...counts)
    const leaders = sides.filter((_, i) => counts[i] === best)
    const leader = itemAt(leaders, 0)
    const name = asked.slots.by === 'number' ? words.numberWords(leader.number) : leader.name
    const equal = best === 0 ? 'Equal: none came' : `Equal: ${words.timesWords(best)} each`
    const figure = leaders.length > 1 ? equal : `${name}: ${words.timesWords(best).toLowerCase()}`
    return { figure, lines: sideLines(sides) }
  },
  question({ by, numbers, periods }, scope) {
    if (by === 'number')
      return `Which came more, ${words.listed(words.numbersWords(numbers), 'or')}, ${scope}`
    const sides = by === 'period' ? periods?.map(words.rangeWords).join(' or ') : ''
    return `Did ${words.numberWords(numbers[0])} come more ${sides} ${scope}`
  },
  rows: drawsWith('some'),
})

/** In how many draws each of some numbers came. */
export const count = kind.intent({
  key: 'count',
  plan: 'free',
  asks: 'count; drawcount; come; win; count what; drawcount what; -',
  also: 'result draw with or each',
  uses: ['numbers', ...kind.SCOPE],
  adapt: (t, concepts) => ((t.numbers?.length ?? 0) > 1 && concepts.has('with') ? null : t),
  bare: ({ numbers = [], games, operator, weekday, period }) =>
    [games, operator, weekday, period, numbers[0]?.box, numbers[0]?.type].some(
      (named) => named !== undefined,
    ),
  read(t, c) {
    const { numbers = [], games = [] } = t
    const isOne =
      numbers.length > 0 && numbers.length <= SEARCH_LIMITS.rows && (numbers.length === 1 || games.length < 2)
    return isOne ? kind.scoped(t, c) : null
  },
  examples: ['how many times has 13 played in national', '71 in king 2025'],
  value: (asked: OfNumbers) => sidesOf(asked).map(countOf),
  say(counts, asked) {
    const { numbers } = asked.slots
    const [first] = numbers
    if (numbers.length === 1) return besideLuck(itemAt(counts, 0), asked, first, scopes.chanceOfPlace(first))
    return {
      figure: numbers
        .map(({ number }, i) => `${number}: ${words.timesWords(itemAt(counts, i)).toLowerCase()}`)
        .join(', '),
      lines: sideLines(sidesOf(asked)),
    }
  },
  question({ numbers }, scope) {
    const [first] = numbers
    const isShared = numbers.every(({ box, type }) => box === first.box && type === first.type)
    const named = isShared ? numbers.map(({ number }) => String(number)) : words.numbersWords(numbers)
    const place = isShared ? words.placeWords(first) : ''
    return `How many times ${numbers.length > 1 ? 'have' : 'has'} ${words.listed(named, 'and')} come${place} ${scope}`
  },
  rows: drawsWith('some'),
  screen: searchScreen,
})

/** A count with its draws and luck. */
function besideLuck(times: number, { scope }: OfNumbers, number: NumberSlot, chance: number): Said {
  const trials = scopes.trialsOf(scope, number.type)
  return {
    ball: words.ballOf(number),
    figure: trials === 0 ? 'No draws' : words.timesWords(times),
    basis: words.basisWords(scope, number.type),
    ...scopes.besideTrials(times, trials, chance),
  }
}

/** The draws with every one of several numbers. */
export const together = kind.intent({
  key: 'together',
  plan: 'free',
  asks: 'together|with; companion count; win',
  also: 'count drawcount when last win draw result with companion together come',
  uses: ['numbers', 'bet', ...kind.SCOPE],
  read({ bet, ...t }, c) {
    const { numbers = [] } = t
    const isTwice = numbers.some(
      ({ box, type }, i) =>
        box && numbers.some((other, j) => j < i && other.box === box && other.type === type),
    )
    const isBet = bet === undefined || kind.numbersOf(bet) === numbers.length
    return numbers.length > 1 && numbers.length <= SEARCH_LIMITS.rows && isBet && !isTwice
      ? kind.scoped(t, c)
      : null
  },
  examples: ['have 4 and 44 ever played together', '2 sure 9 and 90 don ever win for bonanza'],
  value({ scope, slots }: OfNumbers) {
    const { count: times, date } = scopes.drawsWithAll(scope, slots.numbers)
    return { count: times, last: date }
  },
  say({ count: times, last }, asked) {
    const { numbers } = asked.slots
    const [first] = numbers
    const chance = scopes.chanceOfAll(numbers)
    const beside = besideLuck(times, asked, first, chance ?? 0)
    return { ...beside, ball: null, ...(chance === null && { luck: null }), facts: words.lastFact(last) }
  },
  question: ({ numbers }, scope) =>
    `How many times have ${words.listed(words.numbersWords(numbers), 'and')} come together ${scope}`,
  rows: drawsWith('every'),
})
