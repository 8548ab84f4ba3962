import { formatDate, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { SHARE_LIMITS } from '../../../platform/rules/site/share-pictures.ts'
import { type Canvas, COLOURS, EDGE, pictureOf, stripeColour } from './render.ts'
import type { Draw } from '../../../draws/rules/draw.ts'
import { winningRow, dashes, namedHeading } from './slip-parts.ts'

interface SlipDraw extends Pick<Draw, 'state' | 'winning' | 'machine' | 'serial'> {
  game: { name: string; operator: string }
  date: LagosDate
  sample: boolean
  /** The Lagos date of the last correction; null for a draw that was never corrected. */
  corrected: LagosDate | null
}

/** The picture of one draw: our results slip. @param address without its scheme */
export function drawSlip(canvas: Canvas, draw: SlipDraw, address: string): string {
  const { game, serial, sample } = draw
  const source = serial === null ? game.operator : `${game.operator}, S/N ${serial}`
  const day = formatDate(draw.date)
  const { note, heading } = namedHeading(canvas, game.name, day, source)
  return pictureOf(canvas, {
    stripes: [stripeColour(game.operator)],
    note,
    address,
    isSample: sample,
    content: [
      heading,
      draw.state === 'no_draw'
        ? canvas.text('No draw on this day.', EDGE.left, 370, { face: 'bold', size: 72 })
        : sets(canvas, draw),
      stateTag(canvas, draw),
    ].join(''),
  })
}

function sets(canvas: Canvas, { winning, machine }: SlipDraw): string {
  const row = { x: 140, y: 316, step: 230, radius: 66, gap: 36 }
  const isIn = machine.length > 0
  return [
    canvas.label('Winning', EDGE.left, 228, COLOURS.gold),
    ...winningRow(canvas, winning, row),
    canvas.label(isIn ? 'Machine' : 'Machine: not in yet', EDGE.left, 420),
    ...Array.from({ length: 5 }, (_, i) => canvas.square(machine[i] ?? null, row.x + i * row.step, 486, 92)),
    ...(isIn ? dashes(canvas, { ...row, y: 486 }) : []),
  ].join('')
}

const stateTag = (canvas: Canvas, { corrected }: SlipDraw): string =>
  corrected ? canvas.tag(`Corrected ${formatDate(corrected)}`, 222) : ''

interface SlipDay {
  date: LagosDate
  /** Those that have drawn, in the order of their close. */
  games: readonly {
    name: string
    operator: string
    draw: Pick<Draw, 'state' | 'winning'>
    corrected: boolean
  }[]
  isSample: boolean
}

/** The area of the rows, in pixels. */
const TOP = 206

const HEIGHT = 340

const MOST_IN_COLUMN = 6

const GAP = 56

/** The picture of a day: the winning numbers of each game. @param address without its scheme */
export function daySlip(canvas: Canvas, { date, games, isSample }: SlipDay, address: string): string {
  const shown = games.slice(0, SHARE_LIMITS.gamesOfDay)
  const more = games.length - shown.length
  const columns = shown.length > MOST_IN_COLUMN ? 2 : 1
  const inColumn = Math.max(4, Math.ceil(shown.length / columns))
  const width = (EDGE.right - EDGE.left - GAP * (columns - 1)) / columns
  const height = Math.floor(HEIGHT / inColumn)
  const rows = shown.map((game, i) => {
    const x = EDGE.left + Math.floor(i / inColumn) * (width + GAP)
    return gameRow(canvas, game, { x, y: TOP + (i % inColumn) * height, width, height })
  })
  const count = `${games.length} ${games.length === 1 ? 'game' : 'games'}`
  return pictureOf(canvas, {
    stripes: [...new Set(shown.map(({ operator }) => stripeColour(operator)))],
    note: more > 0 ? `${count}, ${more} more on the page` : count,
    address,
    isSample,
    content: [
      canvas.text(formatDate(date), EDGE.left - 3, 172, { face: 'bold', size: 72 }),
      canvas.text('WINNING', EDGE.right, 172, {
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

function gameRow(
  canvas: Canvas,
  { name, operator, draw: { state, winning }, corrected }: SlipDay['games'][number],
  { x, y, width, height }: Box,
): string {
  const middle = Math.round(y + height / 2)
  const radius = Math.round(Math.min(27, height * 0.42))
  const step = Math.round(radius * 2.75)
  const size = Math.round(Math.min(36, height * 0.6))
  const first = x + width - radius - 4 * step
  const word = state === 'no_draw' ? 'No draw' : corrected ? 'Corrected' : ''
  const nameFit = first - radius - 24 - x - 24
  return [
    `<path d="M${x} ${y}h${width}" stroke="${COLOURS.rule}" stroke-width="2"/>`,
    `<rect x="${x}" y="${y + 9}" width="7" height="${height - 18}" fill="${stripeColour(operator)}"/>`,
    // A word about the draw is below its name.
    canvas.text(name, x + 24, middle + size * (word ? 0.08 : 0.36), { face: 'bold', size, fit: nameFit }),
    word && canvas.text(word, x + 24, middle + size * 0.72, { size: size * 0.55, colour: COLOURS.gold }),
    ...winningRow(canvas, winning, { x: first, y: middle, step, radius, gap: 4 }),
  ].join('')
}
