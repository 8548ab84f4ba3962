import type { HistoryDraw } from '../../src/draws/rules/history.ts'

/** A draw of the history: drawn on day 0, without serial and machine numbers, apart from what is given. */
export function historyDraw(given: Partial<HistoryDraw> = {}): HistoryDraw {
  const winning = [1, 2, 3, 4, 5]
  return {
    game: 'diamond',
    day: 0,
    state: 'drawn',
    serial: null,
    winning,
    machine: [],
    sample: false,
    ...given,
  }
}
