/** Close numbers. Players name them without a fixed rule; this is our definition (`/methods`). */
import { hypergeometric } from '../../luck/counts.ts'
import type { Distribution } from '../../luck/distribution.ts'
import { sumOf } from '../../luck/sums.ts'
import { type FigureTask, oneCount } from '../figure.ts'
import { asSteps, stepsWhere } from '../open-draws.ts'
import { eachStep, HIGHEST, mark, type Sequence, widthOf } from '../scope.ts'

export interface CloseNumbers {
  /** Numbers one above or below a ball of a draw that has a next one, each once per draw. */
  trials: number
  /** How many of them came in the next draw. */
  hits: number
  luck: Distribution
}

/** Close numbers: those one above or below a ball of the draw before, and not themselves among its balls. */
export function closeNumbers(sequences: readonly Sequence[]): CloseNumbers {
  const own = new Uint8Array(HIGHEST + 2)
  const close = new Uint8Array(HIGHEST + 2)
  const bySize = new Uint32Array(HIGHEST + 1)
  let hits = 0
  eachStep(sequences, 1, (sequence, t, u) => {
    const { balls, width } = sequence
    mark(sequence, t, own, 1)
    let size = 0
    for (let i = t * width; i < (t + 1) * width; i++) {
      for (let number = balls[i]! - 1; number <= balls[i]! + 1; number += 2) {
        if (number < 1 || number > HIGHEST || own[number] === 1 || close[number] === 1) continue
        close[number] = 1
        size++
      }
    }
    bySize[size]!++
    for (let i = u * width; i < (u + 1) * width; i++) hits += close[balls[i]!]!
    mark(sequence, t, own, 0)
    for (let i = t * width; i < (t + 1) * width; i++) close[balls[i]! - 1] = close[balls[i]! + 1] = 0
  })
  const trials = bySize.reduce((sum, times, size) => sum + size * times, 0)
  const width = widthOf(sequences)
  const parts = [...bySize.entries()]
    .filter(([, times]) => times > 0)
    .map(([size, times]) => ({ distribution: hypergeometric(size, width, HIGHEST), times }))
  return { trials, hits, luck: sumOf(parts) }
}

/** The close numbers of a draw. 1 and 90 are no neighbours. */
export function closeTo(balls: Iterable<number>): Set<number> {
  const own = new Set(balls)
  const close = new Set<number>()
  for (const ball of own)
    for (const number of [ball - 1, ball + 1])
      if (number >= 1 && number <= HIGHEST && !own.has(number)) close.add(number)
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
        const hits = [...later].filter((ball) => close.has(ball))
        const from = [...now].filter((ball) => hits.some((hit) => Math.abs(hit - ball) === 1))
        return hits.length > 0 ? [{ from, to: hits }] : []
      }),
    )
  },
}
