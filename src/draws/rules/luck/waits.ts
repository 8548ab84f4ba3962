import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'

/** The chance of a number in one draw. */
const CHANCE = DRAW_LIMITS.ballsPerSet / DRAW_LIMITS.highestBall

/**
 * How many draws a number waits between two of its own, by luck: the mean, and the range of 19 of 20. It is a geometric
 * distribution, whose most frequent wait is 0, so only the upper end is rare.
 */
export const WAIT_BY_LUCK = {
  mean: 1 / CHANCE - 1,
  low: 0,
  high: Math.ceil(Math.log(1 / 20) / Math.log(1 - CHANCE)) - 1,
} as const
