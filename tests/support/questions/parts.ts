/** The words and parts that generated questions are made of, and what a right answer says. */
import type { AssistantAnswer } from '../../../src/assistant/rules/read/types.ts'
import type { Random } from '../random.ts'
import * as truth from './oracle.ts'
import type { Ball, Choice, Drawn } from './oracle.ts'

export interface Question {
  kind: string
  question: string
  previous: string | null
  /** Whether an answer is right; null where any answer is wrong. */
  isRight: ((answer: AssistantAnswer) => boolean) | null
}

/** The day of the questions is 2025-07-02, a Wednesday. */
export const TODAY = '2025-07-02'
export const FIRST = '2023-10-01'

export const GAMES: Record<string, string> = {
  diamond: 'Diamond|diamond|dimond|Diamnd',
  peoples: 'Peoples|People|peoples',
  bingo: 'Bingo|bingo|BINGO|bingoo',
  metro: 'Metro|metro|metroo',
  inter: 'International|Inter|inter|intl',
  gold: 'Gold|gold',
  '06': 'game 06|o6|O6|game 06',
  jackpot: 'Jackpot|jackpot|jakpot',
  clubmaster: 'Club Master|clubmaster|club masters',
  super: 'Super|super',
  king: 'Premier King|King|king',
  msp: 'MSP|Monday Special|msp|mon special',
  lucky_G: 'Lucky Tuesday|Lucky G|lky|lucky tues',
  midweek: 'Midweek|midweek|mid',
  fortune: 'Fortune|fortune|Fortune Thursday',
  bonanza: 'Bonanza|Friday Bonanza|bnz|bonaza',
  national: 'National|national|nat|National Weekly',
  aseda: 'Aseda|Sunday Aseda|asheda',
}
export const KEYS = Object.keys(GAMES)
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
export const SHORT = 'Mon Tue Wed Thu Fri Sat Sun'.split(' ')
export const BOXES = ['first_box', 'second_box', 'center_box', 'forth_box', 'last_box']
export const BOX_WORDS = [
  'first|1st',
  'second|2nd',
  'third|3rd|centre|center|middle',
  'fourth|4th|forth',
  'last|fifth|5th',
]
const TENS = ',,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety'.split(',')
const ONES =
  ',one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen'.split(
    ',',
  )

/** From a text to a day in words, as `[text, from, to]`. */
const PERIODS: [string, string | undefined, string | undefined][] = [
  [
    'in 2024|2024|for 2024|during 2024|in twenty twenty four|in 2k24|in the year 2024|last year',
    '2024-01-01',
    '2024-12-31',
  ],
  [
    "in 2025|this year|for this year|in twenty twenty-five|in '25|since January|since January 2025|since the start of 2025|from January till now|dis year",
    '2025-01-01',
    undefined,
  ],
  ['in June|last month|in June 2025|for June|in jun 2025', '2025-06-01', '2025-06-30'],
  ['this month|in July|in july 2025', '2025-07-01', '2025-07-31'],
  ['last week|during last week', '2025-06-23', '2025-06-29'],
  ['in December|in dec 2024|in December 2024|in December last year', '2024-12-01', '2024-12-31'],
  ['in June 2024|in june twenty twenty four', '2024-06-01', '2024-06-30'],
  [
    'between March and May 2025|from March to May 2025|march to may 2025|between march and may',
    '2025-03-01',
    '2025-05-31',
  ],
  ['since March|since march 2025|from March 2025 till today', '2025-03-01', undefined],
  ['before 2025|until december 2024', undefined, '2024-12-31'],
  [
    'in the last 30 days|last 30 days|over the past 30 days|past thirty days|in the last thirty days',
    '2025-06-03',
    '2025-07-02',
  ],
  ['in the last 2 weeks|past two weeks|last 14 days', '2025-06-19', '2025-07-02'],
  ['in the last 3 months|past three months|for the last 3 months', '2025-04-03', '2025-07-02'],
  [
    'between 1 March 2025 and 15 April 2025|from 1st march 2025 to 15 april 2025|1/3/2025 to 15/4/2025',
    '2025-03-01',
    '2025-04-15',
  ],
]
export const DAYS: [string, string][] = [
  [
    'on 24 June 2025|on 24/6|24/6/2025|on tues 24/6|on Tuesday 24 June|on June 24|for 24-06-2025|of 24th June|on 2025-06-24|tuesday 24/6',
    '2025-06-24',
  ],
  ['on 28 June|last Saturday|on 28/6|sat 28/6|on Saturday 28 June 2025|28th of June', '2025-06-28'],
  ['yesterday|on 1 July|1/7|tues 1/7', '2025-07-01'],
  ['on 25 May|25/5|sun 25/5|on 25 May 2025', '2025-05-25'],
]

/** Expands `[a|b]` and `[a|]` to one of the choices. */
export function say(r: Random, text: string): string {
  const chosen = text.replace(/\[([^\]]*)\]/g, (_, list: string) => r.pick(list.split('|')))
  return chosen
    .replace(/\s+/g, ' ')
    .replace(/ ([?,])/g, '$1')
    .trim()
}
export const one = (r: Random, list: string) => r.pick(list.split('|'))

interface Part {
  text: string
  choice: Choice
}
export const EVERYWHERE: Part = { text: '', choice: {} }

