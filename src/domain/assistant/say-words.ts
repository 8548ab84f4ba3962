import { formatCount } from '../money.ts'
import type { DrawType } from '../positions.ts'
import type { Line } from './say.ts'
import type { AssistantData, SetType } from './types.ts'

/** `98 draws`. */
export const drawsWords = (count: number) => `${formatCount(count)} ${count === 1 ? 'draw' : 'draws'}`

/** `12 times`, `1 time`, `never`. */
export const timesWords = (count: number) =>
  count === 0 ? 'Never' : `${formatCount(count)} ${count === 1 ? 'time' : 'times'}`

/** `12 times in 98 draws`, `No draws`. */
export const timesInDraws = (count: number, draws: number) =>
  draws === 0 ? 'No draws' : `${timesWords(count)} in ${drawsWords(draws)}`

/** `12 of 98`. */
export const shareWords = (part: number, whole: number) => `${formatCount(part)} of ${formatCount(whole)}`

export const nameOf = (key: string, { games }: AssistantData) =>
  games.find((game) => game.key === key)?.name ?? key

/** The ball of a number; of either set, it looks like a winning one. */
export function ballLine(number: number, type: SetType | undefined): { number: number; type: DrawType } {
  return { number, type: type === 'machine' ? 'machine' : 'winning' }
}

export function line(name: string, value: string, note = '', ball: Line['ball'] = null): Line {
  return { ball, name, value, note }
}
