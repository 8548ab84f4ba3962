import type { LabMark } from '../../../domain/lab/answer.ts'
import type { CountRange } from '../../../domain/luck/distribution.ts'
import { formatCount } from '../../../domain/base/words.ts'
import { MarkLink, type PathOf } from './mark-link.tsx'
import { AXIS_TEXT, round, ticksOf } from './scale.ts'
import { itemAt } from '../../../domain/base/lists.ts'

interface Props {
  marks: readonly LabMark[]
  pathOf: PathOf
  /** Draws the means by luck as a curve, where they differ; else luck is a dashed line with its ranges. */
  curve?: boolean
}

const HEIGHT = 176

/** Of a column inside its own range, for the legend too. */
export const COLUMN_OPACITY = 0.6

/**
 * Counts as columns from zero, of the numbers 1 to 90 or of ranges of sums.
 */
export function Columns({ marks, pathOf, curve = false }: Props) {
  const { expected, usual, outer } = itemAt(marks, 0)
  const most = Math.max(
    1,
    ...marks.map((mark) => Math.max(mark.count, mark.expected ?? 0)),
    curve ? 0 : (usual?.high ?? 0),
    outer?.high ?? 0,
  )
  const y = (value: number) => round(HEIGHT - (HEIGHT * value) / (most * 1.04))
  const width = 100 / marks.length
  return (
    <svg className="block w-full pt-2 pb-5 pl-8" height={HEIGHT + 28} overflow="visible" aria-hidden="true">
      {!curve && usual && <Band range={usual} y={y} />}
      {ticksOf(0, most, 4).map((tick) => (
        <text key={tick} x="-6" y={y(tick) + 4} textAnchor="end" className={AXIS_TEXT} fill="var(--quiet)">
          {formatCount(tick)}
        </text>
      ))}
      {marks.map((mark, i) => (
        <MarkLink key={mark.key} mark={mark} pathOf={pathOf}>
          <rect x={`${round(width * i)}%`} width={`${round(width)}%`} height={HEIGHT} fill="transparent" />
          <rect
            x={`${round(width * (i + 0.1))}%`}
            width={`${round(width * 0.8)}%`}
            y={y(mark.count)}
            height={round(HEIGHT - y(mark.count))}
            fill="var(--brand)"
            opacity={COLUMN_OPACITY}
          />
        </MarkLink>
      ))}
      <g className={AXIS_TEXT} fill="var(--quiet)" textAnchor="middle">
        {marks.map((mark, i) => {
          const value = curve ? mark.key : mark.label
          if (i > 0 && Number(value) % (curve ? 100 : 10) !== 0) return null
          return (
            <text key={mark.key} x={`${round(width * (i + 0.5))}%`} y={HEIGHT + 16}>
              {value}
            </text>
          )
        })}
      </g>
      {!curve && expected !== null && <Line y={y(expected)} dashes="5 3" width={1.5} />}
      {outer && (
        <>
          <Line y={y(outer.high)} dashes="1.5 3" />
          <Line y={y(outer.low)} dashes="1.5 3" />
        </>
      )}
      {curve && <Curve marks={marks} y={y} />}
    </svg>
  )
}

function Band({ range, y }: { range: CountRange; y: (value: number) => number }) {
  const top = y(range.high)
  return <rect width="100%" y={top} height={round(y(range.low) - top)} fill="var(--soft)" />
}

function Line({ y, dashes, width = 1.2 }: { y: number; dashes: string; width?: number }) {
  return (
    <line
      x2="100%"
      y1={y}
      y2={y}
      stroke="var(--ink)"
      strokeWidth={width}
      strokeDasharray={dashes}
      pointerEvents="none"
    />
  )
}

function Curve({ marks, y }: { marks: readonly LabMark[]; y: (value: number) => number }) {
  return (
    <svg
      width="100%"
      height={HEIGHT}
      viewBox={`0 0 ${marks.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      pointerEvents="none"
    >
      <polyline
        points={marks.map(({ expected }, i) => `${i + 0.5},${y(expected ?? 0)}`).join(' ')}
        fill="none"
        stroke="var(--ink)"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
