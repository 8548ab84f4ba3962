import { type LagosDate, yearOf } from '../../../platform/rules/base/calendar.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { SEARCH_LIMITS } from '../../../platform/rules/site/search-address.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { type Slots, shortWeekday } from './types.ts'
import { type Item, isOf, type Of, type Part } from './parts.ts'
import { periodAt, weekdayWord } from './periods.ts'
import { inOrder, placedNumbers } from './places.ts'
import { withCorrections } from './spelling.ts'
import { type Concept, FILLERS, lexiconOf, phraseAt } from './lexicon.ts'
import { joinNames, isForeign, rawOf, type Token, tokensOf } from './tokens.ts'

/** What is taken from a text. */
export interface Things {
  slots: Slots
  concepts: ReadonlySet<Concept>
  /** Words that nothing explains, as typed in lower case. */
  left: readonly string[]
  /** Whether a word was guessed: then no question is whole. */
  isGuess?: boolean
}

/** The things of a text: more than one reading only where "06" or "40-45" has two. */
export function thingsOf(text: string, games: readonly Game[], today: LagosDate): Things[] {
  if (isForeign(text)) return [{ slots: {}, concepts: new Set(), left: [text] }]
  const { names, vocabulary } = lexiconOf(games)
  const corrected = withCorrections(tokensOf(text), vocabulary)
  const isGuess = corrected.some((token) => token.isGuess)
  const items = itemsOf(joinNames(corrected, names), today)
  return meanings(items).map((read) => ({ ...together(read, games, today), isGuess }))
}

function itemsOf(tokens: readonly Token[], today: LagosDate): Item[] {
  const items: Item[] = []
  for (let at = 0; at < tokens.length;) {
    const { parts, length } = partsAt(tokens, at, today)
    const place = {
      at,
      length,
      raw: rawOf(tokens.slice(at, at + length)),
      before: tokens[at - 1]?.text ?? '',
      after: tokens[at + length]?.text ?? '',
      stop: itemAt(tokens, at).stop,
    }
    for (const part of parts) items.push({ ...part, ...place })
    at += length
  }
  return items
}

interface Found {
  parts: readonly Part[]
  length: number
}

const ball = (value: number) => value >= 1 && value <= DRAW_LIMITS.highestBall
/** The longest phrase or period at a place, else one token. */
function partsAt(tokens: readonly Token[], at: number, today: LagosDate): Found {
  const token = itemAt(tokens, at)
  if (at === 0 && /^(?:and|only)$/.test(token.text))
    return { parts: [{ is: 'concept', concept: 'followup' }], length: 1 }
  // "No. 45": a number, not a denial.
  if (token.text === 'no' && tokens[at + 1]?.kind === 'number')
    return { parts: [{ is: 'filler' }], length: 1 }
  const [sign, end] = [tokens[at + 1], tokens[at + 2]]
  const isRange = token.kind === 'number' && end?.kind === 'number' && /^(?:dash|to)$/.test(sign?.text ?? '')
  const isOrdinal = token.kind === 'ordinal' || /^(?:first|second|third|fourth|fifth)$/.test(token.text)
  // "The first Monday" is no box.
  if (isOrdinal && weekdayWord(tokens[at + 1])) return { parts: [{ is: 'unknown' }], length: 1 }
  const period = periodAt(tokens, at, today)
  // "32 June": no day, and no ball.
  const behind = token.kind === 'number' && !period && periodAt(tokens, at + 1, today)
  if (
    behind &&
    behind.period.unit === 'month' &&
    !sign?.stop &&
    !/^(?:in|since|from|last|this)$/.test(sign?.text ?? '')
  )
    return { parts: [{ is: 'unknown' }], length: 1 }
  const phrase = phraseAt(tokens, at)
  if (period && (!phrase || period.length >= phrase.length))
    return { parts: [{ is: 'period', period: period.period }], length: period.length }
  if (!phrase && isRange && ball(token.value) && ball(end.value) && token.value < end.value)
    return { parts: [{ is: 'range', from: token.value, to: end.value }], length: 3 }
  return phrase ?? { parts: [single(token)], length: 1 }
}

