import { type Mark, marks } from './lexicon.ts'
import { FIELDS, type ReadNumber, type Reading, has, names } from './reading.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

/** Marks that ask a new question about what the question before named. */
const QUESTIONS = marks(
  'COUNT HOW_MANY_DRAWS HOW_MUCH HOW_LONG WHEN WHAT WHICH_ONE GAP SLEEP TEY CHANCE COMPARE HELP MEANS SCHEDULE TIME RESULT WHICH_GAMES COMPANION DATES EARLIEST LONGEST WHICH_BOX',
)

/** Marks that replace each other in a follow-up. */
const FAMILIES = [
  marks('MOST HOT TOP LEAST'),
  marks('MORE LESS'),
  marks('ODD EVEN SUM ENDING AVERAGE HIGHEST LOWEST'),
  marks('PERM AGAINST AGAINST_ALL'),
]

const TERMS = marks('PERM AGAINST BOX_WORD EVENT_WORD HOT LEAST GAP')

/** Whether a question names no subject of its own, such as "and when did it last come". */
const isNewQuestion = (now: Reading) => has(now, ...QUESTIONS)

/** Whether the question before asked for an explanation. */
const isHelp = (before: Reading) =>
  has(before, 'MEANS', 'WHAT') && before.numbers.length === 0 && before.games.length === 0

/** "With 50?" behind a question about winnings names a stake. */
function asStake(before: Reading, now: Reading): Reading {
  const isPriced = before.bet !== undefined && before.stake !== undefined && before.numbers.length === 0
  if (!isPriced || now.numbers.length !== 1 || now.bet !== undefined || has(before, 'PERM', 'LINES'))
    return now
  return { ...now, numbers: [], stake: itemAt(now.numbers, 0).number }
}

/** Whether a follow-up names something that replaces a part of the question before. */
const namesAnything = (now: Reading) =>
  FIELDS.some((field) => names(now, field)) || [...now.marks].some((mark) => !EMPTY.has(mark))

const EMPTY = new Set(marks('FOLLOW_UP COME HELD THAT THAT_GAME NUMBER NUMBERS GAMES BOX_WORD'))

const RANKED = marks('HOT MOST LEAST SLEEP TOP')
const BOX_NAMES = ['box', 'number', 'ball', 'position', 'place', 'machine', 'winning']

/**
 * The question before with everything that the follow-up names instead. Null when it is unclear what the follow-up
 * replaces.
 */
export function continued(before: Reading, given: Reading): Reading | null {
  if (!namesAnything(given)) return null
  if (has(given, 'EARLIER'))
    return before.last === 1 && before.numbers.length === 0
      ? { ...before, skip: (before.skip ?? 0) + 1 }
      : null
  const now = asStake(before, given)
  // "And the second?" behind a list: a place of the list, or a box.
  if (now.place.box && has(before, ...RANKED) && !BOX_NAMES.some((word) => now.words.has(word))) return null
  const numbers = continuedNumbers(before, now)
  if (!numbers || (now.places.length > 0 && now.numbers.length === 0)) return null
  // "And two?" behind a chance: a number, or how many numbers.
  if (has(before, 'CHANCE') && before.numbers.length === 0 && now.numbers.length > 0) return null
  if (names(now, 'games') && before.games.length > 1 && has(before, 'COMPARE', 'MORE', 'LESS')) return null
  const base = isNewQuestion(now) ? subjectOf(before) : before
  return {
    ...base,
    ...replacing(now),
    ...continuedPeriod(base, now),
    ...continuedTop(base, now),
    sameEvent: now.sameEvent || base.sameEvent,
    numbers,
    place: numbers.length > 0 ? {} : { ...base.place, ...now.place },
    places: names(now, 'numbers') && before.numbers.length !== 1 ? now.places : before.places,
    marks: continuedMarks(before, now),
    words: now.words,
    unknown: now.unknown,
    strangers: now.strangers,
    doubts: now.doubts,
    isUnclear: now.isUnclear || before.isUnclear,
  }
}

