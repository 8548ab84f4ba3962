import type { Weekday } from '../../../platform/rules/base/calendar.ts'
import { listOf } from '../../../platform/rules/base/words.ts'
import type { Box } from '../../../platform/rules/base/balls.ts'
import type { Relation, SetType, BetKey } from './types.ts'
import type { ReadPeriod } from './days.ts'
import type { Item } from './items.ts'
import type { Mark } from './lexicon.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

/** A place among the ten balls of a draw; what is missing is not named. */
interface Place {
  box?: Box
  type?: SetType
}

/** A number of a question. */
export interface ReadNumber extends Place {
  number: number
  /** Whether it comes before the others: "after 39", "if 12 drops", "54 followed by 70". */
  isFirst?: boolean
  /** Whether its place is named at its side, and not somewhere else in the question. */
  isPlacedBeside?: boolean
  /** The word in front. */
  before: string
}

/** An amount or another number that is no ball. */
interface Amount {
  value: number
  before: string
}

/** What the parts of a question say, put together. An empty list or a missing field is not named. */
export interface Reading {
  numbers: ReadNumber[]
  /** A place that belongs to no number. */
  place: Place
  /** Places of one number that are set against each other: "as winning and as machine". */
  places: Place[]
  games: string[]
  operator?: string
  allGames: boolean
  weekday?: Weekday
  periods: ReadPeriod[]
  /** The newest n draws. */
  last?: number
  event?: number
  sameEvent: boolean
  relations: Relation[]
  within?: number
  lag?: number
  top?: number
  /** One place of a ranked list: 2 for the second. */
  rank?: number
  /** How many draws lie between the one asked for and the newest. */
  skip?: number
  /** "Two numbers", "one number": how many, without naming them. */
  quantity?: number
  digit?: number
  stake?: number
  bet?: BetKey
  amounts: Amount[]
  marks: ReadonlySet<Mark>
  /** Every word, corrected. */
  words: ReadonlySet<string>
  /** Words that were not understood. */
  unknown: string[]
  /** Names of games that are not among those of the product. */
  strangers: string[]
  /** Games and operators that an unclear name may mean. */
  doubts: string[]
  /** Whether the parts contradict each other, or a phrase is of no use. */
  isUnclear: boolean
}

/** The parts of a reading that an intent may use. */
export const FIELDS = listOf(
  'numbers place places games weekday periods last event sameEvent relations within lag top rank skip quantity digit stake bet amounts',
)
export type Field = (typeof FIELDS)[number]

/** Whether a question names a part. An operator and "all games" count as games. */
export function names(reading: Reading, field: Field | 'operator' | 'allGames'): boolean {
  const { games, operator, allGames, place } = reading
  if (field === 'games') return games.length > 0 || operator !== undefined || allGames
  if (field === 'place') return place.box !== undefined || place.type !== undefined
  const value = reading[field]
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false
}

export const has = ({ marks }: Pick<Reading, 'marks'>, ...wanted: readonly Mark[]): boolean =>
  wanted.some((mark) => marks.has(mark))

type Of<Is extends Item['is']> = Extract<Item, { is: Is }>

const all = <Is extends Item['is']>(items: readonly Item[], is: Is) =>
  items.filter((item): item is Of<Is> => item.is === is)
const distinct = <T>(values: readonly T[]) => [...new Set(values)]

/** Puts the parts of a question together. `06` and "Bonanza" must be resolved; see `items.ts`. */
export function assemble(items: readonly Item[]): Reading {
  const amounts = all(items, 'no-ball').map(({ value, before }): Amount => ({ value, before }))
  const { numbers, place, places, isUnclear } = placeNumbers(items)
  const counts = (is: Counted) => all(items, is).map(({ n }) => n)
  /** What a question names once. Two values of one of them contradict each other. */
  const named: [keyof Reading, readonly unknown[]][] = [
    ['operator', all(items, 'operator').map(({ name }) => name)],
    ['weekday', all(items, 'weekday').map(({ day }) => day)],
    ['bet', all(items, 'bet').map(({ bet }) => bet)],
    ['last', counts('last-draws')],
    ...SINGLE.map((is): [keyof Reading, number[]] => [is, counts(is)]),
  ]
  const reading: Reading = {
    numbers: withOrder(items, numbers),
    place,
    places,
    games: distinct(all(items, 'game').map(({ key }) => key)),
    allGames: items.some(({ is }) => is === 'all-games'),
    periods: all(items, 'period').map(({ period }) => period),
    sameEvent: items.some(({ is }) => is === 'same-event'),
    relations: distinct(all(items, 'relations').flatMap(({ keys }) => keys)),
    amounts,
    marks: marksOf(items),
    words: new Set(items.flatMap(({ raw }) => raw.split(' '))),
    unknown: distinct(all(items, 'unknown').map(({ raw }) => raw)),
    strangers: all(items, 'stranger').map(({ raw }) => raw),
    doubts: all(items, 'doubt').flatMap(({ keys }) => keys),
    isUnclear:
      isUnclear ||
      (items.some((item) => item.is === 'mark' && RANKING.has(item.mark)) && items.some(isBareOrdinal)) ||
      all(items, 'number').some(isLastBare) ||
      named.some(([, values]) => distinct(values).length > 1) ||
      items.some(({ is }) => is === 'unusable'),
  }
  const present = named.filter(([, values]) => values.length > 0)
  return Object.assign(reading, Object.fromEntries(present.map(([key, [value]]) => [key, value])))
}

