import { type Canvas, EDGE } from './render.ts'

interface Row {
  /** The centre of its first ball. */
  x: number
  y: number
  step: number
  radius: number
  /** Between a ball and a dash. */
  gap: number
}

/** The numbers of a draw on one line. */
export const winningRow = (canvas: Canvas, winning: readonly number[], row: Row): string[] => [
  ...winning.map((number, i) => canvas.ball(number, row.x + i * row.step, row.y, row.radius)),
  ...(winning.length > 0 ? dashes(canvas, row) : []),
]

/** The dashes between five balls. */
export const dashes = (canvas: Canvas, { x, y, step, radius, gap }: Row): string[] =>
  [0.5, 1.5, 2.5, 3.5].map((i) => canvas.dash(x + i * step, y, step - 2 * (radius + gap)))

const NAME_Y = 174

const NAME_SIZE = 84

const DAY_SIZE = 38

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