/** What belongs to a question and not to its subject. */
const OF_QUESTION = [
  'last',
  'skip',
  'rank',
  'event',
  'top',
  'quantity',
  'within',
  'lag',
  'digit',
  'bet',
  'stake',
] as const

/** What a new question about the same subject keeps. */
function subjectOf(before: Reading): Reading {
  const subject: Reading = { ...before, amounts: [], relations: [], sameEvent: false }
  for (const field of OF_QUESTION) delete subject[field]
  return subject
}

/** "That number" and "that game" are those of the question before. */
const ownMarks = ({ marks }: Reading) => [...marks].filter((mark) => mark !== 'THAT' && mark !== 'THAT_GAME')

function continuedMarks(before: Reading, now: Reading): Set<Mark> {
  if (isNewQuestion(now)) return new Set(ownMarks(now))
  const isExplained =
    isHelp(before) &&
    (has(now, ...TERMS) || now.bet !== undefined || now.relations.length > 0 || names(now, 'place'))
  const replaced = new Set(FAMILIES.filter((family) => has(now, ...family)).flat())
  if (has(now, 'SUM')) replaced.add('COUNT')
  if (isExplained) for (const term of TERMS) replaced.add(term)
  return new Set([...[...before.marks].filter((mark) => !replaced.has(mark)), ...ownMarks(now)])
}

const placeOf = ({ box, type }: ReadNumber) => ({ ...(box && { box }), ...(type && { type }) })

/** The numbers of a follow-up: its own, in the places of the question before, or the numbers before in a new place. */
function continuedNumbers(before: Reading, now: Reading): ReadNumber[] | null {
  if (has(before, 'PERM', 'AGAINST', 'LINES') && !isNewQuestion(now)) return continuedPerm(before, now)
  const place = now.place
  if (now.numbers.length === 0) {
    if (!names(now, 'place')) return before.numbers
    if (
      before.numbers.length > 1 &&
      has(before, 'TOGETHER', 'WITH', 'HAD', 'AFTER', 'NEXT_DRAW', 'FOLLOW', 'COMPARE', 'MORE', 'LESS')
    )
      return null
    return before.numbers.map((number) => ({ ...number, ...place }))
  }
  if (
    before.numbers.length === 2 &&
    now.numbers.length === 1 &&
    before.numbers.some(({ isFirst }) => isFirst)
  )
    return oneOfTwo(before, now)
  const [shared] = before.numbers
  const isShared = before.numbers.every(({ box, type }) => box === shared?.box && type === shared?.type)
  if (before.numbers.length === now.numbers.length)
    return now.numbers.map((number, i) => ({
      ...(itemAt(before.numbers, i).isFirst && { isFirst: true }),
      ...placeOf(itemAt(before.numbers, i)),
      ...number,
    }))
  return isShared && shared ? now.numbers.map((number) => ({ ...placeOf(shared), ...number })) : now.numbers
}

/** "And after 40?" replaces the number that comes first. */
function oneOfTwo(before: Reading, now: Reading): ReadNumber[] | null {
  const number = itemAt(now.numbers, 0)
  const isSame = itemAt(before.numbers, 0).number === itemAt(before.numbers, 1).number
  if (isSame) return now.numbers
  if (!number.isFirst) return null
  return before.numbers.map((old) => (old.isFirst ? { ...placeOf(old), ...number } : old))
}

const OF = /^(?:of|from|out|slash|in)$/

/** "Of 8?" replaces the numbers that are permed, "perm 3?" how many are chosen. */
function continuedPerm(before: Reading, now: Reading): ReadNumber[] | null {
  if (now.numbers.length === 0) return before.numbers
  if (now.numbers.length > 1) return now.numbers
  const number = itemAt(now.numbers, 0)
  if (number.before === 'at') return [...before.numbers.filter((old) => old.before !== 'at'), number]
  const isOf = OF.test(number.before)
  if (!isOf && number.before !== 'perm') return null
  return before.numbers.map((old) => (OF.test(old.before) === isOf && old.before !== 'at' ? number : old))
}

