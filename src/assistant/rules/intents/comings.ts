import { dayOf, formatDate, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { dateAt } from '../../../draws/rules/history.ts'
import { type Said, type NumberSlot } from '../read/types.ts'
import * as kind from './intent.ts'
import { drawsWith, searchScreen, FREQUENT } from '../parts/rows.ts'
import {
  comesIn,
  countDraws,
  drawsWithAll,
  type GameScope,
  besideTrials,
  chanceOfPlace,
  trialsOf,
  frequencies,
} from '../parts/scope.ts'
import { has, type Reading } from '../read/reading.ts'
import { topOf } from './ranked.ts'
import { drawsWords } from '../../../platform/rules/base/words.ts'
import * as words from '../parts/words.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { ALL_NUMBERS, DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'

/** When numbers came: the last time, how long ago, and together. */

/** The newest or the oldest date with a number and every game of that date; null if it never came. */
const seen = (end: 'newest' | 'oldest') =>
  ({
    plan: 'free',
    when: kind.isWithoutSequence,
    uses: ['numbers', ...kind.SCOPE],
    read(reading: Reading, context: kind.Context) {
      const { last, ...rest } = reading
      return kind.withScope(last === 1 ? rest : reading, context, kind.oneNumber(reading))
    },
    value({ scope, slots }: kind.Asked<kind.OneNumber>) {
      const { date, games } = drawsWithAll(scope, slots.numbers, end)
      return date === null ? null : { date, games }
    },
    say(
      found: { date: LagosDate; games: string[] } | null,
      { slots, scope, data }: kind.Asked<kind.OneNumber>,
    ): Said {
      const [number] = slots.numbers
      const ball = words.ballOf(number)
      const luck = {
        name: 'Any number comes in',
        value: `1 of ${Math.round(1 / chanceOfPlace(number))} draws`,
      }
      if (!found) return { ball, figure: words.timesInDraws(0, trialsOf(scope, number.type)), facts: [luck] }
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
  // "Latest results" are draws.
  when: (reading) =>
    kind.isWithoutSequence(reading) && (reading.numbers.length > 0 || !has(reading, 'RESULT')),
  asks: [
    'LAST !COUNT|HOW_MANY_DRAWS|HOW_LONG',
    // "When was the last draw with 45": the newest draw that has it, not the newest draw.
    (reading) => has(reading, 'WHEN') && reading.last === 1 && reading.numbers.length > 0,
  ],
  may: 'WHEN WHAT TEY DRAW WITH RESULT HAD WIN THAT_GAME',
  rows: drawsWith('every'),
})

export const firstSeen = kind.intent({
  ...seen('oldest'),
  key: 'first-seen',
  asks: ['EARLIEST'],
  may: 'WHEN WHAT DRAW HAD WIN DATES THAT_GAME',
})

const USUAL_DATES = 10

/** The newest dates of a number. */
export const appearances = kind.intent({
  key: 'appearances',
  plan: 'free',
  when: (reading) => kind.isWithoutSequence(reading) && reading.numbers.length > 0,
  asks: [
    'DATES',
    // "The last 3 Bingo draws with 45".
    (reading) => reading.last !== undefined && reading.last > 1 && has(reading, 'WITH', 'HAD'),
  ],
  may: 'WHEN WHAT LAST DRAW RESULT WITH HAD THAT_GAME',
  uses: ['numbers', 'top', ...kind.SCOPE],
  read(reading, context) {
    const { last, ...rest } = reading
    const isOfDraws = has(reading, 'WITH', 'HAD')
    const top = (isOfDraws ? last : undefined) ?? reading.top ?? USUAL_DATES
    return kind.withScope(isOfDraws ? rest : reading, context, { ...kind.oneNumber(reading), top })
  },
  value({ scope, slots: { numbers, top } }: kind.Asked<kind.OneNumber & { top: number }>) {
    const found = scope.flatMap(({ draws, at }) =>
      at
        .filter((i) => comesIn(draws, i, numbers[0]))
        .slice(-top)
        .map((i) => ({ date: dateAt(draws, i), game: draws.game })),
    )
    return found.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)).slice(0, top)
  },
  say(found, { scope, slots: { numbers }, data }) {
    const [number] = numbers
    const [trials, count] = [trialsOf(scope, number.type), countDraws(scope, number)]
    return {
      ball: words.ballOf(number),
      figure:
        count > found.length
          ? `The last ${found.length} of ${words.timesWords(count)}`
          : words.timesInDraws(count, trials),
      ...besideTrials(count, trials, chanceOfPlace(number)),
      lines: found.map(({ date, game }) => words.line(formatDate(date), words.nameOf(game, data))),
    }
  },
  question: ({ numbers: [number], top }, scope) =>
    `Last ${top} dates of ${words.numberWords(number)} ${scope}`,
  screen: searchScreen,
})

