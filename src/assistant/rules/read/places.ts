import { itemAt } from '../../../platform/rules/base/lists.ts'
import { placeOf } from '../intents/intent.ts'
import type { Concept } from './lexicon.ts'
import { type Item, isOf } from './parts.ts'
import type { NumberSlot } from './types.ts'

/** The numbers of a text: which place belongs to which, and which of two comes first. */

type Place = Pick<NumberSlot, 'box' | 'type'>
type Placed = NumberSlot & { at: number }

interface Group {
  place: Place
  /** How many numbers precede it. */
  order: number
  /** Whether "and", "with" or a stop separates it from the number in front, so that it belongs to the next one. */
  isAhead: boolean
}

const isJoint = ({ is, raw }: Item) =>
  /^(?:and|or|with|then)$/.test(raw) && (is === 'filler' || is === 'concept')
const isLight = (item: Item) => item.is === 'filler' || (item.is === 'concept' && item.concept === 'number')

/** Places bind within their clause, before or after the number: "winning 45 and machine 54". */
export function placedNumbers(items: readonly Item[], isCompared: boolean) {
  const numbers: Placed[] = []
  const groups: Group[] = []
  let [isAhead, isOpen] = [true, false]
  for (const [at, item] of items.entries()) {
    if (item.stop || isJoint(item)) isAhead = true
    const last = groups[groups.length - 1]
    if (item.is === 'number') {
      numbers.push({ number: item.value, at })
      ;[isAhead, isOpen] = [false, false]
    } else if (item.is === 'box' || item.is === 'type') {
      const place = item.is === 'box' ? { box: item.box } : { type: item.type }
      if (isOpen && last && last.place[item.is] === undefined) Object.assign(last.place, place)
      else groups.push({ place, order: numbers.length, isAhead })
      isOpen = true
    } else if (!isLight(item)) isOpen = false
  }
  const isShared =
    numbers.length < 2 || (groups.length === 1 && [0, numbers.length].includes(itemAt(groups, 0).order))
  const ownerOf = (group: Group) => (isShared ? 0 : group.isAhead ? group.order : group.order - 1)
  const places = groups.map(({ place }) => place)
  const isOfBoth = isCompared && places[0]?.type === 'both'
  const split = isOfBoth ? (['winning', 'machine'] as const).map((type) => ({ ...places[0], type })) : places
  const [only] = numbers
  // "45 first box or last box", "12 as winning and as machine": one number in several places.
  if (only && numbers.length === 1 && clash(split))
    return { numbers: split.map((place) => ({ ...only, ...placeOf(place) })), place: {}, isUnclear: false }
  const own = (i: number) =>
    groups.filter((group) => isShared || ownerOf(group) === i).map(({ place }) => place)
  const joined = (i: number) => placeOf(Object.assign({}, ...own(i)) as Place)
  const isUnclear =
    [0, ...numbers.keys()].some((i) => clash(own(i))) ||
    (!isShared && groups.some((group) => !numbers[ownerOf(group)]))
  return {
    numbers: numbers.map((number, i) => ({ ...number, ...joined(i) })),
    place: only ? {} : joined(0),
    isUnclear,
  }
}

/** Whether places contradict each other. */
const clash = (places: readonly Place[]) =>
  (['box', 'type'] as const).some((key) => new Set(places.flatMap((place) => place[key] ?? [])).size > 1)

const CONDITIONS = /^(?:after|if|when|whenever|once|anytime|following|follow|follows)$/

const STEPS: readonly Concept[] = ['after', 'follow', 'followedby', 'bring', 'nextdraw', 'thereafter']

/** The numbers once each. Of two that follow each other the one that comes first is first: "after 39", "54 then 70". */
export function inOrder(
  items: readonly Item[],
  placed: readonly Placed[],
  concepts: ReadonlySet<Concept>,
  left: string[],
): NumberSlot[] {
  const numbers = [
    ...new Map(placed.map(({ at: _, ...number }) => [JSON.stringify(number), number])).values(),
  ]
  const isStep = STEPS.some((one) => concepts.has(one)) && !concepts.has('together')
  if (!isStep || numbers.length > 2 || placed.length > 2) return numbers
  const isFirst = placed.map(({ at }, order) => {
    const front = items.slice((placed[order - 1]?.at ?? -1) + 1, at).filter((item) => !isLight(item))
    const isLed = isOf(front[front.length - 1], 'after', 'if', 'follow', 'when')
    const behind = order < placed.length - 1 ? items.slice(at + 1, placed[order + 1]?.at) : []
    const leads = behind.some((item) => isOf(item, 'followedby', 'bring', 'thereafter'))
    return CONDITIONS.test(itemAt(items, at).before) || isLed || leads
  })
  if (numbers.length === 1) {
    // "What does 45 follow" asks for what came before it.
    const behind = items.slice(itemAt(placed, 0).at + 1).find((item) => !isLight(item))
    const isBefore = !isFirst[0] && !concepts.has('nextdraw') && !concepts.has('after')
    if (behind && isOf(behind, 'follow') && isBefore) left.push(behind.raw)
    return numbers
  }
  if (isFirst[0] === isFirst[1]) left.push('…')
  return isFirst[1] && !isFirst[0] ? numbers.reverse() : numbers
}
