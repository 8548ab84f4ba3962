import { z } from 'zod'
import { isPaused, opens } from '../../domain/billing/plans.ts'
import { slotOn } from '../../domain/draws/draw-calendar.ts'
import { isSecret, standingOf } from '../../domain/ledger/standing.ts'
import { PREDICTION_FORMS } from '../../domain/predictions/predictions.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { balls } from '../draws/shapes.ts'
import { findDraw } from '../draws/single-draw.ts'
import { drawPage, drawParams, noSuchDraw } from '../draws/single-draw-routes.ts'
import type { LedgerSnapshot } from '../ledger/memory.ts'
import { judgedShape, verdictsOf } from '../slip/routes.ts'
import { placeOf, replayOf } from './ledger-facts.ts'
import { forecastPlace } from './shapes.ts'
import { present } from '../../domain/base/lists.ts'

const drawAnswer = drawPage.extend({
  /** The forecasts of the draw that count, in the order of publication; none on a break. */
  forecasts: z.array(
    z.strictObject({
      id: z.int(),
      /** In words, such as `two sure`. */
      form: z.string().nullable(),
      /** Milliseconds. */
      publishedAt: z.number(),
      place: forecastPlace,
      /** Null while they are secret and the plan does not open them. */
      numbers: balls.nullable(),
    }),
  ),
  /** What became of the player's own numbers; empty before the result and on a break. */
  mine: z.array(judgedShape),
})

export const drawPageRoutes = {
  'GET /api/draws/:draw': endpoint({
    summary: 'One draw (`game.date`, or its public id) before, at and after its result, with its forecasts',
    access: 'games-results',
    followsDraws: true,
    params: drawParams,
    answer: drawAnswer,
    async handle({ services, params, person, now }) {
      const found = await findDraw(services, params.draw, now)
      if (!found) throw noSuchDraw()
      if (isPaused(person, 'prediction')) return { ...found, forecasts: [], mine: [] }
      const isOpen = opens(person, 'prediction')
      const game = services.draws.current().games.find(({ key }) => key === found.game.key)
      // The forecasts of a moved draw keep the day that names it.
      const day = (game && slotOn(game, found.date)?.scheduled) ?? found.date
      const ledger = await services.ledger.current()
      const forecasts = forecastsOf(ledger, found.game.key, day, now)
      const { draw, date } = found
      return {
        ...found,
        mine:
          game && draw?.state === 'drawn'
            ? await verdictsOf(services.db, person.uid, { game, date, winning: draw.winning })
            : [],
        forecasts: forecasts.map((version) => ({
          id: version.forecast,
          form: version.form && PREDICTION_FORMS[version.form].name.toLowerCase(),
          publishedAt: version.at,
          place: placeOf(ledger, version, now),
          numbers: isOpen || !isSecret(version, now) ? [...version.numbers] : null,
        })),
      }
    },
  }),
} satisfies Routes

/** The versions that count of the forecasts for a draw. */
function forecastsOf(ledger: LedgerSnapshot, game: string, day: string, now: number) {
  const { forecasts, entriesOf } = replayOf(ledger)
  const ofDraw = ledger.derived('forecasts by draw', () => {
    const all = new Map<string, number[]>()
    for (const [id, { versions }] of forecasts)
      for (const key of new Set(versions.map((version) => `${version.game}.${version.date}`)))
        all.set(key, [...(all.get(key) ?? []), id])
    return all
  })
  return (ofDraw.get(`${game}.${day}`) ?? []).flatMap((id) => {
    const { state, version } = standingOf(present(forecasts.get(id)), entriesOf, now)
    const isShown = state === 'open' || state === 'waiting' || state === 'scored'
    return isShown && version.game === game && version.date === day ? [version] : []
  })
}
