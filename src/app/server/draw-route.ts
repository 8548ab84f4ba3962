import { z } from 'zod'
import { slotOn } from '../../draws/rules/draw-calendar.ts'
import { balls } from '../../draws/server/shapes.ts'
import { drawPage, drawParams, findDraw, noSuchDraw } from '../../draws/server/single-draw.ts'
import { isSecret } from '../../forecasts/rules/ledger/standing.ts'
import { drawName } from '../../forecasts/rules/log/leaves.ts'
import { standingOf } from '../../forecasts/rules/log/standing.ts'
import { BETS } from '../../draws/rules/bets.ts'
import { placeOf, replayOf } from '../../forecasts/server/ledger-facts.ts'
import type { LedgerSnapshot } from '../../forecasts/server/ledger/memory.ts'
import { forecastPlace } from '../../forecasts/server/shapes.ts'
import { isPaused, opens } from '../../platform/rules/access/plans.ts'
import type { LagosDate } from '../../platform/rules/base/calendar.ts'
import { endpoint, type Routes } from '../../platform/server/api/endpoint.ts'
import { judgedShape, verdictsOf } from '../../slip/server/routes.ts'

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

/** The versions that count of the forecasts for a draw. */
function forecastsOf(ledger: LedgerSnapshot, game: string, date: LagosDate, now: number) {
  const forecasts = replayOf(ledger).draws.get(drawName({ game, date }))?.forecasts ?? []
  return forecasts.flatMap((forecast) => {
    const { state, version } = standingOf(forecast, now)
    return state === 'open' || state === 'waiting' || state === 'scored' ? [version] : []
  })
}

/** A draw for players: its result, its forecasts and what became of the player's own numbers. */
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
            ? await verdictsOf(services.db, person.uid, { ...draw, game, date })
            : [],
        forecasts: forecasts.map((version) => ({
          id: version.forecast,
          form: version.form && BETS[version.form].name.toLowerCase(),
          publishedAt: version.at,
          place: placeOf(ledger, version, now),
          numbers: isOpen || !isSecret(version, now) ? [...version.numbers] : null,
        })),
      }
    },
  }),
} satisfies Routes
