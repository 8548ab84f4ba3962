/** The answers of the two screens of statistics over all games. They take tens of milliseconds over a long history. */
/** The groups of numbers that players follow, as the screen of moving numbers shows them. */
import type { Game } from '../../draws/rules/games.ts'
import { allYears, hasSamples, type History } from '../../draws/rules/history.ts'
import {
  LAB_SETS,
  type LabSet,
  type DrawWindow,
  type Sequence,
  sequencesOf,
  WHOLE_HISTORY,
} from './lab/scope.ts'
import { frequentNumbers, movingNumbers, numberCounts, parseWindow } from './statistics.ts'
import { groupMoves, pointedNow } from './lab/figures/groups.ts'
import { centralRange, meanOf } from '../../draws/rules/luck/distribution.ts'
import { present } from '../../platform/rules/base/lists.ts'

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
      const { top, sample, ...more } = frequentNumbers(draws, present(parseWindow(window)), set)
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
  const { sample, ...counts } = numberCounts(draws, present(parseWindow(window)), set)
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
  const chosen = present(parseWindow(window))
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

/** What groups did over a window, and what they point to after the newest draws, whatever the window. */
function groupFigures(history: History, window: DrawWindow, groups: MovingQuestion['groups']) {
  const lists = groups.map(({ numbers }) => numbers)
  const { trials, hits, luck } = groupMoves(sequencesOf(history, { ...WHOLE_HISTORY, window }), lists)
  const idOf = new Map<readonly number[], number>(groups.map(({ id, numbers }) => [numbers, id]))
  const now = sequencesOf(history, { ...WHOLE_HISTORY, window: { last: 2 } })
  /** By the key of the game: the numbers that groups point to, and those of the group that came in the last two draws. */
  const pointed = now.map((sequence) => {
    const found = pointedNow(sequence, lists).map(({ group, number }) => ({
      group: present(idOf.get(group)),
      number,
      came: group.filter((one) => one !== number && cameIn(sequence, one)),
    }))
    return [sequence.draws.game, found] as const
  })
  return {
    moves: { trials, hits, expected: meanOf(luck), usual: centralRange(luck) },
    pointed: new Map(pointed),
  }
}

const cameIn = ({ balls }: Sequence, number: number) => balls.includes(number)
