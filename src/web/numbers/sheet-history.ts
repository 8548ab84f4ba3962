import { navigateHere, useHistoryState } from '../ui/location.ts'

/**
 * The sheet's place in the browser's history. Each number is an entry of its own at the address of the screen below, so
 * Back shows the number before and then closes the sheet.
 */
export interface SheetEntry {
  number: number
  /** Entries of the sheet up to this one: so many steps back close it. */
  depth: number
}

const isSheetEntry = (state: unknown): state is SheetEntry =>
  typeof state === 'object' && state !== null && 'number' in state && 'depth' in state

/** The number that the sheet shows; null while it is closed. */
export function useSheetEntry(): SheetEntry | null {
  const state = useHistoryState<unknown>()
  return isSheetEntry(state) ? state : null
}

/** Shows a number in the sheet, and opens the sheet if it is closed. */
export function showNumber(number: number): void {
  const state: unknown = history.state
  const before = isSheetEntry(state) ? state : { number: 0, depth: 0 }
  if (before.number === number) return
  const entry: SheetEntry = { number, depth: before.depth + 1 }
  // The screen below keeps what it has stored in its own entry.
  navigateHere(location.href, { state: { ...(state as object | null), ...entry } })
}
