import { dayOf, instantAt } from '../../../platform/rules/base/calendar.ts'
import { drawAt, firstOnOrAfter, isDrawn } from '../../../draws/rules/history.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { PERSON_CACHE, read } from '../../../platform/web/api/kept.ts'
import { type KeptHistory, keptHistory } from '../../../draws/web/kept-years.ts'
import type { Multiplier } from '../../../draws/rules/bets.ts'
import { judge } from '../../rules/judge.ts'
import { type Judged, type Slip, entryOf } from './use-slip.ts'

/** The newest years of this phone's draws, which have the days of a slip. */
const YEARS = 2

/**
 * A kept slip with the results that came to this phone after it. Without the ticket checker's answer on the phone, a win has
 * no amount.
 */
export async function withNewerResults(slip: Slip): Promise<Slip> {
  const kept = await keptHistory(YEARS)
  if (!kept) return slip
  const ticket = await read(PERSON_CACHE, '/api/ticket')
  const prices = ticket && ((await ticket.json()) as AnswerOf<'GET /api/ticket'>)
  return withResults(slip, kept, prices?.multipliers ?? [])
}

/** A slip with what became of its waiting entries in draws that it does not list yet. */
export function withResults(
  slip: Slip,
  { games, history }: Pick<KeptHistory, 'games' | 'history'>,
  multipliers: readonly Multiplier[],
): Slip {
  const listed = new Set(slip.judged.map(keyOf))
  const found = slip.waiting.flatMap((waiting) => {
    const entry = entryOf(slip, waiting)
    return games.flatMap(({ key, name, operator }) => {
      const draws = history.games.get(key)
      if (!draws || (entry.game !== null && entry.game !== key)) return []
      const judged: Judged[] = []
      for (let i = firstOnOrAfter(draws, dayOf(waiting.date)); i < draws.length; i++) {
        const { date, winning, sample } = drawAt(draws, i)
        const isAwaited = key === waiting.game && date === waiting.date
        if (!isDrawn(draws, i) || (entry.until !== null && date > entry.until)) continue
        // Another game of that day may have closed before the numbers were saved.
        if (!isAwaited && date === waiting.date) continue
        const closesAt = isAwaited ? waiting.closesAt : instantAt(date, 0)
        const draw = { entry: entry.id, game: key, name, operator, date, closesAt, winning, sample }
        // While one result is late, the server has judged later draws.
        if (!listed.has(keyOf(draw)))
          judged.push({ ...draw, ...judge(entry, winning, { operator, date }, multipliers) })
      }
      return judged
    })
  })
  const settled = new Set(found.map(keyOf))
  const sum = (of: (draw: Judged) => number) => found.reduce((total, draw) => total + of(draw), 0)
  return {
    ...slip,
    waiting: slip.waiting.filter((draw) => !settled.has(keyOf(draw))),
    judged: [...found, ...slip.judged].sort((a, b) => b.closesAt - a.closesAt),
    staked: slip.staked + sum(({ cost }) => cost),
    back: slip.back + sum(({ won }) => won ?? 0),
    unpriced: slip.unpriced + found.filter(({ won }) => won === null).length,
  }
}

const keyOf = ({ entry, game, date }: Slip['waiting'][number]) => `${entry} ${game} ${date}`
