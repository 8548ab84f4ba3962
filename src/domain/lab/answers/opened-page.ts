import { drawAt } from '../../history.ts'
import { LAB_LIMITS, type LabQuery } from '../query.ts'
import { type Draws, openMark } from './compute.ts'

/** A mark of an answer, and the page of its cases, from 1. */
export interface MarkQuestion {
  question: LabQuery
  mark: string
  page: number
}

/** One page of the cases behind a mark, newest first, with their draws; null for a mark that has none. */
export function openedPage(draws: Draws, { question, mark, page }: MarkQuestion) {
  const cases = openMark(draws, question, mark)
  if (!cases) return null
  const first = (page - 1) * LAB_LIMITS.pageDraws
  return {
    total: cases.length,
    cases: cases.slice(first, first + LAB_LIMITS.pageDraws).map((one) =>
      one.map(({ game, row, numbers }) => {
        const { date, winning, machine, sample } = drawAt(draws.history.games.get(game)!, row)
        return { game, date, winning, machine, sample, numbers: [...numbers] }
      }),
    ),
  }
}
