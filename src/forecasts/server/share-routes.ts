import { z } from 'zod'
import { publicForecastPath } from '../../platform/rules/site/paths.ts'
import { endpoint, type Routes } from '../../platform/server/api/endpoint.ts'
import type { Services } from '../../platform/server/api/services.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { picture, pictureRoute } from '../../reach/server/share/picture-route.ts'
import { loadCanvas } from '../../reach/server/share/render.ts'
import { drawingOf, hostOf } from '../../reach/server/share/shares.ts'
import { datedText } from '../rules/record/place.ts'
import { forecastSentence, forecastTitle } from '../rules/share-text.ts'
import { forecastSlip } from './forecast-slip.ts'
import { findForecast } from './record/forecast-view.ts'
import { publicForecast } from './record/shapes.ts'

/**
 * A forecast of the record past its close, as everyone may see it; null for an unknown or a secret one. Only a scored
 * forecast has a picture.
 */
async function shareForecast(
  services: Pick<Services, 'draws' | 'record' | 'settings'>,
  text: string,
  now: number,
) {
  const { ledger, state } = await services.record.state(now)
  const forecast = findForecast({ ledger, state }, text, services.draws.current(), now)
  if (!forecast) return null
  const { draw, form, numbers, winning, place } = forecast
  const isSample = ledger.chain === 'sample'
  if (winning === null) return { forecast, isSample, drawing: null }
  const scored = { game: draw.name, date: draw.date, numbers, form, winning, place }
  const address = hostOf(services) + publicForecastPath(forecast.id)
  const svg = forecastSlip(await loadCanvas(), { ...forecast, winning }, isSample, address)
  const alt = `${forecastTitle(scored)}. ${forecastSentence(scored)} ${datedText(place)}.`
  return { forecast, isSample, drawing: drawingOf('forecasts', forecast.id, svg, alt) }
}

const publicForecastAnswer = z.strictObject({
  isSample: z.boolean(),
  forecast: publicForecast,
  /** Null without a score. */
  picture: picture.nullable(),
})

const forecastParams = z.strictObject({ forecast: z.string().max(20) })

const noSuchForecast = () => new Refusal('not-found', 'The public record has no such forecast.')

export const forecastShareRoutes = {
  'GET /api/public/forecasts/:forecast': endpoint({
    summary: 'One forecast of the public record past its close; an open one is not found',
    access: 'anyone',
    followsDraws: true,
    fresh: true,
    params: forecastParams,
    answer: publicForecastAnswer,
    async handle({ services, params, now }) {
      const found = await shareForecast(services, params.forecast, now)
      if (!found) throw noSuchForecast()
      const { isSample, forecast, drawing } = found
      return { isSample, forecast, picture: drawing?.picture ?? null }
    },
  }),

  'GET /share/forecasts/:id/:file': pictureRoute(
    'The share picture of a scored forecast; there is none before the score',
    async (services, id, now) => (await shareForecast(services, id, now))?.drawing,
  ),
} satisfies Routes
