import { type LagosDate, lagosDate } from '../../domain/base/calendar.ts'
import { outcomeOf } from '../../domain/record/score.ts'
import type { Db } from '../db/connect.ts'
import type { AnswerContext } from './context.ts'
import { factsOf, scoredIn } from './ledger-facts.ts'
import { forecastsById } from './queries.ts'
import { itemAt } from '../../domain/base/lists.ts'

/**
 * The scored forecasts of the latest day before today that has any, otherwise of today. A result reveals the forecasts of
 * its draw, also before the close.
 */
export async function latestChecked(db: Db, context: AnswerContext) {
  const { ledger, now } = context
  const today = lagosDate(now)
  const revealed = scoredIn(ledger).filter(({ version }) => version.close !== null)
  const isOver = ({ version: { date } }: (typeof revealed)[number]) => date < today
  const days = (revealed.some(isOver) ? revealed.filter(isOver) : revealed).map(({ version }) => version.date)
  const date = days.reduce<LagosDate | null>((last, day) => (last && last > day ? last : day), null)
  if (!date) return null
  const ofDay = revealed.filter(({ version }) => version.date === date)
  const byClose = ofDay.sort((a, b) => a.version.close! - b.version.close!)
  const found = await forecastsById(
    db,
    context,
    byClose.map(({ version }) => version.forecast),
  )
  return { date, forecasts: found }
}

/** The forecast that was scored last; null before the first. */
export function lastChecked({ ledger, games, now }: Pick<AnswerContext, 'ledger' | 'games' | 'now'>) {
  const scored = scoredIn(ledger)
  const last = scored.reduce<(typeof scored)[number] | null>(
    (best, one) => (best && best.scoredBy > one.scoredBy ? best : one),
    null,
  )
  const standing = last && factsOf(ledger, last.version.forecast, now)?.standing
  if (standing?.state !== 'scored') return null
  const { numbers, form, game } = standing.version
  const { came, won } = outcomeOf({ numbers, form, winning: itemAt(standing.results, -1).winning })
  const name = games.find(({ key }) => key === game)?.name ?? game
  return { name, came: came.length, numbers: numbers.length, won }
}
