import type { ReactNode } from 'react'
import { formatDate } from '../../../platform/rules/base/calendar.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { formatCount } from '../../../platform/rules/base/words.ts'
import { publicDrawPath } from '../../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'

type Points = NonNullable<AnswerOf<'GET /api/public/record'>['figures']>['funnel']

interface ChartProps {
  label: string
  role: 'img' | 'group'
  /** In pixels, on a phone and on a desktop. */
  heights: readonly [number, number]
  render: (width: number, height: number) => ReactNode
}

/** A chart, drawn at its real size for a phone and for a desktop, so that its texts are never shrunken. */
function Chart({ label, role, heights, render }: ChartProps) {
  return ([310, 690] as const).map((width, i) => (
    <div key={width} className={i === 0 ? 'md:hidden' : 'hidden md:block'}>
      <svg
        width={width}
        height={heights[i]}
        viewBox={`0 0 ${width} ${heights[i]}`}
        className="block h-auto max-w-full"
        role={role}
        aria-label={label}
        fontSize="12"
        fill="var(--quiet)"
      >
        {render(width, heights[i]!)}
      </svg>
    </div>
  ))
}

interface LevelProps {
  y: number
  left: number
  right: number
  label?: ReactNode
  isDashed?: boolean
}

/** A level of a chart with its label. What is compared is dashed. */
const Level = ({ y, left, right, label, isDashed = false }: LevelProps) => (
  <>
    <path
      d={`M${left} ${y}H${right}`}
      stroke={isDashed ? 'var(--ink)' : 'var(--line)'}
      strokeDasharray={isDashed ? '4 3' : undefined}
    />
    <text x={left - 6} y={y + 4} textAnchor="end">
      {label}
    </text>
  </>
)

const Line = ({ points }: { points: readonly string[] }) => (
  <path d={`M${points.join('L')}`} fill="none" stroke="var(--brand)" strokeWidth="2" strokeLinejoin="round" />
)

/** Proofs below a thousandth are drawn at the bottom: a line that falls proves nothing. */
const LOWEST = -3

/** The proof of a record after each draw, on a scale of powers of ten, below the proof needed. */
export function ProofLine({ points, needed }: { points: Points; needed: number }) {
  const top = Math.log10(Math.max(needed * 2, ...points.map(({ proof }) => proof)))
  return (
    <Chart
      label={`The proof after each draw; ${formatCount(needed)} are needed`}
      role="img"
      heights={[120, 140]}
      render={(width, height) => {
        const [left, right] = [52, width - 8]
        const share = (proof: number) => (Math.max(LOWEST, Math.log10(proof)) - LOWEST) / (top - LOWEST)
        const y = (proof: number) => height - 8 - share(proof) * (height - 18)
        const x = (i: number) => left + (i / Math.max(1, points.length - 1)) * (right - left)
        return (
          <>
            {[0.001, 1].map((proof) => (
              <Level key={proof} y={y(proof)} left={left} right={right} label={proof} />
            ))}
            <Level y={y(needed)} left={left} right={right} label={formatCount(needed)} isDashed />
            <Line points={points.map(({ proof }, i) => `${x(i).toFixed(1)} ${y(proof).toFixed(1)}`)} />
          </>
        )
      }}
    />
  )
}

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

/** The share of all numbers that are drawn: 5 of 90. */
const LUCK = 5 / 90

/** The share of the forecast numbers that came after each draw, inside the funnel of luck. */
export function Funnel({ points }: { points: Points }) {
  const last = itemAt(points, -1).place
  const { top, step } = axisOf(points, last)
  return (
    <Chart
      label="Share of the forecast numbers that came after each draw, inside the usual range of luck"
      role="group"
      heights={[220, 280]}
      render={(width, height) => {
        const [left, right, bottom] = [36, width - 8, height - 26]
        const x = (place: number) =>
          rounded(last === 1 ? (left + right) / 2 : left + ((place - 1) / (last - 1)) * (right - left))
        // Values above the axis are cut off at its top.
        const y = (share: number) => rounded(bottom - Math.min(1, (share * 100) / top) * (bottom - 10))
        const dotAt = ({ place, numbers }: Points[number], count: number) =>
          `${x(place)} ${y(count / numbers)}`
        const high = points.map((point) => dotAt(point, point.usual.high))
        const low = points.map((point) => dotAt(point, point.usual.low)).reverse()
        return (
          <>
            <path d={`M${[...high, ...low].join('L')}Z`} fill="var(--soft)" />
            {Array.from({ length: top / step + 1 }, (_, i) => (
              <Level key={i} y={y((i * step) / 100)} left={left} right={right} label={`${i * step}%`} />
            ))}
            {ticks(last).map((place) => (
              <text key={place} x={x(place)} y={height - 8} textAnchor="middle">
                {place}
              </text>
            ))}
            <Level y={y(LUCK)} left={left} right={right} isDashed />
            <Line points={points.map((point) => dotAt(point, point.came))} />
            {marked(points, Math.floor((right - left) / MARK_PX)).map((point) => (
              <Mark key={point.place} point={point} x={x(point.place)} y={y(point.came / point.numbers)} />
            ))}
          </>
        )
      }}
    />
  )
}

const rounded = (value: number) => Math.round(value * 10) / 10

/** The lowest height that holds the funnel and the line, but for the first tenth, where a share says nothing. */
function axisOf(points: Points, last: number): (typeof AXES)[number] {
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

/** A draw on the line. It opens the draw where it has a page. */
function Mark({ point, x, y }: { point: Points[number]; x: number; y: number }) {
  const { draw, hits, forecast } = point
  const dot = <circle cx={x} cy={y} r="3.5" fill="var(--brand)" stroke="var(--sheet)" />
  if (draw.page === null) return dot
  const name = `${draw.name}, ${formatDate(draw.date)}: ${hits} of ${formatCount(forecast)} came`
  return (
    <a href={publicDrawPath(draw.page)} aria-label={name}>
      <title>{name}</title>
      <circle cx={x} cy={y} r="12" fill="transparent" />
      {dot}
    </a>
  )
}

const KEY = [
  ['Our forecasts', <path key="" d="M0 6h22" stroke="var(--brand)" strokeWidth="3" />],
  ['Luck, 5.6%', <path key="" d="M0 6h22" stroke="var(--ink)" strokeDasharray="4 3" />],
  ['Usual range of luck', <path key="" d="M0 0h22v12H0z" fill="var(--soft)" stroke="var(--line)" />],
] as const

/** What the lines are, in the order of the chart. */
export const FunnelKey = () => (
  <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-quiet">
    {KEY.map(([name, sample]) => (
      <li key={name} className="inline-flex items-center gap-1.5">
        <svg width="22" height="12" aria-hidden="true">
          {sample}
        </svg>
        {name}
      </li>
    ))}
  </ul>
)
