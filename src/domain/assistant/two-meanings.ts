import type { Item } from './items.ts'
import type { Mark } from './marks.ts'

/** "Bonanza" is a game and a column of the chart; "06" is a game and the number 6. */

const asColumn = (item: Item): Item => ({ ...item, is: 'relations', keys: ['bonanza'] })

const OWNERS = /^(?:its|their|e|his|it|bring|brings|brought|whose|own)$/
/** Words behind the game and not behind the column. */
const GAME_THINGS = /^(?:draw|draws|game|games|result|results|event|ev|numbers|winning|machine)$/
const SCOPES = /^(?:in|for|from|at|of|inside|on)$/

/** Reads "Bonanza of 12", "its bonanza" and "the bonanza" as the column. */
export function resolveBonanza(items: readonly Item[], isAboutChart: boolean): Item[] {
  const others = items.filter((item) => item.is === 'operator' || item.is === 'game').length - 1
  const asksForStep = items.some((item) => item.is === 'mark' && STEPS.has(item.mark))
  const lacksColumn = !items.some(({ is }) => is === 'relations')
  const isSubject = lacksColumn && asksForStep && (others > 0 || !items.some(({ is }) => is === 'number'))
  return items.map((item, i) => {
    if (item.is !== 'game' || item.key !== 'bonanza') return item
    const isScope =
      SCOPES.test(item.before) || (item.before === 'the' && SCOPES.test(items[i - 2]?.raw ?? ''))
    if (isScope || GAME_THINGS.test(item.after)) return item
    const isOwned =
      OWNERS.test(item.before) || (item.before === 'the' && (isAboutChart || lacksGameVerb(items)))
    const isOfNumber = /^(?:of|for)$/.test(item.after) && isNumberAhead(items, i + 1)
    return isOwned || isOfNumber || isSubject ? asColumn(item) : item
  })
}

const STEPS: ReadonlySet<Mark> = new Set<Mark>(['FOLLOW', 'BRING', 'NEXT_DRAW', 'CHART'])

/** "And the bonanza?" by itself names a column. */
const lacksGameVerb = (items: readonly Item[]) => items.every(({ is }) => is === 'filler' || is === 'game')

/** Whether a number follows, apart from small words. */
function isNumberAhead(items: readonly Item[], at: number): boolean {
  const next = items
    .slice(at)
    .find((item) => item.is !== 'filler' && !(item.is === 'mark' && item.mark === 'NUMBER'))
  return next?.is === 'number' || next?.is === 'zero-six'
}

type Meaning = 'game' | 'number'

/**
 * The meanings of `06`, the likelier first: a number behind "number" or beside another game, the game behind "game" or
 * "in" and wherever another number is named, else the number.
 */
export function meaningsOfZeroSix(items: readonly Item[]): Meaning[] {
  const at = items.findIndex(({ is }) => is === 'zero-six')
  const item = items[at]!
  if (items.filter(({ is }) => is === 'zero-six').length > 1) return []
  if (/^(?:number|no|num|ball|numbers)$/.test(item.before)) return ['number']
  if (item.before === 'game' || /^(?:game|games|result|results|draw|draws)$/.test(item.after)) return ['game']
  const joined = joinedTo(items, at)
  const isScope = /^(?:in|for|at|from)$/.test(item.before) && !items.some(({ is }) => is === 'relations')
  if (joined.includes('game') && (isScope || !joined.includes('number'))) return ['game']
  if (items.some(({ is }) => is === 'game')) return ['number']
  if (joined.includes('number')) return []
  if (isScope || items.some(({ is }) => is === 'number')) return ['game']
  const asksForResult = items.some((other) => other.is === 'mark' && other.mark === 'RESULT')
  return asksForResult ? ['game', 'number'] : ['number', 'game']
}

const JOINTS = /^(?:and|or|dash|slash|vs|versus)$/

/** What "and" or "or" joins an item to, on either side. */
function joinedTo(items: readonly Item[], at: number): Item['is'][] {
  const item = items[at]!
  const behind = JOINTS.test(item.after) ? items[at + 2] : undefined
  const front = JOINTS.test(item.before) ? items[at - 2] : item.stop ? items[at - 1] : undefined
  return [front, behind].flatMap((other) => (other ? [other.is] : []))
}

export function resolveZeroSix(items: readonly Item[], meaning: Meaning): Item[] {
  return items.map((item) => {
    if (item.is !== 'zero-six') return item
    return meaning === 'game'
      ? { ...item, is: 'game', key: '06' }
      : { ...item, is: 'number', value: 6, named: true }
  })
}
