import { formatDate } from '../../domain/base/calendar.ts'
import { formatCount } from '../../domain/base/words.ts'
import { publicDrawPath } from '../../domain/site/paths.ts'
import type { AnswerOf } from '../api/call.ts'
import { itemAt } from '../../domain/base/lists.ts'

export type Points = NonNullable<AnswerOf<'GET /api/public/record'>['figures']>['funnel']

/** Drawn at its real size for a phone and for a desktop, so that its texts are never shrunken. */
const PHONE: FunnelSize = { width: 310, height: 220 }
const DESKTOP: FunnelSize = { width: 690, height: 280 }

/** The share of the forecast numbers that came after each draw, inside the funnel of luck. */
export function Funnel({ points }: { points: Points }) {
  return (
    <>
      <div className="md:hidden">
        <Chart points={points} size={PHONE} />
      </div>
      <div className="hidden md:block">
        <Chart points={points} size={DESKTOP} />
      </div>
    </>
  )
}

function Chart({ points, size: { width, height } }: { points: Points; size: FunnelSize }) {
  const { band, line, luckY, plot, shares, places, marks } = funnelShape(points, { width, height })
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="block h-auto max-w-full"
      role="group"
      aria-label="Share of the forecast numbers that came after each draw, inside the usual range of luck"
      fontSize="12"
      fill="var(--quiet)"
    >
      <path d={band} fill="var(--soft)" />
      {shares.map(({ label, y }) => (
        <g key={label}>
          <path d={`M${plot.left} ${y}H${plot.right}`} stroke="var(--line)" />
          <text x={plot.left - 6} y={y + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {places.map(({ label, x }) => (
        <text key={label} x={x} y={height - 8} textAnchor="middle">
          {label}
        </text>
      ))}
      <path d={`M${plot.left} ${luckY}H${plot.right}`} stroke="var(--ink)" strokeDasharray="4 3" />
      <path d={line} fill="none" stroke="var(--brand)" strokeWidth="2" strokeLinejoin="round" />
      {marks.map(({ point, x, y }) => (
        <Mark key={point.place} point={point} x={x} y={y} />
      ))}
    </svg>
  )
}

/** A draw on the line. It opens the draw where it has a page. */
function Mark({ point, x, y }: { point: Points[number]; x: number; y: number }) {
  const { draw, hits, forecast } = point
  const dot = <circle cx={x} cy={y} r="3.5" fill="var(--brand)" stroke="var(--sheet)" />
  if (draw.publicId === null) return dot
  const name = `${draw.name}, ${formatDate(draw.date)}: ${hits} of ${formatCount(forecast)} came`
  return (
    <a href={publicDrawPath(draw.publicId)} aria-label={name}>
      <title>{name}</title>
      <circle cx={x} cy={y} r="12" fill="transparent" />
      {dot}
    </a>
  )
}

/** What the lines are, in the order of the chart. */
export function FunnelKey() {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-quiet">
      <li className="inline-flex items-center gap-1.5">
        <svg width="22" height="4" aria-hidden="true">
          <path d="M0 2h22" stroke="var(--brand)" strokeWidth="3" />
        </svg>
        Our forecasts
      </li>
      <li className="inline-flex items-center gap-1.5">
        <svg width="22" height="4" aria-hidden="true">
          <path d="M0 2h22" stroke="var(--ink)" strokeDasharray="4 3" />
        </svg>
        Luck, 5.6%
      </li>
      <li className="inline-flex items-center gap-1.5">
        <svg width="22" height="12" aria-hidden="true">
          <path d="M0 0h22v12H0z" fill="var(--soft)" stroke="var(--line)" />
        </svg>
        Usual range of luck
      </li>
    </ul>
  )
}

/** Where the funnel's lines and marks are, for a chart of a real size in pixels. */

interface Point {
  /** 1 for the first draw. */
  place: number
  came: number
  numbers: number
  expected: number
  usual: { low: number; high: number }
}

export interface FunnelSize {
  width: number
  height: number
}

/** Room for the labels of the axes. */
const LEFT = 36
const RIGHT = 8
const TOP = 10
const BOTTOM = 26
/** Marks are links, so each has the room of a target. */
const MARK_PX = 24
/** The heights of the axis and the steps of its labels, in percent of the forecast numbers that came. */
const AXES = [
  { top: 10, step: 5 },
  { top: 15, step: 5 },
  { top: 20, step: 5 },
  { top: 30, step: 10 },
  { top: 40, step: 10 },
  { top: 60, step: 20 },
  { top: 100, step: 25 },
] as const

interface FunnelShape<P extends Point> {
  band: string
  line: string
  /** The height of luck. */
  luckY: number
  plot: { left: number; right: number; top: number; bottom: number }
  shares: { label: string; y: number }[]
  places: { label: string; x: number }[]
  marks: { point: P; x: number; y: number }[]
}

/** The shape of a funnel. Values above the axis are cut off at its top. */
function funnelShape<P extends Point>(points: readonly P[], { width, height }: FunnelSize): FunnelShape<P> {
  const plot = { left: LEFT, right: width - RIGHT, top: TOP, bottom: height - BOTTOM }
  const last = itemAt(points, -1).place
  const { top, step } = axisOf(points, last)
  const x = (place: number) =>
    last === 1
      ? (plot.left + plot.right) / 2
      : plot.left + ((place - 1) / (last - 1)) * (plot.right - plot.left)
  const y = (share: number) => plot.bottom - Math.min(1, (share * 100) / top) * (plot.bottom - plot.top)
  const dotAt = (point: P, count: number) => `${rounded(x(point.place))} ${rounded(y(count / point.numbers))}`
  const high = points.map((point) => dotAt(point, point.usual.high))
  const low = points.map((point) => dotAt(point, point.usual.low))
  return {
    band: `M${[...high, ...low.reverse()].join('L')}Z`,
    line: `M${points.map((point) => dotAt(point, point.came)).join('L')}`,
    luckY: rounded(y(LUCK)),
    plot,
    shares: Array.from({ length: top / step + 1 }, (_, i) => ({
      label: `${i * step}%`,
      y: rounded(y((i * step) / 100)),
    })),
    places: ticks(last).map((place) => ({ label: String(place), x: rounded(x(place)) })),
    marks: marked(points, Math.floor((plot.right - plot.left) / MARK_PX)).map((point) => ({
      point,
      x: rounded(x(point.place)),
      y: rounded(y(point.came / point.numbers)),
    })),
  }
}

/** The share of all numbers that are drawn: 5 of 90. */
const LUCK = 5 / 90

const rounded = (value: number) => Math.round(value * 10) / 10

/** The lowest height that holds the funnel and the line, but for the first tenth, where a share says nothing. */
function axisOf(points: readonly Point[], last: number): (typeof AXES)[number] {
  const settled = points.filter(({ place }) => place > last / 10)
  const highest = Math.max(...settled.map(({ came, usual, numbers }) => Math.max(came, usual.high) / numbers))
  return AXES.find(({ top }) => top >= highest * 100) ?? itemAt(AXES, -1)
}

/** At most four round numbers up to the last draw. */
function ticks(last: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000].find(
    (one) => last / one <= 4.5,
  )!
  return Array.from({ length: Math.floor(last / step) }, (_, i) => (i + 1) * step)
}

/** The points that are marked, evenly spaced, the last among them. */
function marked<P>(points: readonly P[], most: number): P[] {
  const step = Math.ceil(points.length / most)
  return points.filter((_, i) => (points.length - 1 - i) % step === 0)
}
