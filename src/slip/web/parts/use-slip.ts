import type { AnswerOf } from '../../../platform/web/api/call.ts'

export const SLIP = '/api/slip'
export type Slip = AnswerOf<'GET /api/slip'>
export type Entry = Slip['entries'][number]
export type Judged = Slip['judged'][number]

/** The entry of a draw of a slip. */
export const entryOf = (slip: Slip, { entry }: { entry: number }): Entry =>
  slip.entries.find(({ id }) => id === entry)!

/** All numbers of an entry. */
export const numbersOf = ({ numbers, against }: Entry): number[] => [...numbers, ...against]

export interface DrawOfSlip {
  game: string
  date: string
}

/** The player's verdicts of a draw, the win first; empty before the result and without own numbers. */
export const verdictsIn = (slip: Slip | undefined, draw: DrawOfSlip): Judged[] =>
  (slip?.judged.filter(({ game, date }) => game === draw.game && date === draw.date) ?? []).sort(
    (a, b) => Number(b.isWin) - Number(a.isWin),
  )
