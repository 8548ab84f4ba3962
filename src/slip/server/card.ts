import { formatDate, type LagosDate } from '../../platform/rules/base/calendar.ts'
import { NOTES } from '../../platform/rules/base/messages.ts'
import { knownAs } from '../../draws/rules/operators.ts'
import { type Canvas, COLOURS, stripeColour } from '../../reach/server/share/render.ts'
import type { CardWords } from '../rules/card.ts'

/** The shapes of the picture: the square for chats, the wide one for posts with a preview. */
export const CARD_SHAPES = ['square', 'wide'] as const
export type CardShape = (typeof CARD_SHAPES)[number]

/** A text's place and size. */
type Place = readonly [x: number, y: number, size: number]

/** Where a shape has its parts, in pixels: with the gold ground of a win, and without. */
interface Layout {
  size: readonly [width: number, height: number]
  /** Of what stands on deep. */
  edges: readonly [left: number, right: number]
  /** The gold ground from the upper left corner, and the operator's stripe. */
  gold: readonly [width: number, height: number] | null
  stripe: readonly [x: number, y: number, width: number]
  mark: readonly [x: number, y: number, scale: number]
  product: Place
  /** The middle of 18+. */
  adults: Place
  heading: Place
  amount: Place
  bet: Place
  /** The game; its date stands at the right of it, or after it. */
  game: Place
  date: readonly [y: number, size: number]
  note: Place | null
  rules: readonly number[]
  mine: readonly [labelX: number, x: number, y: number, radius: number, step: number]
  came: readonly [labelY: number, x: number, y: number, radius: number, step: number]
  foot: readonly [y: number, size: number, chance: number, fit: number]
}

const SQUARE: Layout = {
  size: [1080, 1080],
  edges: [64, 1016],
  gold: [1080, 424],
  stripe: [0, 424, 14],
  mark: [58, 36, 2.1],
  product: [144, 84, 40],
  adults: [967, 82, 30],
  heading: [64, 186, 60],
  amount: [58, 326, 160],
  bet: [64, 396, 38],
  game: [61, 526, 84],
  date: [526, 40],
  note: [64, 574, 32],
  rules: [988],
  mine: [64, 330, 652, 44, 108],
  came: [736, 156, 858, 74, 192],
  foot: [1042, 32, 28, 450],
}
const WIDE: Layout = {
  size: [1200, 630],
  edges: [456, 1136],
  gold: [400, 630],
  stripe: [400, 0, 12],
  mark: [44, 40, 1.6],
  product: [110, 78, 32],
  adults: [88, 576, 26],
  heading: [48, 274, 50],
  amount: [45, 370, 76],
  bet: [48, 426, 30],
  game: [454, 100, 66],
  date: [100, 32],
  note: [456, 146, 27],
  rules: [184],
  mine: [456, 652, 260, 36, 84],
  came: [359, 521, 440, 52, 137.5],
  foot: [596, 28, 23, 290],
}
const LAYOUTS: Record<CardShape, { win: Layout; plain: Layout }> = {
  square: {
    win: SQUARE,
    plain: {
      ...SQUARE,
      gold: null,
      stripe: [0, 128, 14],
      heading: [61, 244, 84],
      game: [61, 352, 64],
      date: [352, 40],
      note: [64, 404, 32],
      rules: [452, 988],
      mine: [64, 330, 552, 44, 108],
      came: [678, 156, 800, 74, 192],
    },
  },
  wide: {
    win: WIDE,
    plain: {
      ...WIDE,
      edges: [64, 1136],
      gold: null,
      stripe: [0, 0, 12],
      mark: [60, 34, 1.6],
      product: [128, 72, 32],
      adults: [1096, 66, 26],
      heading: [62, 160, 62],
      game: [64, 212, 32],
      date: [212, 32],
      note: null,
      rules: [],
      mine: [64, 260, 284, 38, 88],
      came: [369, 149, 470, 68, 225.5],
      foot: [596, 28, 23, 500],
    },
  },
}

export interface CardDrawing {
  words: CardWords
  numbers: readonly number[]
  came: readonly number[]
  draw: {
    game: string
    operator: string
    serial: number | null
    date: LagosDate
    winning: readonly number[]
    sample: boolean
  }
  /** The draw's page without its scheme. */
  address: string
}

