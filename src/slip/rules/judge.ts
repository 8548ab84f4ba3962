import { present } from '../../platform/rules/base/lists.ts'
import {
  addDays,
  DAY,
  dayOf,
  instantAt,
  type LagosDate,
  lagosDate,
} from '../../platform/rules/base/calendar.ts'
import { scheduleOf } from '../../draws/rules/day-result.ts'
import { CALENDAR_LIMITS } from '../../draws/rules/calendar-check.ts'
import { planOf, slotOn } from '../../draws/rules/draw-calendar.ts'
import type { Game } from '../../draws/rules/games.ts'
import { drawAt, findDraw, firstOnOrAfter, type History, isDrawn } from '../../draws/rules/history.ts'
import { OPERATORS } from '../../draws/rules/operators.ts'
import {
  exampleOf,
  linesOf,
  judgeTicket,
  type Multiplier,
  multiplierBet,
  multiplierOn,
  returnOf,
} from '../../draws/rules/bets.ts'
import { numbersOf, playsIn, SLIP_LIMITS, type SlipEntry, ticketOf } from './entry.ts'

/** What became of an entry in a draw. Amounts in kobo. */
export interface Verdict {
  /** The numbers of the entry that were drawn. */
  came: number[]
  /** Whether a line won; null if the player only watches. */
  isWin: boolean | null
  cost: number
  /** What the winning lines pay; null if the operator's multiplier of that day is not known. */
  won: number | null
}

/** Judges an entry by the winning numbers of a draw, in drawing order. */
export function judge(
  entry: SlipEntry,
  winning: readonly number[],
  draw: { operator: string; date: LagosDate },
  multipliers: readonly Multiplier[],
): Verdict {
  const came = numbersOf(entry).filter((number) => winning.includes(number))
  const ticket = ticketOf(entry)
  if (!ticket) return { came, isWin: null, cost: 0, won: 0 }
  const { lines, won } = judgeTicket(ticket, winning, draw, multipliers)
  return { came, isWin: lines > 0, cost: linesOf(ticket) * ticket.stake, won }
}

/** A draw of an entry. */
interface Played<Entry> {
  entry: Entry
  game: Game
  date: LagosDate
  closesAt: number
}

/** The draw in which it was judged. */
interface Drawn {
  winning: readonly number[]
  sample: boolean
}

type Judged<Entry> = Played<Entry> & Verdict & Drawn

/** A slip as the draws of now make it. Nothing of it is stored, so a correction judges again. */
interface Slip<Entry> {
  /** For each entry its next draw, or the one whose result is not in yet; by close. */
  waiting: Played<Entry>[]
  /** The last 30 days, newest first. */
  judged: Judged<Entry>[]
  /** Kobo of the last 30 days. `unpriced`: winning tickets whose operator's multiplier is not known. */
  staked: number
  back: number
  unpriced: number
}

/** What a player's entries wait for, and what became of them in the last 30 days. `now` in milliseconds. */
export function slipOf<Entry extends SlipEntry>(
  entries: readonly Entry[],
  { games, history }: { games: readonly Game[]; history: History },
  multipliers: readonly Multiplier[],
  now: number,
): Slip<Entry> {
  const judged = entries.flatMap((entry) => judgedOf(entry, { games, history }, multipliers, now))
  const waiting = entries.flatMap((entry) => waitingOf(entry, games, history, now) ?? [])
  return {
    waiting: waiting.sort((a, b) => a.closesAt - b.closesAt),
    judged: judged.sort((a, b) => b.closesAt - a.closesAt),
    staked: judged.reduce((sum, { cost }) => sum + cost, 0),
    back: judged.reduce((sum, { won }) => sum + (won ?? 0), 0),
    unpriced: judged.filter(({ won }) => won === null).length,
  }
}

function judgedOf<Entry extends SlipEntry>(
  entry: Entry,
  { games, history }: { games: readonly Game[]; history: History },
  multipliers: readonly Multiplier[],
  now: number,
): Judged<Entry>[] {
  const first = addDays(lagosDate(now), -SLIP_LIMITS.days)
  return games.flatMap((game) => {
    const draws = history.games.get(game.key)
    if (!draws || (entry.game !== null && entry.game !== game.key)) return []
    const found: Judged<Entry>[] = []
    for (let i = firstOnOrAfter(draws, dayOf(first)); i < draws.length; i++) {
      if (isDrawn(draws, i)) found.push(...judgedIn([entry], { ...drawAt(draws, i), game }, multipliers))
    }
    return found
  })
}

