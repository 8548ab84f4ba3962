import { PATHS } from './paths.ts'
import { STAFF_PATHS } from '../access/staff.ts'

interface Shortcut {
  /** The keys one after the other. */
  keys: string
  does: string
  /** The page that it opens. */
  to?: string
}

/** The keys of the staff area. What a key does, the list under `?` and the rights follow from this table. */
export const SHORTCUTS = [
  { keys: 'g h', does: 'My Dashboard', to: PATHS.admin },
  { keys: 'g d', does: 'Desk: My Results', to: STAFF_PATHS.results },
  { keys: 'g c', does: 'Calendar of draws', to: STAFF_PATHS.calendar },
  { keys: 'g g', does: 'Games', to: STAFF_PATHS.games },
  { keys: 'g f', does: 'Forecasts: My Predictions', to: STAFF_PATHS.predictions },
  { keys: 'g u', does: 'Users', to: STAFF_PATHS.users },
  { keys: 'g t', does: 'Talk to players', to: STAFF_PATHS.talk },
  { keys: 'g m', does: 'Money', to: STAFF_PATHS.money },
  { keys: 'g p', does: 'Payments', to: STAFF_PATHS.payments },
  { keys: 'g a', does: 'Audit', to: STAFF_PATHS.audit },
  { keys: 'g r', does: 'Control room', to: STAFF_PATHS.status },
  { keys: '/', does: 'Search: people', to: STAFF_PATHS.users },
  { keys: 'u', does: 'Undo what was saved last' },
  { keys: '?', does: 'This list' },
  { keys: 'Escape', does: 'Leave the field, so that these keys work' },
] as const satisfies readonly Shortcut[]

/** What keys mean: a shortcut, the beginning of one, or nothing. @param pressed the keys, separated by blanks */
export function shortcutOf(pressed: string, available: readonly Shortcut[]): Shortcut | 'begins' | null {
  const found = available.find(({ keys }) => keys === pressed)
  return found ?? (available.some(({ keys }) => keys.startsWith(`${pressed} `)) ? 'begins' : null)
}
