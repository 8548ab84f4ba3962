/** Close numbers. Players name them without a fixed rule; this is our definition (`/methods`). */
import { hypergeometric } from '../../luck/counts.ts'
import type { Distribution } from '../../luck/distribution.ts'
import { sumOf } from '../../luck/sums.ts'
import { type FigureTask, oneCount } from '../figure.ts'
import { asSteps, stepsWhere } from '../open-draws.ts'
import { ballsAt, eachStep, HIGHEST, type Sequence, widthOf } from '../scope.ts'

interface CloseNumbers {
  /** Numbers one above or below a ball of a draw that has a next one, each once per draw. */
  trials: number
  /** How many of them came in the next draw. */
  hits: number
  luck: Distribution
}

/** Close numbers: those one above or below a ball of the draw before, and not themselves among its balls. */
export function closeNumbers(sequences: readonly Sequence[]): CloseNumbers {
  const bySize = new Uint32Array(HIGHEST + 1)
  let [trials, hits] = [0, 0]
  eachStep(sequences, 1, (sequence, t, u) => {
    const close = closeTo(ballsAt(sequence, t))
    bySize[close.length]!++
    trials += close.length
    for (const ball of ballsAt(sequence, u)) if (close.includes(ball)) hits++
  })
  const width = widthOf(sequences)
  const parts = Array.from(bySize, (times, size) => ({
    distribution: hypergeometric(size, width, HIGHEST),
    times,
  }))
  return { trials, hits, luck: sumOf(parts.filter(({ times }) => times > 0)) }
}

/** The close numbers of a draw. 1 and 90 are no neighbours. */
export function closeTo(balls: Uint8Array | readonly number[]): number[] {
  const close: number[] = []
  for (const ball of balls)
    for (let number = ball - 1; number <= ball + 1; number += 2)
      if (number >= 1 && number <= HIGHEST && !balls.includes(number) && !close.includes(number))
        close.push(number)
  return close
}

export const closeNumbersFigure: FigureTask = {
  answer({ sequences }) {
    return oneCount('Close numbers that came in the next draw', closeNumbers(sequences))
  },
  open({ sequences }, key) {
    if (key !== 'all') return null
    return asSteps(
      stepsWhere(sequences, 1, (now, later) => {
        const close = closeTo(now)
        const hits = [...later].filter((ball) => close.includes(ball))
        const from = [...now].filter((ball) => hits.some((hit) => Math.abs(hit - ball) === 1))
        return hits.length > 0 ? [{ from, to: hits }] : []
      }),
    )
  },
}
