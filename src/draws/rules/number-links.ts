import { PATHS } from '../../platform/rules/site/paths.ts'
import { DRAW_TYPES } from '../../platform/rules/base/balls.ts'
import { typedSearch, writeSearch } from '../../platform/rules/site/search-address.ts'

/** Games Results with a number searched among the winning numbers, in any box. @param game one game only */
export function numberSearchPath(number: number, game: string | null = null): string {
  const [type] = DRAW_TYPES
  const search = typedSearch({ rows: [{ number, type, box: 'any_box' }], game, year: null })
  const query = writeSearch(search).map((pair) => pair.map(encodeURIComponent).join('='))
  return `${PATHS.pastResults}?${query.join('&')}`
}

/** The id of the chart's row of a found number, which is the fragment of the chart's addresses. */
export const FOUND_ROW = 'found'

/** The classification chart, scrolled to a found number. */
export const chartPath = (number: number): string => `${PATHS.classification}?number=${number}#${FOUND_ROW}`