const SINGLE = ['event', 'within', 'lag', 'top', 'rank', 'skip', 'digit', 'stake', 'quantity'] as const
type Counted = (typeof SINGLE)[number] | 'last-draws'

const RANKING = new Set<Mark>(['HOT', 'MOST', 'LEAST', 'SLEEP', 'LONGEST', 'MORE', 'LESS'])

/** "The most frequent second": a box or a place of the list. */
const isBareOrdinal = (item: Item) =>
  item.is === 'box' &&
  /^(?:first|second|third|fourth|forth|fifth|\d..)$/.test(item.raw) &&
  !/^(?:as|in)$/.test(item.before) &&
  !/^(?:machine|winning|or|and|box)$/.test(item.after)

/** "Last 3" and "last 3 Gold": three draws, or the number 3. */
const isLastBare = ({ before, after }: Item) =>
  /^(?:last|latest|newest)$/.test(before) && /^(?:$|game:)/.test(after)

function marksOf(items: readonly Item[]): Set<Mark> {
  const marks = new Set<Mark>()
  items.forEach((item, i) => {
    // In Pidgin "before" at the end of a statement means "ever".
    const isEver = item.is === 'mark' && item.mark === 'BEFORE' && /^(?:|for|in|na|o|sef)$/.test(item.after)
    if (item.is === 'mark' && !isEver) marks.add(item.mark)
    // "Which number has 45 as counterpart" asks for the opposite of a cell.
    // "The turning of the counterpart of 45" is a cell of a cell.
    const isNested = item.is === 'relations' && item.after === 'of' && nextPart(items, i)?.is === 'relations'
    if (isNested || (item.is === 'relations' && item.before === 'as')) marks.add('INVERSE')
  })
  // In Pidgin "follow" with "same draw" means "come with".
  if (marks.has('TOGETHER') && marks.has('FOLLOW') && !marks.has('NEXT_DRAW') && !marks.has('AFTER')) {
    marks.delete('FOLLOW')
    marks.add('WITH')
  }
  return marks
}

const nextPart = (items: readonly Item[], at: number) => items.slice(at + 1).find(({ is }) => is !== 'filler')

const CONDITIONS = /^(?:after|if|when|whenever|once|anytime|following)$/

/** Marks the number that comes first: "after 39", "if 12 drops", "54 followed by 70", "70 follows 54", "54 then 70". */
function withOrder(items: readonly Item[], numbers: readonly ReadNumber[]): ReadNumber[] {
  const at = items.flatMap((item, i) => (item.is === 'number' ? [i] : []))
  const isMark = (item: Item | undefined, ...marks: readonly Mark[]) =>
    item?.is === 'mark' && marks.includes(item.mark)
  return numbers.map((number, order) => {
    const place = itemAt(at, order)
    const behind = items.slice(place + 1, at[order + 1] ?? items.length)
    const front = items.slice(order === 0 ? 0 : itemAt(at, order - 1) + 1, place)
    const isConditional = CONDITIONS.test(number.before) || followsCondition(front)
    const leads =
      behind.some((item) => isMark(item, 'FOLLOWED_BY', 'BRING', 'THEN')) && order < numbers.length - 1
    const isFollowed = front.some((item) => isMark(item, 'FOLLOW'))
    // "33 next draw Bonanza".
    const isAlone = numbers.length === 1 && isMark(behind[0], 'NEXT_DRAW')
    return isConditional || leads || isFollowed || isAlone ? { ...number, isFirst: true } : number
  })
}

/** "After number 27", "if the number 12": words of no weight lie between the condition and the number. */
function followsCondition(front: readonly Item[]): boolean {
  for (let i = front.length - 1; i >= 0; i--) {
    const item = itemAt(front, i)
    if (item.is === 'mark' && (item.mark === 'AFTER' || item.mark === 'IF')) return true
    const isLight = item.is === 'filler' || (item.is === 'mark' && item.mark === 'NUMBER')
    if (!isLight || item.before === '') return CONDITIONS.test(item.before)
    if (CONDITIONS.test(item.before)) return true
  }
  return false
}

