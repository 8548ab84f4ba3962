import { formatDate } from '../../domain/calendar.ts'
import type { Sample } from '../../domain/statistics.ts'

/** The sample behind a figure: `100 draws, Mon 2 Oct 2023 to Thu 12 Dec 2024`. */
export function sampleText({ draws, from, to }: Sample): string {
  if (!from || !to) return 'no draws'
  const count = draws === 1 ? '1 draw' : `${draws} draws`
  return `${count}, ${formatDate(from)} to ${formatDate(to)}`
}
