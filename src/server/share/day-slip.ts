import { formatDate, type LagosDate } from '../../domain/base/calendar.ts'
import type { Draw } from '../../domain/draws/draw.ts'
import { SHARE_LIMITS } from '../../domain/share/share-picture.ts'
import { type Canvas, COLOURS, EDGE, pictureOf, stripeColour } from './canvas.ts'

interface SlipDay {
  date: LagosDate
  /** The games that have drawn, in the order of their close. */
  results: readonly {
    name: string
    operator: string
    state: Draw['state']
    winning: readonly number[]
    isCorrected: boolean
  }[]
  isSample: boolean
}

/** The area of the rows, in pixels. */
const TOP = 206
const HEIGHT = 340
const MOST_IN_COLUMN = 6
const GAP = 56

/** The picture of a day: the winning numbers of each game. @param address without its scheme */
export function daySlip(canvas: Canvas, { date, results, isSample }: SlipDay, address: string): string {
  const shown = results.slice(0, SHARE_LIMITS.gamesOfDay)
  const more = results.length - shown.length
  const columns = shown.length > MOST_IN_COLUMN ? 2 : 1
  const inColumn = Math.max(4, Math.ceil(shown.length / columns))
  const width = (EDGE.right - EDGE.left - GAP * (columns - 1)) / columns
  const height = Math.floor(HEIGHT / inColumn)
  const rows = shown.map((result, i) => {
    const x = EDGE.left + Math.floor(i / inColumn) * (width + GAP)
    return row(canvas, result, { x, y: TOP + (i % inColumn) * height, width, height })
  })
  const count = `${results.length} ${results.length === 1 ? 'game' : 'games'}`
  return pictureOf(canvas, {
    stripes: [...new Set(shown.map(({ operator }) => stripeColour(operator)))],
    note: more > 0 ? `${count}, ${more} more on the page` : count,
    address,
    isSample,
    content: [
      canvas.text(formatDate(date), EDGE.left - 3, 164, { face: 'bold', size: 76 }),
      canvas.text('WINNING', EDGE.right, 164, {
        face: 'bold',
        size: 25,
        colour: COLOURS.gold,
        anchor: 'end',
      }),
      ...rows,
    ].join(''),
  })
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function row(
  canvas: Canvas,
  { name, operator, state, winning, isCorrected }: SlipDay['results'][number],
  { x, y, width, height }: Box,
): string {
  const middle = Math.round(y + height / 2)
  const radius = Math.round(Math.min(27, height * 0.42))
  const step = Math.round(radius * 2.75)
  const size = Math.round(Math.min(36, height * 0.6))
  const first = x + width - radius - 4 * step
  const word =
    state === 'no_draw' ? 'No draw' : isCorrected ? 'Corrected' : state === 'unconfirmed' ? 'Unconfirmed' : ''
  const nameFit = first - radius - 24 - x - 24
  return [
    `<path d="M${x} ${y}h${width}" stroke="${COLOURS.rule}" stroke-width="2"/>`,
    `<rect x="${x}" y="${y + 9}" width="7" height="${height - 18}" fill="${stripeColour(operator)}"/>`,
    // A word about the draw is below its name.
    canvas.text(name, x + 24, middle + size * (word ? 0.08 : 0.36), { face: 'bold', size, fit: nameFit }),
    word && canvas.text(word, x + 24, middle + size * 0.72, { size: size * 0.55, colour: COLOURS.gold }),
    ...winning.map((number, i) => canvas.ball(number, first + i * step, middle, radius)),
    ...winning.slice(1).map((_, i) => canvas.dash(first + (i + 0.5) * step, middle, step - radius * 2 - 8)),
  ].join('')
}
