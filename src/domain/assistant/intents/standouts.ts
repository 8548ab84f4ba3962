import { DRAW_LIMITS } from '../../base/balls.ts'
import { formatDate } from '../../base/calendar.ts'
import { dateAt } from '../../draws/history.ts'
import {
  type Asked,
  intent,
  isWithoutSequence,
  lack,
  oneNumber,
  placeSlots,
  SCOPE,
  withGame,
  withScope,
} from './intent.ts'
import { FREQUENT } from '../parts/links.ts'
import { chanceOfPlace, trialsOf } from '../parts/luck.ts'
import { has } from '../read/reading.ts'
import { comesIn, frequencies, type GameScope } from '../parts/scope.ts'
import type { NumberSlot } from '../read/types.ts'
import { ballOf, drawsWords, line, numberWords, placeWords } from '../parts/words.ts'
import { itemAt } from '../../base/lists.ts'

/** Absences: the longest ones, and numbers that never came. */

const HIGHEST = DRAW_LIMITS.highestBall
const NUMBERS = Array.from({ length: HIGHEST }, (_, i) => i + 1)
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
export const longestGap = intent({
  key: 'longest-gap',
  plan: 'pro',
  when: (reading) => isWithoutSequence(reading) && !has(reading, 'COUNT'),
  asks: [
    (reading) =>
      has(reading, 'LONGEST') && (reading.numbers.length > 0 || EVER.some((word) => reading.words.has(word))),
  ],
  may: 'LONGEST GAP SLEEP STAY NEVER TEY HOW_LONG HOW_MANY_DRAWS WHAT WITH DRAW TOP HELD NOT THAT_GAME',
  uses: ['numbers', 'place', 'top', 'quantity', ...SCOPE],
  read(reading, context) {
    const top = reading.top ?? reading.quantity ?? (has(reading, 'NUMBER', 'WHAT') ? 1 : 5)
    const asked = reading.numbers.length > 0 ? oneNumber(reading) : { ...placeSlots(reading), top }
    return withGame(reading, context, asked)
  },
  value({ scope: [game], slots: { numbers, box, type, top = 1 } }: Asked) {
    const place = { ...(box && { box }), ...(type && { type }) }
    const wanted = numbers ?? NUMBERS.map((number) => ({ number, ...place }))
    const runs = game ? wanted.map((number) => longestRun(game, number)) : []
    runs.sort((a, b) => b.draws - a.draws)
    return runs.filter(({ draws }, i) => i < top || draws === runs[top - 1]?.draws)
  },
  say(runs, { slots, scope }) {
    const lines = runs.map(({ number, draws, from, to }) =>
      line(
        from && to ? `${formatDate(from)} to ${formatDate(to)}` : '',
        drawsWords(draws),
        '',
        ballOf({ number, type: slots.type }),
      ),
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
      ? `What is the longest gap of ${numberWords(itemAt(numbers, 0))} ${scope}`
      : `Which ${top === 1 ? 'number' : `${top} numbers`} had the longest absence ever${placeWords(place)} ${scope}`,
  lab: ({ numbers: [number] = [], box }, set) => (number?.box || box ? null : { figure: 'gaps', typed: set }),
})

/** Numbers that never came. */
export const neverDrawn = intent({
  key: 'never-drawn',
  plan: 'basic',
  when: (reading) =>
    reading.numbers.length === 0 &&
    isWithoutSequence(reading) &&
    !has(reading, 'LONGEST', 'MOST', 'TEY', 'COUNT', 'TOGETHER'),
  asks: ['NEVER NUMBERS|NUMBER|WHAT', 'NOT NUMBERS|NUMBER|WHAT COME'],
  may: 'WHAT NOT DRAW THAT_GAME',
  uses: ['place', ...SCOPE],
  read: (reading, context) =>
    // "Which number no dey come" may ask for those that came least.
    reading.words.has('dey') && reading.words.has('no')
      ? lack('ambiguous')
      : withScope(reading, context, placeSlots(reading)),
  value({ scope, slots }: Asked) {
    const counts = frequencies(scope, slots)
    return trialsOf(scope, slots.type) === 0 ? [] : NUMBERS.filter((number) => counts[number] === 0)
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
  question: (slots, scope) => `Which numbers never came${placeWords(slots)} ${scope}`,
  links: [FREQUENT],
})
