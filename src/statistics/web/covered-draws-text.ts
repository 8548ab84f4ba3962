import { formatDate } from '../../platform/rules/base/calendar.ts'
import { drawsWords } from '../../platform/rules/base/words.ts'
import type { CoveredDraws } from '../rules/statistics.ts'

/** The draws that a figure covers: `100 draws, Mon 2 Oct 2023 to Thu 12 Dec 2024`. */
export function coveredDrawsText({ draws, from, to }: CoveredDraws): string {
  if (!from || !to) return 'no draws'
  return `${drawsWords(draws)}, ${formatDate(from)} to ${formatDate(to)}`
}
