import { allowsVerdict, type LabScope, type Sequence } from '../scope.ts'
import type { LabQuery } from '../query.ts'
import type { LabAnswer, OpenedCase, OpenedDraw } from './answer.ts'

/** A question to one figure and the draws that it is about. */
export interface FigureContext {
  query: LabQuery
  sequences: readonly Sequence[]
  /** Whether a count may be called unusual here (section 6). */
  isJudged: boolean
  /** The name of a game by its key. */
  nameOf: (game: string) => string
}

/** The part of an answer that each figure computes. */
export type FigureParts = Pick<LabAnswer, 'sentences' | 'series'> &
  Partial<Pick<LabAnswer, 'main' | 'notes' | 'map'>>

export interface FigureTask {
  answer(context: FigureContext): FigureParts
  /** The draws behind a mark; null for a mark that the figure does not have or whose draws cannot be opened. */
  open(context: FigureContext, mark: string): OpenedCase[] | null
}

/** Whether a player chose the draws: then section 6 gives a sentence instead of verdicts. */
export function isOwnChoice({ games, weekday, window }: LabScope): boolean {
  return !allowsVerdict({ games, weekday, window, set: 'winning', leaveOutHoles: null })
}

/** The whole number of a mark's key; null for another text and for a number outside. */
export function wholeOf(text: string | undefined, lowest: number, highest: number): number | null {
  const value = Number(text)
  return text !== undefined && /^\d{1,3}$/.test(text) && value >= lowest && value <= highest ? value : null
}

/** Cases of one draw each. */
export const asCases = (draws: readonly OpenedDraw[]): OpenedCase[] => draws.map((draw) => [draw])