/** Fields that replace those of the question before, all of a line where the follow-up names one of them. */
const REPLACED: readonly (readonly Parameters<typeof names>[1][])[] = [
  ['games', 'operator', 'allGames'],
  ['weekday'],
  ['relations'],
  ['within', 'lag'],
  ['digit'],
  ['rank'],
  ['bet'],
  ['stake', 'amounts'],
]

function replacing(now: Reading): Partial<Reading> {
  const named = REPLACED.filter((fields) => fields.some((field) => names(now, field))).flat()
  return Object.fromEntries(named.map((field) => [field, now[field]]))
}

/** A period of any kind replaces the one before. */
function continuedPeriod(before: Reading, now: Reading): Partial<Reading> {
  const { periods, last, skip, event, weekday } = now
  const [period] = periods
  if (!period && last === undefined && event === undefined) {
    const isSchedule =
      weekday !== undefined &&
      before.last === undefined &&
      before.periods.every(({ unit }) => unit === 'day') &&
      !has(before, 'RESULT', 'COUNT')
    return isSchedule ? { periods: [] } : {}
  }
  return {
    periods: event !== undefined && !period ? before.periods : periods,
    last,
    skip,
    event: event ?? (period?.unit === 'year' ? before.event : undefined),
    ...(period?.unit === 'day' && !weekday && { weekday: undefined }),
  }
}

/** How many numbers: behind a chance it is no place of a list. */
function continuedTop(before: Reading, { top, rank, quantity, bet }: Reading): Partial<Reading> {
  const isChance = has(before, 'CHANCE')
  const isNamed = top !== undefined || quantity !== undefined
  return {
    ...(rank !== undefined && { top: undefined, quantity: undefined }),
    ...(isNamed && { rank: undefined, top: top ?? (isChance ? undefined : quantity), quantity }),
    ...(bet !== undefined && isChance && { quantity: undefined }),
  }
}

/** Words at the beginning of a follow-up. */
const FOLLOWS =
  /^\s*(?:and|an|nd|only|just|also|what about|how about|what of|then|plus|but|or|ok(?:ay)? and)\b/i
/** Words at the beginning of a whole question. */
const ASKS =
  /^(?:how|hw|what|wat|wetin|which|wich|when|wen|where|who|did|does|dos|do|has|have|is|are|was|were|will|can|show|tell|give|compare|between|if|in|for|please|pls|abeg|oya|number|frequency|count|after)$/i
const SCOPES = /^\s*(?:in|for|on|at|from|since|during|until|till|before|as|with)\b/i

/** Marks that ask nothing. */
const SILENT = new Set(marks('NUMBER NUMBERS GAMES HELD BOX_WORD DRAW NEXT FOLLOW_UP'))

const asksNothing = ({ marks }: Reading) => [...marks].every((mark) => SILENT.has(mark))

/** Whether a question is only a follow-up: "and 45 in Bingo?", "what about Bingo yesterday?". */
export const isBareFollowUp = (question: string, reading: Reading): boolean =>
  (FOLLOWS.test(question) || reading.marks.has('FOLLOW_UP')) && asksNothing(reading)

/**
 * Whether a question leans on the one before. `follows`: "and Metro?", "6 nko?", "when does it play?", "in the last 20
 * Gold draws", "top 5". `unclear`: words without a verb that are a question of their own too, "46 Gold". `none`: a whole
 * question.
 */
export function leaningOf(question: string, reading: Reading): 'follows' | 'unclear' | 'none' {
  const { numbers, games, operator, allGames, words, marks } = reading
  if (FOLLOWS.test(question) || marks.has('FOLLOW_UP')) return 'follows'
  const namesScope = games.length > 0 || operator !== undefined || allGames
  if (numbers.length === 0 && !namesScope && (words.has('it') || words.has('that'))) return 'follows'
  if (asksNothing(reading) && numbers.length === 0 && SCOPES.test(question)) return 'follows'
  if (!namesScope && !ASKS.test(question.trim().split(/\s+/)[0] ?? '')) return 'follows'
  return asksNothing(reading) ? 'unclear' : 'none'
}