/** The meaning of one token that begins no phrase. */
function single(token: Token): Part {
  const { kind, text, value } = token
  if (kind === 'name') return nameOf(text)
  if (kind === 'money')
    return /^[₦n]/.test(text) ? { is: 'set', slots: { stake: value } } : { is: 'amount', value }
  if (kind === 'number')
    return ball(value) && !/^\d{3}/.test(text) ? { is: 'number', value } : { is: 'amount', value }
  const day = weekdayWord(token)
  if (day) return { is: 'set', slots: { weekday: shortWeekday(day) } }
  return kind === 'word' && (FILLERS.has(text) || /^(?:naira|dash|slash)$/.test(text))
    ? { is: 'filler' }
    : { is: 'unknown' }
}

function nameOf(target: string): Part {
  const [kind, name = ''] = target.split(':')
  if (kind === 'game') return { is: 'game', key: name }
  if (kind === 'operator') return { is: 'set', slots: { operator: name } }
  return { is: kind === 'zero-six' ? 'zero-six' : 'unknown' }
}

const SCOPES = /^(?:in|for|from|at|of|inside|on)$/
const OWNERS = /^(?:its|their|e|his|it|bring|brings|brought|own)$/

/** A text has at most this many readings. */
const MOST_READINGS = 4

/** The readings of a text: more than one where a part has two meanings, such as "06" and "40-45". */
const meanings = (items: readonly Item[]): Item[][] =>
  items.reduce<Item[][]>(
    (readings, item, i) => {
      const ways = waysOf(items, i).slice(0, MOST_READINGS / readings.length)
      return readings.flatMap((before) =>
        ways.map((way) => [...before, ...way.map((part): Item => ({ ...item, ...part }))]),
      )
    },
    [[]],
  )

/** What a part means. */
function waysOf(items: readonly Item[], i: number): readonly (readonly Part[])[] {
  const item = itemAt(items, i)
  const others = items.filter((other) => other !== item)
  const has = (kind: Item['is']) => others.some(({ is }) => is === kind)
  if (item.is === 'game' && item.key === 'bonanza') {
    // A column where a number owns it.
    const next = items.slice(i + 1).find(({ is }) => is !== 'filler')
    const isOwned = OWNERS.test(item.before) || (/^(?:of|for)$/.test(item.after) && next?.is === 'number')
    return [[isOwned ? { is: 'relations', keys: ['bonanza'] } : item]]
  }
  // "Play 4 national": the word "for", or the number.
  const isFour = i > 0 && item.is === 'number' && item.raw === '4' && !item.stop
  if (isFour && /^(?:game|operator):/.test(item.after) && !/^(?:and|or|number|ball|with)$/.test(item.before))
    return [[{ is: 'filler' }], [item]]
  const numbers = (values: readonly number[]) => values.map((value): Part => ({ is: 'number', value }))
  if (item.is === 'range') {
    const all = Array.from({ length: item.to - item.from + 1 }, (_, n) => item.from + n)
    const isPair = all.length > SEARCH_LIMITS.rows || items.some((other) => isOf(other, 'together'))
    const ends = numbers([item.from, item.to])
    return isPair ? [ends] : [numbers(all), ends]
  }
  if (item.is !== 'zero-six') return [[item]]
  const [game, number]: Part[][] = [[{ is: 'game', key: '06' }], numbers([6])]
  if (/^(?:number|no|num|ball|numbers)$/.test(item.before) || has('game')) return [number!]
  return item.before === 'game' || SCOPES.test(item.before) || has('number') ? [game!] : [game!, number!]
}

