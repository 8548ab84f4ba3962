import { formatCount } from '../../domain/base/words.ts'
import type { FunnelSize } from './funnel-shape.ts'
import type { Points } from './funnel.tsx'

const PHONE: FunnelSize = { width: 310, height: 120 }
const DESKTOP: FunnelSize = { width: 690, height: 140 }
/** Proofs below a thousandth are drawn at the bottom: a line that falls proves nothing. */
const LOWEST = -3
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 8, 10, 8]

/** The proof of a record after each draw, on a scale of powers of ten, below the proof needed. */
export function ProofLine({ points, needed }: { points: Points; needed: number }) {
  return [PHONE, DESKTOP].map((size) => (
    <div key={size.width} className={size === PHONE ? 'md:hidden' : 'hidden md:block'}>
      <Chart points={points} needed={needed} size={size} />
    </div>
  ))
}

function Chart({
  points,
  needed,
  size: { width, height },
}: {
  points: Points
  needed: number
  size: FunnelSize
}) {
  const highest = Math.max(needed * 2, ...points.map(({ proof }) => proof))
  const top = Math.log10(highest)
  const y = (proof: number) => {
    const share = (Math.max(LOWEST, Math.log10(proof)) - LOWEST) / (top - LOWEST)
    return height - BOTTOM - share * (height - TOP - BOTTOM)
  }
  const x = (i: number) => LEFT + (i / Math.max(1, points.length - 1)) * (width - LEFT - RIGHT)
  const line = points.map(({ proof }, i) => `${x(i).toFixed(1)} ${y(proof).toFixed(1)}`).join('L')
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="block h-auto max-w-full"
      role="img"
      aria-label={`The proof after each draw; ${formatCount(needed)} are needed`}
      fontSize="12"
      fill="var(--quiet)"
    >
      {[0.001, 1].map((proof) => (
        <g key={proof}>
          <path d={`M${LEFT} ${y(proof)}H${width - RIGHT}`} stroke="var(--line)" />
          <text x={LEFT - 6} y={y(proof) + 4} textAnchor="end">
            {proof}
          </text>
        </g>
      ))}
      <path d={`M${LEFT} ${y(needed)}H${width - RIGHT}`} stroke="var(--ink)" strokeDasharray="4 3" />
      <text x={LEFT - 6} y={y(needed) + 4} textAnchor="end">
        {formatCount(needed)}
      </text>
      <path d={`M${line}`} fill="none" stroke="var(--brand)" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  )
}
