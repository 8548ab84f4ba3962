import { formatDate, type LagosDate } from '../../domain/base/calendar.ts'
import type { Draw } from '../../domain/draws/draw.ts'
import { type Canvas, COLOURS, EDGE, pictureOf, stripeColour } from './canvas.ts'
import { itemAt } from '../../domain/base/lists.ts'

interface SlipDraw extends Pick<Draw, 'state' | 'winning' | 'machine' | 'serial'> {
  game: { name: string; operator: string }
  date: LagosDate
  sample: boolean
  /** The Lagos date of the last correction; null for a draw that was never corrected. */
  corrected: LagosDate | null
}

/** The centres of five balls, in pixels from the left. */
const PLACES = [140, 370, 600, 830, 1060]
const WINNING_Y = 316
const MACHINE_Y = 486
const NAME_Y = 172
const NAME_SIZE = 96
const DAY_SIZE = 38

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

/** A name with its day at the right. A long name takes the whole line, and the day moves into the note. */
export function namedHeading(
  { text, widthOf }: Canvas,
  name: string,
  day: string,
  source: string,
): { note: string; heading: string } {
  const whole = EDGE.right - EDGE.left
  const beside = whole - widthOf(day, 'plain', DAY_SIZE) - 48
  const isLong = widthOf(name, 'bold', NAME_SIZE) > beside
  const x = EDGE.left - 4
  const heading = text(name, x, NAME_Y, { face: 'bold', size: NAME_SIZE, fit: isLong ? whole : beside })
  return isLong
    ? { note: `${day}, ${source}`, heading }
    : { note: source, heading: heading + text(day, EDGE.right, NAME_Y, { size: DAY_SIZE, anchor: 'end' }) }
}

function sets(canvas: Canvas, { winning, machine }: SlipDraw): string {
  const dashes = (y: number, width: number) =>
    PLACES.slice(1).map((x, i) => canvas.dash((x + itemAt(PLACES, i)) / 2, y, width))
  const isIn = machine.length > 0
  return [
    canvas.label('Winning', EDGE.left, 228, COLOURS.gold),
    ...winning.map((number, i) => canvas.ball(number, itemAt(PLACES, i), WINNING_Y, 66)),
    ...dashes(WINNING_Y, 26),
    canvas.label(isIn ? 'Machine' : 'Machine: not in yet', EDGE.left, 420),
    ...PLACES.map((x, i) => canvas.square(machine[i] ?? null, x, MACHINE_Y, 92)),
    ...(isIn ? dashes(MACHINE_Y, 26) : []),
  ].join('')
}

function stateTag(canvas: Canvas, { state, corrected }: SlipDraw): string {
  if (state === 'unconfirmed') return canvas.tag('Unconfirmed', 222)
  return corrected ? canvas.tag(`Corrected ${formatDate(corrected)}`, 222) : ''
}