/** A player's numbers beside a draw, as a picture. A win with its amount has a gold ground. */
export function cardPicture(
  canvas: Canvas,
  { words, numbers, came, draw, address }: CardDrawing,
  shape: CardShape,
): string {
  const isGold = words.amount !== null
  const layout = LAYOUTS[shape][isGold ? 'win' : 'plain']
  const [width, height] = layout.size
  const [left, right] = layout.edges
  const top = isGold ? COLOURS.ink : COLOURS.white
  const edge = isGold ? COLOURS.ink : COLOURS.quiet
  const set = (content: string, [x, y, size]: Place, more: Partial<Parameters<Canvas['text']>[3]> = {}) =>
    canvas.text(content, x, y, { size, ...more })
  /** The widest line of what was won. */
  const goldFit = layout.gold ? layout.gold[0] - 2 * layout.bet[0] + 8 : right - left
  const date = formatDate(draw.date)
  const [dateY, dateSize] = layout.date
  const dateWidth = canvas.widthOf(date, 'plain', dateSize)
  const [markX, markY, scale] = layout.mark
  const [adultsX, adultsY, adultsSize] = layout.adults
  const [labelX, , mineY] = layout.mine
  const [cameLabelY, ballX, ballY, radius, step] = layout.came
  const [footY, addressSize, chanceSize, chanceFit] = layout.foot
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${COLOURS.deep}"/>`,
    layout.gold ? `<rect width="${layout.gold[0]}" height="${layout.gold[1]}" fill="${COLOURS.gold}"/>` : '',
    `<rect x="${layout.stripe[0]}" y="${layout.stripe[1]}" width="${layout.stripe[2]}" height="${height}" fill="${stripeColour(draw.operator)}"/>`,
    `<g transform="translate(${markX} ${markY}) scale(${scale})"><rect x="16" y="16" width="13" height="13" rx="4" fill="none" stroke="${isGold ? COLOURS.ink : COLOURS.gold}" stroke-width="3"/><circle cx="11" cy="11" r="9" fill="${top}"/></g>`,
    set('Lotto Forecast', layout.product, { face: 'bold', colour: top }),
    `<rect x="${adultsX - adultsSize * 1.65}" y="${adultsY - adultsSize * 1.3}" width="${adultsSize * 3.3}" height="${adultsSize * 1.9}" rx="${adultsSize * 0.95}" fill="none" stroke="${edge}" stroke-width="3"/>`,
    set(NOTES.adults, layout.adults, { face: 'bold', colour: top, anchor: 'middle' }),
    set(words.heading, layout.heading, { face: 'bold', colour: top, fit: goldFit }),
    ...(words.amount === null
      ? []
      : [
          set(words.amount, layout.amount, { face: 'bold', colour: top, fit: goldFit }),
          set(words.bet ?? '', layout.bet, { colour: top, fit: goldFit }),
        ]),
    ...(layout.note
      ? [
          set(draw.game, layout.game, { face: 'bold', fit: right - left - dateWidth - 24 }),
          canvas.text(date, right, dateY, { size: dateSize, anchor: 'end' }),
          set(sourceOf(draw), layout.note, { colour: COLOURS.quiet, fit: right - left }),
        ]
      : [set(`${draw.game}, ${date}`, layout.game, { fit: right - left })]),
    ...layout.rules.map(
      (y) => `<path d="M${left} ${y}H${right}" stroke="${COLOURS.rule}" stroke-width="3"/>`,
    ),
    canvas.label('My numbers', labelX, mineY + 9, COLOURS.gold),
    ...ownNumbers(canvas, { numbers, came, layout }),
    canvas.label('Came', left, cameLabelY),
    ...draw.winning.map((number, i) =>
      canvas.ball(number, Math.round(ballX + i * step), ballY, radius, came.includes(number)),
    ),
    canvas.text(address, left, footY, {
      face: 'bold',
      size: addressSize,
      fit: right - left - chanceFit - 24,
    }),
    canvas.text(draw.sample ? 'Sample data, not real results.' : words.chance, right, footY, {
      size: chanceSize,
      colour: draw.sample ? COLOURS.gold : COLOURS.quiet,
      anchor: 'end',
      fit: chanceFit,
    }),
    words.kept === null || numbers.length > MOST_BESIDE_KEPT
      ? ''
      : keptNote(canvas, `Kept ${words.kept}`, right, mineY, chanceSize),
    '</svg>',
  ].join('')
}

/** `Premier Lotto (Baba Ijebu), S/N 94` */
const sourceOf = ({ operator, serial }: CardDrawing['draw']) =>
  [knownAs(operator), serial !== null && `S/N ${serial}`].filter(Boolean).join(', ')

/** More numbers take the room of the line that says when they were kept. */
const MOST_BESIDE_KEPT = 3

const keptNote = ({ text, widthOf }: Canvas, kept: string, right: number, y: number, size: number) =>
  [
    `<path d="M${right - widthOf(kept, 'plain', size) - 38} ${y - 16}l7 7 15-16" fill="none" stroke="${COLOURS.gold}" stroke-width="4"/>`,
    text(kept, right, y - 6, { size, anchor: 'end' }),
    text('before the draw', right, y + 6 + size * 0.93, { size, colour: COLOURS.quiet, anchor: 'end' }),
  ].join('')

/** Outlined numbers, gold where they came; more than five are smaller. */
function ownNumbers(
  canvas: Canvas,
  { numbers, came, layout }: { numbers: readonly number[]; came: readonly number[]; layout: Layout },
): string[] {
  const [, x, y, large, apart] = layout.mine
  const count = numbers.length
  const radius = count <= 5 ? large : Math.round(large * (count <= 8 ? 0.75 : 0.66))
  const step = Math.min(apart, (layout.edges[1] - x - 2 * radius) / Math.max(1, count - 1))
  const size = Math.min(radius, step / 2 - 5)
  return numbers.map((number, i) => {
    const at = Math.round(x + radius + i * step)
    const [line, colour] = came.includes(number)
      ? [COLOURS.gold, COLOURS.white]
      : [COLOURS.quiet, COLOURS.quiet]
    return `<circle cx="${at}" cy="${y}" r="${size}" fill="none" stroke="${line}" stroke-width="5"/>${canvas.text(String(number), at, y + size * 0.38, { face: 'bold', size: size * 1.04, anchor: 'middle', colour })}`
  })
}
