import { formatDate } from '../../domain/base/calendar.ts'
import { formatCount } from '../../domain/base/words.ts'
import { publicDrawPath } from '../../domain/site/paths.ts'
import type { AnswerOf } from '../api/call.ts'
import { type FunnelSize, funnelShape } from './funnel-shape.ts'

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
