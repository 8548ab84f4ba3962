import { formatDate } from '../../platform/rules/base/calendar.ts'
import { datedText, placeText } from '../rules/record/place.ts'
import type { PublicForecast } from './record/shapes.ts'
import { type Canvas, COLOURS, EDGE, pictureOf, stripeColour } from '../../reach/server/share/render.ts'
import { premierName } from '../rules/predictions.ts'
import { BETS } from '../../draws/rules/bets.ts'
import { outcomeOf, scoreSentence, wonWord } from '../rules/record/score.ts'
import { winningRow, namedHeading } from '../../reach/server/share/slip-parts.ts'

const FORECAST_Y = 312

const DRAW_Y = 456

/** Numbers on one line, before the balls become smaller. */
const LARGE = 5

/**
 * The picture of a scored forecast beside its draw. There is none of a forecast without a score.
 * @param address without its scheme
 */
export function forecastSlip(
  canvas: Canvas,
  { draw, form, numbers, winning, earlier, place }: PublicForecast & { winning: readonly number[] },
  isSample: boolean,
  address: string,
): string {
  const score = { numbers, form, winning }
  const { won } = outcomeOf(score)
  const { note, heading } = namedHeading(canvas, premierName(draw.name), formatDate(draw.date), draw.operator)
  return pictureOf(canvas, {
    stripes: [stripeColour(draw.operator)],
    note,
    address,
    isSample,
    content: [
      heading,
      canvas.label(form ? `Forecast: ${BETS[form].name}` : 'Forecast', EDGE.left, 228, COLOURS.gold),
      won === null ? '' : canvas.tag(wonWord(won), 222, won),
      ...forecastBalls(canvas, numbers, winning),
      canvas.label(earlier.length > 0 ? 'Draw, corrected' : 'Draw', EDGE.left, 408),
      ...winningRow(canvas, winning, { x: EDGE.left + 36, y: DRAW_Y, step: 104, radius: 36, gap: 8 }),
      ...[...placeText(place).split('; '), datedText(place)].map((line, i, lines) =>
        canvas.text(line, EDGE.right, DRAW_Y + 14 + 36 * (i + 0.5 - lines.length / 2), {
          size: 26,
          colour: COLOURS.quiet,
          anchor: 'end',
        }),
      ),
      canvas.text(scoreSentence(score), EDGE.left, 546, {
        size: 30,
        fit: EDGE.right - EDGE.left,
      }),
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
