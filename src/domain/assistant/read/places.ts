import type { Item } from './items.ts'
import type { Place, ReadNumber } from './reading.ts'
import { itemAt } from '../../base/lists.ts'

type PlaceItem = Extract<Item, { is: 'box' | 'type' }>
type NumberItem = Extract<Item, { is: 'number' }>

const placeOf = (item: PlaceItem): Place => (item.is === 'box' ? { box: item.box } : { type: item.type })
const isPlace = (item: Item): item is PlaceItem => item.is === 'box' || item.is === 'type'
const isNumber = (item: Item): item is NumberItem => item.is === 'number'

interface Placed {
  numbers: ReadNumber[]
  place: Place
  places: Place[]
  isUnclear: boolean
}

/** Assigns boxes and types to the numbers of a question. */
export function placeNumbers(items: readonly Item[]): Placed {
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
      if (isOpen && last!.isAhead) last!.isBeside = true
      order++
      isOpen = false
      isBeside = true
      isAhead = false
    } else if (isPlace(item)) {
      if (isOpen && last && last.place[item.is] === undefined) Object.assign(last.place, placeOf(item))
      else groups.push({ place: { ...placeOf(item) }, order, isAhead, isBeside })
      isOpen = true
    } else if (item.is === 'mark' && item.mark === 'NUMBERS' && isOpen) {
      // "Machine numbers" are several numbers, and not only the one at their side.
      last!.isBeside = false
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
  const [only] = groups
  if (groups.length === 1 && (only!.order === numbers.length || only!.order === 0)) {
    // Right behind the last number it may belong to that one or to all of them.
    if (only!.order > 0 && only!.isBeside && !only!.isAhead) return { isUnclear: true }
    return { numbers: numbers.map((number) => ({ ...number, ...only!.place })) }
  }
  const placed = numbers.map((number) => ({ ...number }))
  for (const { place, order, isAhead } of groups) {
    const owner = placed[isAhead ? order : order - 1]
    if (!owner || (place.box && owner.box) || (place.type && owner.type)) return { isUnclear: true }
    Object.assign(owner, place)
  }
  return { numbers: placed }
}
