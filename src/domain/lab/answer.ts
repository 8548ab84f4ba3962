/** What the lab answers: counts beside luck, in one shape for all figures. */
import type { LagosDate } from '../base/calendar.ts'
import type { CountRange } from '../luck/distribution.ts'
import type { LabFigureKey } from './figures.ts'
import type { Proof } from './proofs/proofs.ts'

/** One count beside luck: a bar, a dot, a row of a table. */
export interface LabMark {
  /** Names the mark when its draws are opened. */
  key: string
  label: string
  count: number
  /** What was counted, such as draws or balls: the figure's trials. */
  cases: number
  /** The mean by luck; null where luck has no exact mean. */
  expected: number | null
  /** The range of 19 in 20 histories by luck; null where there is none. */
  usual: CountRange | null
  /** The counts that do not make the figure unusual by themselves: its outer line. Null where it has none. */
  outer: CountRange | null
  sentence: string
  /** Further columns of the table, such as the mean gap. */
  facts: { name: string; value: string }[]
  /** Whether the mark's draws can be opened. */
  opens: boolean
}

export interface LabSeries {
  key: string
  title: string
  /** What the counts are, if not how often each mark came. */
  counted?: string | undefined
  marks: LabMark[]
}

export interface LabAnswer {
  figure: LabFigureKey
  /** The draws of the figure, and the first and the last date; null without draws. */
  draws: number
  games: number
  from: LagosDate | null
  to: LagosDate | null
  /** Whether generated draws are among them. */
  sample: boolean
  /** The figure in sentences, in the order to read. */
  sentences: string[]
  /** The index of the sentence that answers the question. */
  main: number
  /** What is counted in another way than a reader would expect, such as approximate ranges and left-out cells. */
  notes: string[]
  series: LabSeries[]
  /** For `pairs` the count of each pair a < b of 4,005, by a and then by b; else null. */
  map: number[] | null
}

/** The proof of a figure's question over all games, and the draws that count for it. */
export interface CountedProof extends Proof {
  counted: number
}

/** A draw as an index of its game's draws, with the numbers to highlight. */
interface OpenedDraw {
  game: string
  row: number
  numbers: readonly number[]
}

/** One case behind a mark: the draws that make it, oldest first. Most cases are one or two draws. */
export type OpenedCase = readonly OpenedDraw[]
