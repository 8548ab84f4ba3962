import type { Item } from './items.ts'
import type { Mark } from './marks.ts'
import { placeNumbers } from './places.ts'
import type { Amount, Reading, ReadNumber } from './reading.ts'

type Of<Is extends Item['is']> = Extract<Item, { is: Is }>

const all = <Is extends Item['is']>(items: readonly Item[], is: Is) =>
  items.filter((item): item is Of<Is> => item.is === is)
const distinct = <T>(values: readonly T[]) => [...new Set(values)]

/** Puts the parts of a question together. `06` and "Bonanza" must be resolved; see `two-meanings.ts`. */
export function assemble(items: readonly Item[]): Reading {
  const amounts = all(items, 'no-ball').map(({ value, before }): Amount => ({ value, before }))
  const marks = marksOf(items)
  const { numbers, place, places, isUnclear } = placeNumbers(items)
  const operators = distinct(all(items, 'operator').map(({ name }) => name))
  const weekdays = distinct(all(items, 'weekday').map(({ day }) => day))
  const one = (is: 'within' | 'lag' | 'top' | 'digit' | 'quantity' | 'stake') =>
    distinct(all(items, is).map(({ n }) => n))
  const lasts = distinct(all(items, 'last-draws').map(({ n }) => n))
  const events = distinct(all(items, 'event').map(({ n }) => n))
  const bets = distinct(all(items, 'bet').map(({ bet }) => bet))
  const single = [
    operators,
    weekdays,
    lasts,
    events,
    bets,
    one('within'),
    one('lag'),
    one('top'),
    one('digit'),
    one('stake'),
    one('quantity'),
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
    marks,
    words: new Set(items.flatMap(({ raw }) => raw.split(' '))),
    unknown: distinct(all(items, 'unknown').map(({ raw }) => raw)),
    strangers: all(items, 'stranger').map(({ raw }) => raw),
    doubts: all(items, 'doubt').flatMap(({ keys }) => keys),
    isUnclear:
      isUnclear ||
      all(items, 'number').some(isLastBare) ||
      single.some((values) => values.length > 1) ||
      items.some(({ is }) => is === 'unusable'),
  }
  const named = {
    operator: operators[0],
    weekday: weekdays[0],
    last: lasts[0],
    event: events[0],
    bet: bets[0],
    within: one('within')[0],
    lag: one('lag')[0],
    top: one('top')[0],
    digit: one('digit')[0],
    stake: one('stake')[0],
    quantity: one('quantity')[0],
  }
  return Object.assign(
    reading,
    Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)),
  )
}

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
    const place = at[order]!
    const behind = items.slice(place + 1, at[order + 1] ?? items.length)
    const front = items.slice(order === 0 ? 0 : at[order - 1]! + 1, place)
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
    const item = front[i]!
    if (item.is === 'mark' && (item.mark === 'AFTER' || item.mark === 'IF')) return true
    const isLight = item.is === 'filler' || (item.is === 'mark' && item.mark === 'NUMBER')
    if (!isLight || item.before === '') return CONDITIONS.test(item.before)
    if (CONDITIONS.test(item.before)) return true
  }
  return false
}
