import { LAB_SETS, type LabSet } from '../rules/lab/scope.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { LAST_WINDOWS, parseWindow } from '../rules/statistics.ts'
import type { Choice } from '../../platform/web/ui/choices.tsx'

const DEFAULT_WINDOW = '100'

/** The window in the address bar, or the default. */
function windowOf(search: URLSearchParams): string {
  const text = search.get('window') ?? ''
  return parseWindow(text) ? text : DEFAULT_WINDOW
}

/** The numbers in the address bar: winning, machine or both. */
const setOf = (search: URLSearchParams): LabSet =>
  LAB_SETS.find((set) => set === search.get('set')) ?? 'winning'

/** The game in the address bar whose 90 numbers are shown; null for the list of all games. */
export const gameOf = (search: URLSearchParams): string | null => search.get('game') || null

const queryOf = (window: string, set: LabSet) => `window=${window}${set === 'winning' ? '' : `&set=${set}`}`

/** The call behind Frequent Numbers: of one game, or of all. */
export function frequentAddress(search: URLSearchParams): string {
  const game = gameOf(search)
  const path = game === null ? '' : `/${encodeURIComponent(game)}`
  return `/api/frequentNumbers${path}?${queryOf(windowOf(search), setOf(search))}`
}

/** The address of Frequent Numbers with its choices. */
export function frequentPath(choice: { window: string; set: LabSet; game?: string | null }): string {
  const { window, set, game = null } = choice
  const one = game === null ? '' : `&game=${encodeURIComponent(game)}`
  return `${PATHS.frequentNumbers}?${queryOf(window, set)}${one}`
}

/** The address of Moving Numbers with its choices. */
export const movingPath = (window: string, game: string) =>
  `${PATHS.movingNumbers}?window=${window}&game=${encodeURIComponent(game)}`

export const movingAddress = (search: URLSearchParams) => `/api/movingNumbers?window=${windowOf(search)}`

/** The choice of the draws: the last ones, all, or a year. */
export const windowChoice = (window: string, years: readonly number[]): Choice => ({
  label: 'Draws',
  name: 'window',
  value: window,
  options: [
    ...LAST_WINDOWS.map((last) => [last, `Last ${last} draws`] as const),
    ['all', 'All draws'],
    ...years.map((year) => [year, `Year ${year}`] as const),
  ],
})
