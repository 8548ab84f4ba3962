import { ballOf, CLASSIFICATION, COLUMNS, type ColumnKey } from '../classification/classification.ts'
import { DRAW_LIMITS } from '../base/balls.ts'
import { present } from '../base/lists.ts'

export type RelativeColumn = Exclude<ColumnKey, 'number'>

/** A column of the chart as a relation of numbers. */
export interface Relation {
  key: RelativeColumn
  name: string
  /** Entry `x`: the relative of `x`; 0 if its cell is not a ball or is `x` itself. */
  relative: Uint8Array
  /** The numbers with a relative. */
  numbers: number
  /** Cells that are not a ball ("-", 0, 00, 91 to 99), which are left out. */
  nonBalls: number
  /** Cells that equal their number, which are left out. */
  selfRelations: number
}

/** The nine columns in the order of the chart. */
export const RELATIONS: readonly Relation[] = COLUMNS.slice(1).map(([key, name]) =>
  relationOf(key as RelativeColumn, name),
)

function relationOf(key: RelativeColumn, name: string): Relation {
  const relative = new Uint8Array(DRAW_LIMITS.highestBall + 1)
  let nonBalls = 0
  let selfRelations = 0
  for (const row of CLASSIFICATION) {
    const ball = ballOf(row[key])
    if (ball === null) nonBalls++
    else if (ball === row.number) selfRelations++
    else relative[row.number] = ball
  }
  const numbers = relative.filter((ball) => ball > 0).length
  return { key, name, relative, numbers, nonBalls, selfRelations }
}

/** The relation of a column. */
export const relationOfColumn = (key: RelativeColumn): Relation =>
  present(RELATIONS.find((relation) => relation.key === key))

/** The unordered pairs of a column: a mutual pair counts once. */
export function pairsOf({ relative }: Relation): [number, number][] {
  const pairs: [number, number][] = []
  for (const [x, other] of relative.entries())
    if (other > 0 && !(relative[other] === x && other < x)) pairs.push([x, other])
  return pairs
}
