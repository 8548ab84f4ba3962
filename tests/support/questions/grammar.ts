/** Questions as players ask them, with what a right answer says. Equal seeds make equal questions. */
import type { AssistantAnswer } from '../../../src/domain/assistant/read/types.ts'
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

const GAMES: Record<string, string> = {
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
const KEYS = Object.keys(GAMES)
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
const SHORT = 'Mon Tue Wed Thu Fri Sat Sun'.split(' ')
const BOXES = ['first_box', 'second_box', 'center_box', 'forth_box', 'last_box']
const BOX_WORDS = [
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
const DAYS: [string, string][] = [
  [
    'on 24 June 2025|on 24/6|24/6/2025|on tues 24/6|on Tuesday 24 June|on June 24|for 24-06-2025|of 24th June|on 2025-06-24|tuesday 24/6',
    '2025-06-24',
  ],
  ['on 28 June|last Saturday|on 28/6|sat 28/6|on Saturday 28 June 2025|28th of June', '2025-06-28'],
  ['yesterday|on 1 July|1/7|tues 1/7', '2025-07-01'],
  ['on 25 May|25/5|sun 25/5|on 25 May 2025', '2025-05-25'],
]

/** Expands `[a|b]` and `[a|]` to one of the choices. */
function say(r: Random, text: string): string {
  const chosen = text.replace(/\[([^\]]*)\]/g, (_, list: string) => r.pick(list.split('|')))
  return chosen
    .replace(/\s+/g, ' ')
    .replace(/ ([?,])/g, '$1')
    .trim()
}
const one = (r: Random, list: string) => r.pick(list.split('|'))

interface Part {
  text: string
  choice: Choice
}
const EVERYWHERE: Part = { text: '', choice: {} }

function gamePart(r: Random, not?: string): Part & { key: string } {
  const key = r.pick(KEYS.filter((name) => name !== not))
  return { key, text: `${r.pick(['in', 'for', 'in'])} ${one(r, GAMES[key]!)}`, choice: { games: [key] } }
}
function periodPart(r: Random): Part {
  const [text, from, to] = r.pick(PERIODS)
  return { text: one(r, text), choice: { ...(from && { from }), ...(to && { to }) } }
}
function scopePart(r: Random): Part {
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
const anyNumber = (r: Random) => 7 + r.below(84)
function ballPart(r: Random): Named & { place: string } {
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
const text = (value: unknown) => JSON.stringify(value)
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

type Check = (answer: AssistantAnswer, value: any) => boolean

/** An answer of a kind about some balls and draws, with its value. */
function expected(kind: string, balls: readonly Ball[], choice: Choice, check: Check): Question['isRight'] {
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

const COME = '[come|play|drop|show|appear|come out|fall]'
const CAME = '[came|played|dropped|showed|appeared|came out|fell]'
const BEGIN = '[||||please |abeg |tell me |pls |oya ]'

export type Make = (
  r: Random,
  draws: readonly Drawn[],
) => Omit<Question, 'kind' | 'previous'> & { previous?: string | null }

const sameRanks = (
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

function counting(draws: readonly Drawn[], ball: Ball, choice: Choice) {
  return expected(
    'count',
    [ball],
    choice,
    (_, value) => text(value) === text([truth.count(truth.chosen(draws, choice), ball)]),
  )
}

export const KINDS: Record<string, Make> = {
  count(r, draws) {
    const { text: n, place, ball } = ballPart(r)
    const scope = scopePart(r)
    const question = say(
      r,
      r.pick([
        `${BEGIN}how many times [did|has] ${n} ${COME} ${place} ${scope.text}?`,
        `${BEGIN}how often did ${n} ${COME} ${place} ${scope.text}?`,
        `number of times ${n} ${CAME} ${place} ${scope.text}`,
        `${BEGIN}how many times ${n} don ${COME} ${place} ${scope.text}`,
        `${BEGIN}how many time ${n} ${COME} ${place} ${scope.text}`,
        `${scope.text} how many times did ${n} ${COME} ${place}?`,
        `in how many draws did ${n} ${COME} ${place} ${scope.text}?`,
      ]),
    )
    return { question, isRight: counting(draws, ball, scope.choice) }
  },
  short(r, draws) {
    const number = anyNumber(r)
    const { key } = gamePart(r)
    const box = r.below(3) === 0 ? 1 + r.below(5) : undefined
    const year = r.below(3) === 0
    const words = [
      String(number),
      box ? say(r, `${one(r, BOX_WORDS[box - 1]!)} box`) : '',
      one(r, GAMES[key]!),
    ]
    const question = [...words, year ? '2024' : ''].join(' ')
    const choice = { games: [key], ...(year && { from: '2024-01-01', to: '2024-12-31' }) }
    return { question: say(r, question), isRight: counting(draws, { number, ...(box && { box }) }, choice) }
  },
  yesNo(r, draws) {
    const { text: n, place, ball } = ballPart(r)
    const scope = scopePart(r)
    const question = say(
      r,
      r.pick([
        `did ${n} [ever|] ${COME} ${place} ${scope.text}?`,
        `has ${n} ever ${COME} ${place} ${scope.text}`,
      ]),
    )
    return { question, isRight: counting(draws, ball, scope.choice) }
  },
  seen(r, draws) {
    const { text: n, place, ball } = ballPart(r)
    const scope = scopePart(r)
    const end = r.pick(['newest', 'oldest', 'newest'] as const)
    const forms =
      end === 'newest'
        ? [
            `when did ${n} last ${COME} ${place} ${scope.text}?`,
            `last time ${n} ${CAME} ${place} ${scope.text}`,
            `when last ${n} ${COME} ${place} ${scope.text}`,
            `when was the last time ${n} ${CAME} ${place} ${scope.text}?`,
          ]
        : [
            `when did ${n} first ${COME} ${place} ${scope.text}?`,
            `first time ${n} ${CAME} ${place} ${scope.text}`,
            `when was the first time ${n} ${CAME} ${place} ${scope.text}`,
          ]
    const right = truth.seen(truth.chosen(draws, scope.choice), [ball], end)
    const sorted = (found: any) =>
      text(found && [found.date, [...found.games].sort((a: string, b: string) => (a < b ? -1 : 1))])
    return {
      question: say(r, r.pick(forms)),
      isRight: expected(
        end === 'newest' ? 'last-seen' : 'first-seen',
        [ball],
        scope.choice,
        (_, value) => sorted(value) === sorted(right),
      ),
    }
  },
  dates(r, draws) {
    const { text: n, place, ball } = ballPart(r)
    const scope = scopePart(r)
    const top = r.pick([3, 5, 10])
    const forms = [
      `last ${top} times ${n} ${CAME} ${place} ${scope.text}`,
      `[show me |]the last ${top} dates [of|when] ${n} ${place} ${scope.text}`,
      top === 10
        ? `on which dates did ${n} ${COME} ${place} ${scope.text}`
        : `last ${top} dates ${n} ${CAME} ${place} ${scope.text}`,
      `when did ${n} ${COME} the last ${top} times ${place} ${scope.text}`,
    ]
    const found = truth
      .chosen(draws, scope.choice)
      .filter((draw) => truth.comes(draw, ball))
      .reverse()
      .slice(0, top)
    return {
      question: say(r, r.pick(forms)),
      isRight: expected(
        'appearances',
        [ball],
        scope.choice,
        (_, value) => text(value.map(({ date }: Drawn) => date)) === text(found.map(({ date }) => date)),
      ),
    }
  },
  gap(r, draws) {
    const { text: n, place, ball } = ballPart(r)
    const game = gamePart(r)
    const forms = [
      `what is the [current|] gap of ${n} ${place} ${game.text}`,
      `how many draws since ${n} last ${CAME} ${place} ${game.text}?`,
      `gap ${n} ${place} ${game.text}`,
      `how long has ${n} not ${COME} ${place} ${game.text}`,
      `how many draws has ${n} been sleeping ${place} ${game.text}`,
    ]
    const right = truth.gap(truth.chosen(draws, game.choice), ball)
    return {
      question: say(r, r.pick(forms)),
      isRight: expected('gap', [ball], game.choice, (_, value) => text(value) === text(right)),
    }
  },
  longest(r, draws) {
    const { text: n, place, ball } = ballPart(r)
    const game = gamePart(r)
    const right = truth.longestRun(truth.chosen(draws, game.choice), ball)
    const forms = [
      `what is the longest gap of ${n} ${place} ${game.text}`,
      `longest absence of ${n} ${place} ${game.text}`,
      `what was the longest time ${n} stayed away ${place} ${game.text}`,
    ]
    return {
      question: say(r, r.pick(forms)),
      isRight: expected('longest-gap', [ball], game.choice, (_, value) => value[0].draws === right),
    }
  },
  together(r, draws) {
    const [a, b] = r.balls() as [number, number]
    const scope = scopePart(r)
    const balls = [{ number: a }, { number: b }]
    const right = truth.together(truth.chosen(draws, scope.choice), balls)
    const forms = [
      `have ${a} and ${b} ever come together ${scope.text}?`,
      `how many times did ${a} and ${b} ${COME} together ${scope.text}?`,
      `${a} and ${b} [same draw|together] ${scope.text}`,
      `did ${a} and ${b} ${COME} in the same draw ${scope.text}`,
      `how many times did ${a} come with ${b} ${scope.text}`,
    ]
    const check: Check = (_, value) => text(value) === text(right)
    const straight = expected('together', balls, scope.choice, check)!
    return { question: say(r, r.pick(forms)), isRight: straight }
  },
  list(r, draws) {
    const scope = r.below(2) ? gamePart(r) : scopePart(r)
    const isRising = r.below(3) === 0
    const machine = r.below(5) === 0
    const top = r.pick([1, 3, 5])
    const word = isRising
      ? r.pick(['coldest', 'least drawn', 'rarest'])
      : r.pick(['hottest', 'most frequent', 'most drawn', 'commonest'])
    const type = machine ? 'machine' : ''
    const forms =
      top === 1
        ? [
            `what is the ${word} ${type} number ${scope.text}`,
            `which ${type} number came ${isRising ? 'least' : 'most'} ${scope.text}?`,
            `${word} ${type} number ${scope.text}`,
            ...(machine ? [] : [`which number dey come ${isRising ? 'small pass' : 'pass'} ${scope.text}`]),
          ]
        : [
            `[what are the |]${top} ${word} numbers ${machine ? 'as machine' : ''} ${scope.text}`,
            `which ${top} ${type} numbers came ${isRising ? 'least' : 'most'} ${scope.text}`,
          ]
    const right = truth.frequent(
      truth.chosen(draws, scope.choice),
      machine ? { type: 'machine' } : {},
      isRising,
    )
    const isRight: Question['isRight'] = (answer) =>
      answer.query!.slots.rank === undefined &&
      answer.query!.slots.box === undefined &&
      (answer.query!.slots.type ?? '') === type &&
      expected(isRising ? 'cold' : 'hot', [], scope.choice, (_, value) =>
        sameRanks(value, right, top, 'count', isRising),
      )!(answer)
    return { question: say(r, r.pick(forms)), isRight }
  },
  place(r, draws) {
    const scope = r.below(2) ? gamePart(r) : scopePart(r)
    const rank = 2 + r.below(3)
    const word = one(r, ['', '', 'second|2nd', 'third|3rd', 'fourth|4th'][rank]!)
    const isRising = r.below(3) === 0
    const what = isRising
      ? r.pick(['coldest', 'least frequent', 'least drawn'])
      : r.pick(['hottest', 'most frequent', 'most drawn', 'most common'])
    const forms = [
      `${word} ${what} number ${scope.text}`,
      `what is the ${word} ${what} number ${scope.text}?`,
      `which number is the ${word} ${what} ${scope.text}`,
    ]
    const right = truth.frequent(truth.chosen(draws, scope.choice), {}, isRising)
    const figure = right[rank - 1]!.figure
    const isRight = expected(isRising ? 'cold' : 'hot', [], scope.choice, (answer, value) => {
      const same = right.filter((entry) => entry.figure === figure).map(({ number }) => number)
      return (
        answer.query!.slots.rank === rank &&
        (figure === 0 && !isRising ? true : text(value.map((e: any) => e.number)) === text(same))
      )
    })
    return { question: say(r, r.pick(forms)), isRight }
  },
  due(r, draws) {
    const game = gamePart(r)
    const top = r.pick([1, 5])
    const forms =
      top === 1
        ? [
            `which number is most overdue ${game.text}`,
            `which number don tey pass ${game.text}`,
            `most overdue number ${game.text}`,
          ]
        : [
            `[top|] 5 overdue numbers ${game.text}`,
            `most overdue numbers ${game.text}`,
            `what are the sleeping numbers ${game.text}`,
          ]
    const right = truth.overdue(truth.chosen(draws, game.choice), {})
    return {
      question: say(r, r.pick(forms)),
      isRight: expected('due', [], game.choice, (_, value) => sameRanks(value, right, top, 'draws')),
    }
  },
  never(r, draws) {
    const game = gamePart(r)
    const scope = r.below(2)
      ? game
      : { text: `${game.text} this year`, choice: { ...game.choice, from: '2025-01-01' } }
    const right = truth.never(truth.chosen(draws, scope.choice), {})
    const forms = [
      `which numbers have never [come|dropped|been drawn] ${scope.text}`,
      `numbers never drawn ${scope.text}`,
      `which numbers never ${COME} ${scope.text}?`,
      `which numbers have not come ${scope.text}`,
    ]
    return {
      question: say(r, r.pick(forms)),
      isRight: expected('never-drawn', [], scope.choice, (_, value) => text(value) === text(right)),
    }
  },
  pairs(r, draws) {
    const scope = scopePart(r)
    const { most, pairs } = truth.bestPairs(truth.chosen(draws, scope.choice))
    const forms = [
      `best pair ${scope.text}`,
      `which two numbers ${COME} together most ${scope.text}?`,
      `which pair came most ${scope.text}`,
      `most common pair ${scope.text}`,
      `best pairs ${scope.text}`,
    ]
    const check: Check = (_, value) =>
      value.length === 0 ? most === 0 : value[0].count === most && pairs.includes(value[0].numbers.join('-'))
    return { question: say(r, r.pick(forms)), isRight: expected('best-pairs', [], scope.choice, check) }
  },
  companions(r, draws) {
    const number = anyNumber(r)
    const scope = scopePart(r)
    const right = truth.companions(truth.chosen(draws, scope.choice), number)
    const forms = [
      `which number comes most with ${number} ${scope.text}`,
      `top 5 companions of ${number} ${scope.text}`,
      `which number came most often with ${number} in the same draw ${scope.text}`,
    ]
    return {
      question: say(r, r.pick(forms)),
      isRight: expected('pairs-with', [{ number }], scope.choice, (_, value) => sameRanks(value, right, 1)),
    }
  },
  sides(r, draws) {
    const number = anyNumber(r)
    const period = r.below(2) ? periodPart(r) : EVERYWHERE
    const by = r.pick(['game', 'weekday', 'box'] as const)
    const word = by === 'weekday' ? 'day' : by
    const all = truth.chosen(draws, period.choice)
    const figure = (value: string) =>
      by === 'game'
        ? truth.count(
            all.filter(({ game }) => game === value),
            { number },
          )
        : by === 'weekday'
          ? truth.count(truth.chosen(all, { weekday: SHORT.indexOf(value) }), { number })
          : truth.count(all, { number, box: BOXES.indexOf(value) + 1 })
    const values = by === 'game' ? KEYS : by === 'weekday' ? SHORT : BOXES
    const best = Math.max(...values.map(figure))
    const forms = [
      `which ${word} brings ${number} most ${period.text}`,
      `in which ${word} does ${number} ${COME} most ${period.text}?`,
      `which ${word} ${number} dey ${COME} pass ${period.text}`,
    ]
    const check: Check = (_, value) =>
      value[0].count === best && value.every((e: any) => e.count === figure(e[by]))
    return {
      question: say(r, r.pick(forms)),
      isRight: expected('most-in', [{ number }], period.choice, check),
    }
  },
  draw(r, draws) {
    const { key } = gamePart(r)
    const name = one(r, GAMES[key]!)
    const roll = r.below(5)
    const [day, date] = r.pick(DAYS)
    const [forms, choice]: [string[], Choice] =
      roll === 0
        ? [
            [
              `last ${name} [result|draw]`,
              `what was the last ${name} draw?`,
              `latest ${name} result`,
              `wetin be the last ${name} result`,
            ],
            { games: [key], last: 1 },
          ]
        : roll === 1
          ? [
              [
                `second last ${name} draw`,
                `second to last draw of ${name}`,
                `the draw before the last ${name} draw`,
                `last but one ${name} result`,
                `2nd last ${name} draw`,
              ],
              { games: [key], last: 1, skip: 1 },
            ]
          : roll === 2
            ? [
                ['last draw', 'what was the last draw?', 'newest draw', 'what came in the last draw'],
                { last: 1 },
              ]
            : roll === 3
              ? [
                  [
                    `${name} result ${one(r, day)}`,
                    `what did ${name} [play|draw] ${one(r, day)}`,
                    `${name} ${one(r, day)}`,
                  ],
                  { games: [key], from: date, to: date },
                ]
              : [
                  [
                    `results ${one(r, day)}`,
                    `what [played|came|was drawn] ${one(r, day)}?`,
                    `all results ${one(r, day)}`,
                  ],
                  { from: date, to: date },
                ]
    const right = truth
      .chosen(draws, choice)
      .map(({ game, date: on, winning, machine }) => text([game, on, winning, machine]))
    const check: Check = (_, value) =>
      text(value.map((e: Drawn) => text([e.game, e.date, e.winning, e.machine]))) === text(right)
    return { question: say(r, r.pick(forms)), isRight: expected('draw', [], choice, check) }
  },
  next(r, draws) {
    const [a, b] = r.balls() as [number, number]
    const game = gamePart(r)
    const within = r.pick([1, 2, 3])
    const step = within === 1 ? 'in the next draw' : `within ${within} draws`
    const forms = [
      `how many times did ${b} come ${step} after ${a} ${game.text}?`,
      `how often did ${b} follow ${a} ${step} ${game.text}`,
      `if ${a} ${COME} how many times ${b} don ${COME} ${step} ${game.text}`,
    ]
    const right = truth.followed(truth.chosen(draws, game.choice), { number: a }, { number: b }, { within })
    return {
      question: say(r, r.pick(forms)),
      isRight: expected(
        'then',
        [{ number: a }, { number: b }],
        game.choice,
        (answer, value) => (answer.query!.slots.within ?? 1) === within && text(value) === text(right),
      ),
    }
  },
  compare(r, draws) {
    const [a, b] = r.balls() as [number, number]
    const scope = scopePart(r)
    const all = truth.chosen(draws, scope.choice)
    const forms = [
      `which came more ${scope.text}, ${a} or ${b}?`,
      `between ${a} and ${b} which one don ${COME} pass ${scope.text}`,
      `compare ${a} and ${b} ${scope.text}`,
    ]
    const right = [truth.count(all, { number: a }), truth.count(all, { number: b })]
    return {
      question: say(r, r.pick(forms)),
      isRight: expected(
        'compare',
        [{ number: a }, { number: b }],
        scope.choice,
        (_, value) => text(value) === text(right),
      ),
    }
  },
  held(r, draws) {
    const scope = scopePart(r)
    const forms = [
      `how many draws were [held|] ${scope.text}?`,
      `number of draws ${scope.text}`,
      `how many draws ${scope.text}`,
    ]
    return {
      question: say(r, r.pick(forms)),
      isRight: expected(
        'draw-count',
        [],
        scope.choice,
        (_, value) => value === truth.chosen(draws, scope.choice).length,
      ),
    }
  },
  words(r) {
    const [question, term] = r.pick([
      ['what is [lapping|lapping numbers]', 'lapping'],
      ['[what does|how much does] pro cost', 'pro'],
      ['how much is [the pro plan|pro]', 'pro'],
      ['price of [basic|the basic plan]', 'basic'],
      ['what is perm', 'perm'],
      ['wetin be [machine number|machine]', 'machine'],
      ['what does counterpart mean', 'counterpart'],
      ['meaning of against', 'against'],
    ] as const)
    return {
      question: say(r, question),
      isRight: (answer) => answer.query!.intent === 'help' && answer.query!.slots.term === term,
    }
  },
  bets(r) {
    const k = 2 + r.below(4)
    const of = k + 1 + r.below(5)
    const stake = r.pick([10, 50, 100, 200])
    let lines = 1
    for (let i = 1; i <= k; i++) lines = (lines * (of - k + i)) / i
    const pays = [0, 40, 240, 2100, 6000, 44000][k]!
    const names = ['', '', 'two', 'three', 'four', 'five']
    return r.below(2)
      ? {
          question: say(
            r,
            `[how many lines is|what does] perm ${k} [of|from|/] ${of} [cost|] at ${stake} naira a line`,
          ),
          isRight: ({ value }) =>
            text(value) === text({ lines: Math.round(lines), cost: Math.round(lines) * stake }),
        }
      : {
          question: say(
            r,
            `how much do I win with [₦${stake}|${stake} naira] on ${r.pick([names[k]!, String(k)])} ${k === 2 ? 'sure' : 'direct'}`,
          ),
          isRight: ({ value }) => text(value) === text({ wins: stake * pays }),
        }
  },
  followUp(r, draws) {
    const first = ballPart(r)
    const game = gamePart(r)
    const previous = say(r, `how many times has ${first.ball.number} come ${first.place} ${game.text}?`)
    const other = gamePart(r, game.key)
    const number = anyNumber(r)
    const period = periodPart(r)
    const [question, ball, choice]: [string, Ball, Choice] = r.pick([
      [`[and|what about|how about] ${one(r, GAMES[other.key]!)}?`, first.ball, other.choice],
      [`${other.text} nko`, first.ball, other.choice],
      [`[and|what about] ${number}?`, { ...first.ball, number }, game.choice],
      [`[and|only|] ${period.text}`, first.ball, { ...game.choice, ...period.choice }],
      [`and [in|] all games?`, first.ball, {}],
      [`and last box?`, { ...first.ball, box: 5 }, game.choice],
      [`as machine number?`, { ...first.ball, type: 'machine' }, game.choice],
      [`and on Fridays`, first.ball, { ...game.choice, weekday: 4 }],
    ] as [string, Ball, Choice][])
    return { question: say(r, question), previous, isRight: counting(draws, ball, choice) }
  },
  before(r, draws) {
    const { key } = gamePart(r)
    const choice = { games: [key], last: 1, skip: 1 }
    const right = truth.chosen(draws, choice)
    return {
      previous: `last ${one(r, GAMES[key]!)} draw`,
      question: r.pick([
        'the one before',
        'and the one before?',
        'the one before that',
        'and the previous one?',
      ]),
      isRight: expected('draw', [], choice, (_, value) => value[0]?.date === right[0]?.date),
    }
  },
  condition(r) {
    const number = anyNumber(r)
    const game = gamePart(r)
    const strange = r.pick([
      'when it rained',
      'at night',
      'on public holidays',
      'except 2024',
      'excluding Metro',
      'in Lagos',
      'twice in a row',
      'more than 3 times',
      'in the first half of 2024',
      'when 12 was absent',
      'apart from June',
      'in leap years',
      'in the sixth box',
      'as the seventh ball',
      'on the sixth',
      'in ramadan',
      'during covid',
      'in the evening',
      'before noon',
      'by mistake',
      'in every third draw',
      'in the 80s',
      'at least twice',
      'in even months',
      'with a bonus',
      'in the second week of June',
      'on weekends',
      'in the morning draws',
      'outside Bonanza',
      'without 12',
      'but not 2024',
      'in the second quarter',
      'on the 13th',
      'in odd weeks',
      'with the same machine',
      'by my uncle',
      'in Ibadan',
      'on Christmas',
      'during Easter',
      'other than Gold',
    ])
    return {
      question: say(r, `how many times did ${number} ${COME} ${game.text} ${strange}?`),
      isRight: null,
    }
  },
  impossible(r) {
    const game = gamePart(r)
    return {
      question: say(
        r,
        r.pick([
          `how many times did ${91 + r.below(200)} come ${game.text}`,
          'when did 0 last come',
          `how many times did 45 come in ${r.pick(['Vag', 'Tota', 'Enugu', 'Mark II', 'Powerball'])}`,
          `how many numbers in the ${10 * (1 + r.below(9))}s came ${game.text}`,
          `how many times did ${r.pick(['sixth', 'seventh', 'eighth', 'ninth', 'tenth'])} come ${game.text}`,
          `${game.text} result on 31 June 2025`,
          `how many times did 45 come in 2019`,
          `how many times did numbers between 10 and 20 come ${game.text}`,
          `${r.pick(['sixth', 'tenth', 'eleventh'])} draw of ${one(r, GAMES[game.key]!)}`,
        ]),
      ),
      isRight: null,
    }
  },
  tip(r) {
    return {
      question: say(
        r,
        r.pick([
          'best banker today',
          `which number will come in ${one(r, GAMES.national!)} tomorrow`,
          'give me two sure for tonight',
          'abeg give me sure number',
          'what should I play today',
          'predict tomorrow',
          `will ${anyNumber(r)} come today?`,
          'lucky numbers for tonight',
        ]),
      ),
      isRight: null,
    }
  },
}

/** One edit in one word without digits: a letter left out, doubled, replaced, or swapped with its neighbour. */
export function withTypo(r: Random, question: string): string {
  const words = question.split(' ')
  const places = words.flatMap((word, i) => (/^[a-z]{5,}$/i.test(word) ? [i] : []))
  if (places.length === 0) return question
  const place = r.pick(places)
  const word = words[place]!
  const at = 1 + r.below(word.length - 1)
  const letter = word[at]!
  words[place] = r.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + r.pick([...'aeiounrst']) + word.slice(at + 1),
    at + 1 < word.length ? word.slice(0, at) + word[at + 1] + letter + word.slice(at + 2) : word + letter,
  ])
  return words.join(' ')
}

/** `count` questions of a seed; every eighth has a typing error. */
export function questions(r: Random, draws: readonly Drawn[], total: number): Question[] {
  const kinds = Object.keys(KINDS)
  return Array.from({ length: total }, (_, i) => {
    const kind = kinds[i % kinds.length]!
    const made = { previous: null, ...KINDS[kind]!(r, draws) }
    return { kind, ...made, question: i % 8 === 7 ? withTypo(r, made.question) : made.question }
  })
}
