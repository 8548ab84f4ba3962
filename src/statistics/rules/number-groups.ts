/** Groups of numbers that players follow, such as 1-10-89. Staff keep the list. */
import { parseBall } from '../../platform/rules/base/balls.ts'

export const GROUP_LIMITS = {
  /** A group needs one number in a draw, another in the next, and at least a third. */
  fewest: 3,
  most: 10,
  /** Characters of a name. */
  name: 60,
  /** Groups that are in use at a time, so that the figures of a request stay quick. */
  groups: 100,
} as const

/**
 * Reads the numbers of a group: `1-10-89`, `1, 10, 89` or `1 10 89`. "07" is 7.
 *
 * @returns three to ten different numbers from 1 to 90 in ascending order, or the problem
 */
export function parseGroupNumbers(
  text: string,
): { numbers: number[]; problem?: undefined } | { numbers?: undefined; problem: string } {
  const parts = text.split(/[\s,;-]+/).filter((part) => part !== '')
  const numbers: number[] = []
  for (const part of parts) {
    const ball = parseBall(part)
    if (ball === null) return { problem: `Enter numbers from 1 to 90; "${part.slice(0, 20)}" is not one.` }
    if (numbers.includes(ball)) return { problem: `${ball} is entered twice.` }
    numbers.push(ball)
  }
  if (numbers.length < GROUP_LIMITS.fewest || numbers.length > GROUP_LIMITS.most)
    return { problem: `Enter ${GROUP_LIMITS.fewest} to ${GROUP_LIMITS.most} numbers.` }
  return { numbers: numbers.sort((a, b) => a - b) }
}

/** `1-10-89`: a group as players write it. */
export const groupText = (numbers: readonly number[]): string => numbers.join('-')