type PlaceItem = Extract<Item, { is: 'box' | 'type' }>
type NumberItem = Extract<Item, { is: 'number' }>

const placeOfItem = (item: PlaceItem): Place => (item.is === 'box' ? { box: item.box } : { type: item.type })
const isPlace = (item: Item): item is PlaceItem => item.is === 'box' || item.is === 'type'
const isNumber = (item: Item): item is NumberItem => item.is === 'number'

interface Placed {
  numbers: ReadNumber[]
  place: Place
  places: Place[]
  isUnclear: boolean
}

/** Assigns boxes and types to the numbers of a question. */
function placeNumbers(items: readonly Item[]): Placed {
  const numbers = items
    .filter(isNumber)
    .map((item): ReadNumber => ({ number: item.value, before: item.before }))
  const groups = placeGroups(items)
  const empty = { numbers, place: {}, places: [], isUnclear: false }
  if (groups.length === 0) return empty
  if (numbers.length === 0) return { ...empty, ...alone(groups) }
  if (numbers.length === 1) return { ...empty, ...onOne(itemAt(numbers, 0), groups) }
  return { ...empty, ...onSeveral(numbers, groups) }
}

interface Group {
  place: Place
  /** How many numbers precede it. */
  order: number
  /** Whether "and", "with" or a stop separates it from the number in front, so that it belongs to the next one. */
  isAhead: boolean
  /** Whether only fillers lie between it and the number in front or behind. */
  isBeside: boolean
}

const isJoint = (item: Item) =>
  /^(?:and|or|with)$/.test(item.raw) || (item.is === 'mark' && (item.mark === 'WITH' || item.mark === 'THEN'))

const isLight = (item: Item) =>
  item.is === 'filler' || (item.is === 'mark' && (item.mark === 'NUMBER' || item.mark === 'BOX_WORD'))

/** Neighbouring places, such as "second" and "machine", joined to one. */
function placeGroups(items: readonly Item[]): Group[] {
  const groups: Group[] = []
  let order = 0
  let isOpen = false
  let isBeside = false
  let isAhead = true
  for (const item of items) {
    if (item.stop || isJoint(item)) isAhead = true
    const last = groups[groups.length - 1]
    if (isNumber(item)) {
      // "After machine number 45": the place is at the side of the number behind it.
      if (isOpen && last?.isAhead) last.isBeside = true
      order++
      isOpen = false
      isBeside = true
      isAhead = false
    } else if (isPlace(item)) {
      if (isOpen && last && last.place[item.is] === undefined) Object.assign(last.place, placeOfItem(item))
      else groups.push({ place: { ...placeOfItem(item) }, order, isAhead, isBeside })
      isOpen = true
    } else if (item.is === 'mark' && item.mark === 'NUMBERS' && isOpen && last) {
      // "Machine numbers" are several numbers, and not only the one at their side.
      last.isBeside = false
      isOpen = false
    } else if (!isLight(item)) {
      isOpen = false
      isBeside = false
    }
  }
  return groups
}

function joined(groups: readonly Group[]): Place | null {
  const place: Place = {}
  for (const group of groups) {
    if (group.place.box && place.box && group.place.box !== place.box) return null
    if (group.place.type && place.type && group.place.type !== place.type) return null
    Object.assign(place, group.place)
  }
  return place
}

function alone(groups: readonly Group[]): Partial<Placed> {
  const place = joined(groups)
  return place ? { place } : { places: groups.map((group) => group.place) }
}

/** One number with one place, or with places that are compared. */
function onOne(number: ReadNumber, groups: readonly Group[]): Partial<Placed> {
  const place = joined(groups)
  return place
    ? { numbers: [{ ...number, ...place, isPlacedBeside: groups.every(({ isBeside }) => isBeside) }] }
    : { numbers: [number], places: groups.map((group) => group.place) }
}

/** "45 first box and 9 last box", "first box 45 and last box 9", or one place for all of them. */
function onSeveral(numbers: readonly ReadNumber[], groups: readonly Group[]): Partial<Placed> {
  const [only, ...others] = groups
  if (only && others.length === 0 && (only.order === numbers.length || only.order === 0)) {
    // Right behind the last number it may belong to that one or to all of them.
    if (only.order > 0 && only.isBeside && !only.isAhead) return { isUnclear: true }
    return { numbers: numbers.map((number) => ({ ...number, ...only.place })) }
  }
  const placed = numbers.map((number) => ({ ...number }))
  for (const { place, order, isAhead } of groups) {
    const owner = placed[isAhead ? order : order - 1]
    if (!owner || (place.box && owner.box) || (place.type && owner.type)) return { isUnclear: true }
    Object.assign(owner, place)
  }
  return { numbers: placed }
}