/** What became of entries in one draw, which may be older than the days of a slip; the win first. */
export function judgedIn<Entry extends SlipEntry>(
  entries: readonly Entry[],
  { game, date, winning, sample }: { game: Game; date: LagosDate } & Drawn,
  multipliers: readonly Multiplier[],
): Judged<Entry>[] {
  const slot = slotOn(game, date)
  const closesAt = instantAt(date, slot?.close ?? 0)
  return entries
    .filter((entry) => playsIn(entry, game.key, { date, named: slot?.scheduled ?? date, closesAt }))
    .map((entry) => {
      const verdict = judge(entry, winning, { operator: game.operator, date }, multipliers)
      return { entry, game, date, closesAt, winning, sample, ...verdict }
    })
    .sort((a, b) => Number(b.isWin) - Number(a.isWin))
}

/** Whether a draw is planned or recorded on a day of an entry. Games draw each week, so the last days of a long one tell. */
export function hasDraw(
  { game, from, until }: Pick<SlipEntry, 'game' | 'from' | 'until'>,
  games: readonly Game[],
  history: History,
): boolean {
  const own = games.filter(({ key }) => game === null || key === game)
  if (until === null) return true
  for (let back = 0; back < SLIP_LIMITS.days; back++) {
    const day = addDays(until, -back)
    if (day < from) return false
    const isPlanned = (one: Game) => (game === null ? slotOn(one, day) : planOf(one, day).draw) !== null
    if (own.some((one) => isPlanned(one) || findDraw(history, one.key, dayOf(day)))) return true
  }
  return false
}

/** From yesterday and the days by which a draw can be moved earlier, a week and the days by which it can be moved later. */
const DAYS_AHEAD = 8 + 2 * CALENDAR_LIMITS.movedDays

/** The next draw of an entry without a result; null if none is left. */
function waitingOf<Entry extends SlipEntry>(
  entry: Entry,
  games: readonly Game[],
  history: History,
  now: number,
): Played<Entry> | null {
  const yesterday = addDays(lagosDate(now), -1)
  const own = games.filter(({ key }) => entry.game === null || key === entry.game)
  const earliest = addDays(entry.from, -CALENDAR_LIMITS.movedDays)
  const first = earliest > yesterday ? earliest : yesterday
  for (let days = 0; days <= DAYS_AHEAD; days++) {
    const date = addDays(first, days)
    for (const { game, schedule } of scheduleOf(own, date)) {
      const named = present(slotOn(game, date)).scheduled
      const { closesAt, expectedAt } = schedule
      if (!playsIn(entry, game.key, { date, named, closesAt }) || expectedAt + DAY < now) continue
      if (!findDraw(history, game.key, dayOf(date))) return { entry, game, date, closesAt }
    }
  }
  return null
}

const HUNDRED_NAIRA = 10_000

/**
 * Kobo that ₦100 brings back on average, for tickets like these: each by its cost. Without tickets with a known multiplier,
 * those of a two sure at Premier Lotto; null if that is not known either.
 */
export function backByLuck(
  played: readonly (Pick<Judged<SlipEntry>, 'entry' | 'cost' | 'date'> & { game: Pick<Game, 'operator'> })[],
  multipliers: readonly Multiplier[],
  today: LagosDate,
): number | null {
  let cost = 0
  let back = 0
  for (const one of played) {
    const ticket = ticketOf(one.entry)
    const times = ticket && multiplierOn(multipliers, one.game.operator, multiplierBet(ticket), one.date)
    if (times == null) continue
    cost += one.cost
    back += one.cost * returnOf(ticket!, times)
  }
  if (cost > 0) return (back / cost) * HUNDRED_NAIRA
  const times = multiplierOn(multipliers, OPERATORS.premier, 'two_sure', today)
  return times === null ? null : returnOf(exampleOf('two_sure', HUNDRED_NAIRA), times) * HUNDRED_NAIRA
}
