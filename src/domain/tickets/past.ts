import { dateOfDay, dayOf, type LagosDate } from '../base/calendar.ts'
import { BALLS_PER_DRAW, type GameDraws, isDrawn } from '../draws/history.ts'
import { DRAW_LIMITS } from '../base/balls.ts'
import { centralRange, type CountRange, meanOf } from '../luck/distribution.ts'
import { sumOf } from '../luck/sums.ts'
import { type Multiplier, multiplierOn } from '../record/score.ts'
import { chanceToWin, linesOf, linesWon, luckOf, multiplierBet, type Ticket } from './bets.ts'
import type { PastWindow } from './check.ts'
import { itemAt } from '../base/lists.ts'

/** A draw in which lines of a ticket won. */
interface WonDraw {
  /** Its index among the game's draws. */
  i: number
  lines: number
  /** Kobo; null if the operator's multiplier of that day is not known. */
  won: number | null
}

/** What a ticket would have won in past draws. Amounts in kobo. */
interface PastTicket {
  /** The days of the first and the last draw; null without a draw. */
  from: LagosDate | null
  to: LagosDate | null
  draws: number
  cost: number
  /** The cost of the draws with a known multiplier, to compare with `won`. */
  pricedCost: number
  /** Null if no draw has a known multiplier. */
  won: number | null
  /** Draws whose multiplier is not known. They are part of `cost` and of the lines. */
  unpriced: number
  /** Winning lines of all draws. */
  lines: number
  /** The winning lines that luck gives: the mean, and the range of 19 of 20 such windows. */
  linesByLuck: number
  usualLines: CountRange
  /** The chance that luck brings back nothing. */
  nothingByLuck: number
  /** What luck brings back on average; null where `won` is. */
  wonByLuck: number | null
  /** Newest first. */
  wins: WonDraw[]
}

/** Checks a ticket in the draws of one game. Days without a draw do not count. */
export function pastTicket(
  ticket: Ticket,
  draws: GameDraws,
  { date, draws: window }: Pick<PastWindow, 'date' | 'draws'>,
  operator: string,
  multipliers: readonly Multiplier[],
): PastTicket {
  const at = drawsOf(draws, date, window)
  const bet = multiplierBet(ticket)
  const luck = luckOf(ticket)
  const mean = meanOf(luck)
  const costOfDraw = linesOf(ticket) * ticket.stake
  const result: PastTicket = {
    from: at.length > 0 ? dateOfDay(itemAt(draws.days, itemAt(at, -1))) : null,
    to: at.length > 0 ? dateOfDay(itemAt(draws.days, itemAt(at, 0))) : null,
    draws: at.length,
    cost: at.length * costOfDraw,
    pricedCost: 0,
    won: null,
    unpriced: 0,
    lines: 0,
    linesByLuck: mean * at.length,
    usualLines:
      at.length > 0 ? centralRange(sumOf([{ distribution: luck, times: at.length }])) : { low: 0, high: 0 },
    nothingByLuck: (1 - chanceToWin(ticket)) ** at.length,
    wonByLuck: null,
    wins: [],
  }
  for (const i of at) {
    const start = i * BALLS_PER_DRAW
    const lines = linesWon(ticket, draws.balls.subarray(start, start + DRAW_LIMITS.ballsPerSet))
    const times = multiplierOn(multipliers, operator, bet, dateOfDay(itemAt(draws.days, i)))
    const won = times === null ? null : lines * times * ticket.stake
    if (won === null) result.unpriced++
    else {
      result.pricedCost += costOfDraw
      result.won = (result.won ?? 0) + won
      result.wonByLuck = (result.wonByLuck ?? 0) + mean * times! * ticket.stake
    }
    result.lines += lines
    if (lines > 0) result.wins.push({ i, lines, won })
  }
  return result
}

/** The indexes of the draws of a window, newest first. A window of one draw with a date has the draw of that day alone. */
function drawsOf(draws: GameDraws, date: LagosDate | null, window: PastWindow['draws']): number[] {
  const until = date === null ? Infinity : dayOf(date)
  const most = window === 'all' ? Infinity : Number(window)
  const found: number[] = []
  for (let i = draws.length - 1; i >= 0 && found.length < most; i--)
    if (itemAt(draws.days, i) <= until && isDrawn(draws, i)) found.push(i)
  const isOther =
    window === '1' && date !== null && found.length > 0 && draws.days[itemAt(found, 0)] !== until
  return isOther ? [] : found
}
