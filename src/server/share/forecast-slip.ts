import { formatDate, type LagosDate } from '../../domain/base/calendar.ts'
import { type ForecastPlace, placeText, witnessedText } from '../../domain/record/place.ts'
import { type Canvas, COLOURS, EDGE, pictureOf, stripeColour } from './canvas.ts'
import { namedHeading } from './draw-slip.ts'

/** A forecast beside its draw. There is no picture of a forecast without a score. */
interface SlipForecast {
  /** With the name of the bet, such as `Premier Diamond`. */
  name: string
  operator: string
  date: LagosDate
  /** The form's name, such as `Two sure`; null without one. */
  form: string | null
  numbers: readonly number[]
  winning: readonly number[]
  /** `1 of 2 hit`. */
  score: string
  /** What guessing gets. */
  luck: string
  isCorrected: boolean
  place: ForecastPlace
  isSample: boolean
}

const FORECAST_Y = 312
const DRAW_Y = 456
/** Numbers on one line, before the balls become smaller. */
const LARGE = 5

/** The picture of a scored forecast beside its draw. @param address without its scheme */
export function forecastSlip(canvas: Canvas, forecast: SlipForecast, address: string): string {
  const { name, operator, date, form, numbers, winning, score, luck, place, isSample } = forecast
  const { note, heading } = namedHeading(canvas, name, formatDate(date), operator)
  return pictureOf(canvas, {
    stripes: [stripeColour(operator)],
    note,
    address,
    isSample,
    content: [
      heading,
      canvas.label(form === null ? 'Forecast' : `Forecast: ${form}`, EDGE.left, 228, COLOURS.gold),
      canvas.tag(score, 222),
      ...forecastBalls(canvas, numbers, winning),
      canvas.label(forecast.isCorrected ? 'Draw, corrected' : 'Draw', EDGE.left, 408),
      ...winning.map((number, i) => canvas.ball(number, EDGE.left + 36 + i * 104, DRAW_Y, 36)),
      ...winning.slice(1).map((_, i) => canvas.dash(EDGE.left + 36 + (i + 0.5) * 104, DRAW_Y, 16)),
      ...[...placeText(place).split('; '), witnessedText(place)].map((line, i, lines) =>
        canvas.text(line, EDGE.right, DRAW_Y + 14 + 36 * (i + 0.5 - lines.length / 2), {
          size: 26,
          colour: COLOURS.quiet,
          anchor: 'end',
        }),
      ),
      canvas.text(luck, EDGE.left, 546, { size: 30, fit: EDGE.right - EDGE.left }),
    ].join(''),
  })
}

/** The forecast numbers: a hit is solid and ringed. More than ten fill two lines. */
function forecastBalls(canvas: Canvas, numbers: readonly number[], winning: readonly number[]): string[] {
  const lines = numbers.length > 10 ? 2 : 1
  const inLine = Math.ceil(numbers.length / lines)
  const radius = numbers.length <= LARGE ? 60 : lines === 1 ? 44 : 30
  const step =
    numbers.length <= LARGE ? 196 : (EDGE.right - EDGE.left - radius * 2.4) / Math.max(9, inLine - 1)
  return numbers.map((number, i) => {
    const x = Math.round(EDGE.left + radius * 1.2 + (i % inLine) * step)
    const y = Math.round(FORECAST_Y + (lines === 1 ? 0 : (Math.floor(i / inLine) - 0.5) * radius * 2.45))
    return winning.includes(number)
      ? canvas.ball(number, x, y, radius, true)
      : canvas.miss(number, x, y, radius)
  })
}
