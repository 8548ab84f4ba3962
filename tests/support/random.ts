// Random choices that a seed reproduces.

export interface Random {
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
  /** Five different numbers from 1 to 90. */
  balls(): number[]
}

/** Mulberry32: equal numbers for equal seeds on every machine. */
export function random(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (items) => items[below(items.length)]!,
    balls() {
      const balls = new Set<number>()
      while (balls.size < 5) balls.add(1 + below(90))
      return [...balls]
    },
  }
}