export function gamePart(r: Random, not?: string): Part & { key: string } {
  const key = r.pick(KEYS.filter((name) => name !== not))
  return { key, text: `${r.pick(['in', 'for', 'in'])} ${one(r, GAMES[key]!)}`, choice: { games: [key] } }
}
export function periodPart(r: Random): Part {
  const [text, from, to] = r.pick(PERIODS)
  return { text: one(r, text), choice: { ...(from && { from }), ...(to && { to }) } }
}
export function scopePart(r: Random): Part {
  const roll = r.below(12)
  if (roll < 2) return EVERYWHERE
  if (roll < 6) return gamePart(r)
  const game = gamePart(r)
  if (roll < 8) {
    const period = periodPart(r)
    return { text: `${game.text} ${period.text}`, choice: { ...game.choice, ...period.choice } }
  }
  if (roll === 8) return periodPart(r)
  if (roll === 9) {
    const last = r.pick([5, 10, 20, 30])
    const name = one(r, GAMES[game.key]!)
    return {
      text: r.pick([`in the last ${last} ${name} draws`, `in the last ${last} draws of ${name}`]),
      choice: { games: [game.key], last },
    }
  }
  if (roll === 10) {
    const day = r.below(7)
    return { text: say(r, `[on|for] ${WEEKDAYS[day]}s`), choice: { weekday: day } }
  }
  return r.below(2)
    ? { text: 'in the Ghana games', choice: { operator: 'Ghana NLA' } }
    : { text: say(r, 'in [Premier Lotto games|Baba Ijebu]'), choice: { operator: 'Premier Lotto' } }
}

interface Named {
  text: string
  ball: Ball
}
function numberWord(r: Random, n: number): string {
  const words =
    n < 20 ? ONES[n]! : `${TENS[Math.floor(n / 10)]}${n % 10 ? `${r.pick(['-', ' '])}${ONES[n % 10]}` : ''}`
  return n > 10 && r.below(10) === 0 ? words : String(n)
}
export const anyNumber = (r: Random) => 7 + r.below(84)
export function ballPart(r: Random): Named & { place: string } {
  const number = anyNumber(r)
  const text = numberWord(r, number)
  const roll = r.below(8)
  if (roll === 0) {
    const box = 1 + r.below(5)
    return {
      text,
      place: say(r, `[as|as the] ${one(r, BOX_WORDS[box - 1]!)} [box|number|ball]`),
      ball: { number, box },
    }
  }
  if (roll === 1)
    return {
      text,
      place: r.pick(['as machine', 'as machine number', 'as a machine number']),
      ball: { number, type: 'machine' },
    }
  return { text, place: '', ball: { number } }
}

/** The slots of an answer as the draws that they choose, within the record. */
function choiceOf(answer: AssistantAnswer): Choice {
  const { games, operator, weekday, period } = answer.query!.slots
  return {
    ...(games && { games }),
    ...(operator && { operator }),
    ...(weekday && { weekday: SHORT.indexOf(weekday) }),
    ...(period && !('event' in period) && period),
  }
}
export const text = (value: unknown) => JSON.stringify(value)
const cut = ({ games, operator, weekday, from, to, last, skip }: Choice) => {
  const end = to && to < TODAY ? to : TODAY
  return text([
    games && [...games].sort(),
    operator,
    weekday,
    from && from > FIRST ? from : FIRST,
    end,
    last,
    skip,
  ])
}
const sameBall = (slot: { number: number; box?: string; type?: string } | undefined, ball: Ball) =>
  slot?.number === ball.number &&
  slot.box === (ball.box && BOXES[ball.box - 1]) &&
  (slot.type ?? 'winning') === (ball.type ?? 'winning')

export type Check = (answer: AssistantAnswer, value: any) => boolean

/** An answer of a kind about some balls and draws, with its value. */
export function expected(
  kind: string,
  balls: readonly Ball[],
  choice: Choice,
  check: Check,
): Question['isRight'] {
  return (answer) => {
    const { intent, slots } = answer.query!
    const numbers = slots.numbers ?? []
    return (
      intent === kind &&
      numbers.length === balls.length &&
      balls.every((ball, i) => sameBall(numbers[i], ball)) &&
      cut(choiceOf(answer)) === cut(choice) &&
      check(answer, answer.value)
    )
  }
}

export const COME = '[come|play|drop|show|appear|come out|fall]'
export const CAME = '[came|played|dropped|showed|appeared|came out|fell]'
export const BEGIN = '[||||please |abeg |tell me |pls |oya ]'

export type Make = (
  r: Random,
  draws: readonly Drawn[],
) => Omit<Question, 'kind' | 'previous'> & { previous?: string | null }

export const sameRanks = (
  value: any[],
  right: { number: number; figure: number }[],
  top: number,
  key = 'count',
  isRising = false,
) => {
  const places = right.filter(({ figure }, i) => i < top && (key === 'draws' || isRising || figure > 0))
  return (
    value.length >= places.length &&
    places.every(({ figure }, i) => value[i][key] === figure) &&
    value.every((entry) => right.find(({ number }) => number === entry.number)!.figure === entry[key])
  )
}

export function counting(draws: readonly Drawn[], ball: Ball, choice: Choice) {
  return expected(
    'count',
    [ball],
    choice,
    (_, value) => text(value) === text([truth.count(truth.chosen(draws, choice), ball)]),
  )
}