/** Puts the parts of a text together. */
function together(items: readonly Item[], games: readonly Game[], today: LagosDate): Things {
  const all = <Is extends Item['is']>(is: Is) => items.filter((item): item is Of<Is> => item.is === is)
  const left = all('unknown').map(({ raw }) => raw)
  const concepts = new Set(all('concept').map(({ concept }) => concept))
  const slots: Slots = {}
  /** Takes what a text may name once. Another value is left. */
  const take = (more: Slots, raw: string) => {
    for (const [key, value] of Object.entries(more) as [keyof Slots, never][]) {
      const known = slots[key]
      if (known === undefined) slots[key] = value
      else if (JSON.stringify(known) !== JSON.stringify(value)) left.push(raw)
    }
  }
  for (const { slots: more, raw } of all('set')) take(more, raw)
  const keys = [...new Set(all('game').map(({ key }) => key))]
  const isCompared = ['more', 'less', 'compare', 'between'].some((one) => concepts.has(one as Concept))
  const { numbers, place, isUnclear } = placedNumbers(items, isCompared)
  if (isUnclear) left.push('…')
  if (numbers.length > 0) slots.numbers = inOrder(items, numbers, concepts, left)
  Object.assign(slots, place)
  const order = games.map(({ key }) => key)
  if (keys.length > 0)
    slots.games = isCompared ? keys : keys.sort((a, b) => order.indexOf(a) - order.indexOf(b))
  // "Ghana National" names the operator of its own game.
  if (
    keys.length > 0 &&
    keys.every((key) => games.find((game) => game.key === key)?.operator === slots.operator)
  )
    delete slots.operator
  const relations = [...new Set(all('relations').flatMap((item) => item.keys))]
  if (relations.length > 0) slots.relations = relations
  // "What is 45 the counterpart of" and "the turning of the counterpart of 45" ask for other cells.
  for (const item of all('relations')) {
    const next = items.slice(items.indexOf(item) + 1).find(({ is }) => is !== 'filler')
    if (item.after === 'of' && next?.is !== 'number' && next?.is !== 'concept') left.push(item.raw)
  }
  readPeriods(items, slots, concepts, left, today)
  readAmounts(all('amount'), all('against'), slots, concepts, left)
  return { slots, concepts, left: [...new Set(left)] }
}

const PAST = /^(?:did|came|was|were|played|dropped|drew|drawn|fell|entered|showed|don|won|result|results)$/

function readPeriods(
  items: readonly Item[],
  slots: Slots,
  concepts: Set<Concept>,
  left: string[],
  today: LagosDate,
) {
  const days = items.filter((item): item is Of<'period'> => item.is === 'period')
  const event = items.find((item): item is Of<'event'> => item.is === 'event')
  const periods = days.flatMap(({ period: { from, to, problem } }) =>
    problem || !(from ?? to) ? [] : [{ ...(from && { from }), ...(to && { to }) }],
  )
  for (const { period, raw } of days) if (period.problem) left.push(raw)
  const [period] = periods
  if (event) {
    const year = days[0]?.period.unit === 'year' && period?.from ? yearOf(period.from) : yearOf(today)
    if (days.length > (days[0]?.period.unit === 'year' ? 1 : 0)) left.push('…')
    slots.period = { event: event.n, year }
    return
  }
  if (periods.length > 1) slots.periods = periods
  else if (period && slots.period === undefined) slots.period = period
  else if (period) left.push(itemAt(days, 0).raw)
  // The newest draw that has a number is the last time, not the newest draw.
  const { period: kept } = slots
  const isLast = kept && 'last' in kept && kept.last === 1 && !kept.skip
  if (isLast && slots.numbers && (concepts.has('with') || concepts.has('when'))) {
    delete slots.period
    concepts.add('last')
  }
  const isAhead = days.some((day) => day.period.unit === 'day' && day.period.from && day.period.from >= today)
  const isPast = items.some(({ raw }) => raw.split(' ').some((word) => PAST.test(word)))
  if (isAhead && !isPast) concepts.add('ahead')
}

/** Amounts are stakes beside a bet; "4 against 6" is a bet beside lines, and else a comparison. */
function readAmounts(
  amounts: readonly Of<'amount'>[],
  against: readonly Of<'against'>[],
  slots: Slots,
  concepts: Set<Concept>,
  left: string[],
) {
  for (const { a, b, raw, after } of against) {
    const isBet = raw.includes('against') && ball(a) && ball(b) && !/^(?:in|for)$/.test(after)
    if (isBet) Object.assign(slots, { against: [a, b] satisfies [number, number] })
    else {
      slots.numbers = [...(slots.numbers ?? []), { number: a }, { number: b }]
      concepts.add('compare')
      if (!ball(a) || !ball(b)) left.push(raw)
    }
  }
  const isOfBet = (['bet', 'choose', 'against', 'of'] as const).some((key) => slots[key] !== undefined)
  const isPriced = (['howmuch', 'pays', 'perm', 'lines'] as const).some((concept) => concepts.has(concept))
  const { numbers = [] } = slots
  const [amount] = amounts
  const isOne = amounts.length + numbers.length === 1
  if (isOfBet && slots.stake === undefined && isOne && (amount || isPriced)) {
    slots.stake = amount?.value ?? itemAt(numbers, 0).number
    delete slots.numbers
  } else for (const { raw } of amounts) left.push(raw)
}
