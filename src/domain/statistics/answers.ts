/** The answers of the two screens of statistics over all games. They take tens of milliseconds over a long history. */
import type { Game } from '../draws/games.ts'
import { allYears, hasSamples, type History } from '../draws/history.ts'
import { LAB_SETS, type LabSet } from '../lab/scope.ts'
import { groupFigures } from './moving-groups.ts'
import { frequentNumbers, movingNumbers, numberCounts, parseWindow } from './statistics.ts'

interface Draws {
  games: readonly Pick<Game, 'key' | 'name'>[]
  history: History
}

/** `window` is a text that {@link parseWindow} reads. */
export interface FrequentQuestion {
  window: string
  set: LabSet
}

/** The question of an address; null for one that the server refuses. */
export function frequentQuestion(typed: { get(name: string): string | null }): FrequentQuestion | null {
  const window = typed.get('window') ?? '100'
  const set = LAB_SETS.find((one) => one === (typed.get('set') ?? 'winning'))
  return set && parseWindow(window) ? { window, set } : null
}

export interface MovingQuestion {
  window: string
  groups: { id: number; name: string; numbers: number[] }[]
}

/** The most frequent numbers of each game. */
export function frequentAnswer({ games, history }: Draws, { window, set }: FrequentQuestion) {
  return {
    window,
    set,
    years: allYears(history),
    sample: hasSamples(history),
    frequentNumbers: games.flatMap(({ key, name }) => {
      const draws = history.games.get(key)
      if (!draws) return []
      const { top, sample, ...more } = frequentNumbers(draws, parseWindow(window)!, set)
      const topNumbers = top.map(({ number }) => number)
      return [{ id: key, gameName: name, topNumbers, counts: top, ...more, draws: sample }]
    }),
  }
}

/** How often each of the 90 numbers came in a game; null for a game without draws. */
export function gameCounts({ games, history }: Draws, key: string, { window, set }: FrequentQuestion) {
  const game = games.find((one) => one.key === key)
  const draws = history.games.get(key)
  if (!game || !draws) return null
  const { sample, ...counts } = numberCounts(draws, parseWindow(window)!, set)
  return {
    window,
    set,
    years: allYears(history),
    sample: hasSamples(history),
    id: key,
    gameName: game.name,
    ...counts,
    draws: sample,
  }
}

/** The numbers of each game that came in consecutive draws, and what the groups did. */
export function movingAnswer({ games, history }: Draws, { window, groups }: MovingQuestion) {
  const chosen = parseWindow(window)!
  const { moves, pointed } = groupFigures(history, chosen, groups)
  return {
    window,
    years: allYears(history),
    sample: hasSamples(history),
    groups,
    groupMoves: moves,
    movingNumbers: games.flatMap(({ key, name }) => {
      const draws = history.games.get(key)
      if (!draws) return []
      const { sample, ...moving } = movingNumbers(draws, chosen)
      return [{ id: key, gameName: name, ...moving, pointed: pointed.get(key) ?? [], draws: sample }]
    }),
  }
}
