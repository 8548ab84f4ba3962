import { noteDraws } from './connection.ts'

/** The addresses whose answers have said that they change with draws, games or forecasts. */
const following = new Set<string>()

/**
 * An answer has said that it follows the draws.
 * @param at the server's time of the answer, in milliseconds
 */
export function noteFollowing(address: string, at: number | string | null): void {
  following.add(address)
  noteDraws(Number(at))
}

/** Whether the answer of an address changes with a draw, a game or a forecast. */
export const followsDraws = (address: string): boolean => following.has(address)