/** The draws of a scope after a day. */
function drawsSince(scope: readonly GameScope[], date: LagosDate): number {
  const day = dayOf(date)
  return scope.reduce((sum, { draws, at }) => sum + at.filter((i) => itemAt(draws.days, i) > day).length, 0)
}

/** Draws of a game after the last one with a number. A number that never came has all draws and no date. */
export const gap = kind.intent({
  key: 'gap',
  plan: 'free',
  when: (reading) => kind.isWithoutSequence(reading) && reading.numbers.length > 0,
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
  read: (reading, context) => kind.withGame(reading, context, kind.oneNumber(reading)),
  value({ scope: [game], slots }: kind.Asked<kind.OneNumber>): { draws: number; last: LagosDate | null } {
    if (!game) return { draws: 0, last: null }
    const { draws, at } = game
    const since = [...at].reverse().findIndex((i) => comesIn(draws, i, slots.numbers[0]))
    if (since < 0) return { draws: at.length, last: null }
    return { draws: since, last: dateAt(draws, itemAt(at, -1 - since)) }
  },
  say: ({ draws, last }, { slots: { numbers } }) => ({
    ball: words.ballOf(numbers[0]),
    figure: last === null ? words.timesInDraws(0, draws) : `${drawsWords(draws)} without it`,
    facts: [
      ...words.lastFact(last),
      { name: 'As long by luck', value: percentWords((1 - chanceOfPlace(numbers[0])) ** draws) },
    ],
  }),
  question: ({ numbers }, scope) => `What is the gap of ${words.numberWords(numbers[0])} ${scope}`,
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

/** Absences: the longest ones, and numbers that never came. */

const { highestBall: HIGHEST } = DRAW_LIMITS
const EVER = ['ever', 'gaps', 'record', 'history', 'absence', 'absences', 'stayed', 'was', 'did']

/** The longest run of draws without a number, its first and last day included: before, between or after its comings. */
function longestRun({ draws, at }: GameScope, number: NumberSlot) {
  let [longest, end, run] = [0, 0, 0]
  at.forEach((i, order) => {
    run = comesIn(draws, i, number) ? 0 : run + 1
    if (run > longest) [longest, end] = [run, order]
  })
  const dateOf = (order: number) => (longest === 0 ? null : dateAt(draws, itemAt(at, order)))
  return { number: number.number, draws: longest, from: dateOf(end - longest + 1), to: dateOf(end) }
}

/** The longest absence of a number, or the numbers with the longest ones. */
export const longestGap = kind.intent({
  key: 'longest-gap',
  plan: 'pro',
  when: (reading) => kind.isWithoutSequence(reading) && !has(reading, 'COUNT'),
  asks: [
    (reading) =>
      has(reading, 'LONGEST') && (reading.numbers.length > 0 || EVER.some((word) => reading.words.has(word))),
  ],
  may: 'LONGEST GAP SLEEP STAY NEVER TEY HOW_LONG HOW_MANY_DRAWS WHAT WITH HAD DRAW TOP HELD NOT THAT_GAME',
  uses: ['numbers', 'place', 'top', 'quantity', ...kind.SCOPE],
  read(reading, context) {
    const asked =
      reading.numbers.length > 0
        ? kind.oneNumber(reading)
        : { ...kind.placeSlots(reading), top: topOf(reading) }
    return kind.withGame(reading, context, asked)
  },
  value({ scope: [game], slots: { numbers, box, type, top = 1 } }: kind.Asked) {
    const wanted = numbers ?? ALL_NUMBERS.map((number) => ({ number, box, type }))
    const runs = game ? wanted.map((number) => longestRun(game, number)) : []
    runs.sort((a, b) => b.draws - a.draws)
    return runs.filter(({ draws }, i) => i < top || draws === runs[top - 1]?.draws)
  },
  say(runs, { slots, scope }) {
    const lines = runs.map(({ number, draws, from, to }) =>
      words.line(from && to ? `${formatDate(from)} to ${formatDate(to)}` : '', drawsWords(draws), {
        ball: words.ballOf({ number, type: slots.type }),
      }),
    )
    const [first] = runs
    const facts = [{ name: 'Draws in all', value: drawsWords(trialsOf(scope, slots.type)) }]
    if (!first) return { figure: 'No draws' }
    if (!slots.numbers && runs.length > 1)
      return { figure: runs.map(({ number }) => number).join(', '), lines, facts }
    return {
      ball: itemAt(lines, 0).ball,
      figure: `${drawsWords(first.draws)} without it`,
      facts: [
        ...(itemAt(lines, 0).name
          ? [{ name: 'From the first to the last', value: itemAt(lines, 0).name }]
          : []),
        ...facts,
      ],
    }
  },
  question: ({ numbers, top = 1, ...place }, scope) =>
    numbers
      ? `What is the longest gap of ${words.numberWords(itemAt(numbers, 0))} ${scope}`
      : `Which ${top === 1 ? 'number' : `${top} numbers`} had the longest absence ever${words.placeWords(place)} ${scope}`,
  lab: ({ numbers: [number] = [], box }, set) => (number?.box || box ? null : { figure: 'gaps', typed: set }),
})

/** Numbers that never came. */
export const neverDrawn = kind.intent({
  key: 'never-drawn',
  plan: 'basic',
  when: (reading) =>
    reading.numbers.length === 0 &&
    kind.isWithoutSequence(reading) &&
    !has(reading, 'LONGEST', 'MOST', 'TEY', 'COUNT', 'TOGETHER'),
  asks: ['NEVER NUMBERS|NUMBER|WHAT', 'NOT NUMBERS|NUMBER|WHAT COME'],
  may: 'WHAT NOT DRAW THAT_GAME',
  uses: ['place', ...kind.SCOPE],
  read: (reading, context) =>
    // "Which number no dey come" may ask for those that came least.
    reading.words.has('dey') && reading.words.has('no')
      ? kind.lack('ambiguous')
      : kind.withScope(reading, context, kind.placeSlots(reading)),
  value({ scope, slots }: kind.Asked) {
    const counts = frequencies(scope, slots)
    return trialsOf(scope, slots.type) === 0 ? [] : ALL_NUMBERS.filter((number) => counts[number] === 0)
  },
  say(numbers, { scope, slots }) {
    const trials = trialsOf(scope, slots.type)
    const byLuck = HIGHEST * (1 - chanceOfPlace(slots)) ** trials
    const facts = [
      { name: 'Draws', value: drawsWords(trials) },
      { name: 'Numbers that luck leaves out', value: byLuck < 0.5 ? 'none' : `about ${Math.round(byLuck)}` },
    ]
    if (trials === 0) return { figure: 'No draws' }
    return { figure: numbers.length === 0 ? 'None: every number came' : numbers.join(', '), facts }
  },
  question: (slots, scope) => `Which numbers never came${words.placeWords(slots)} ${scope}`,
  links: [FREQUENT],
})
