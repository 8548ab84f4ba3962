import type { LabMark } from '../../../domain/lab/answer.ts'
import { type PathOf, MarkLink } from './mark-link.tsx'
import { AXIS_TEXT, scaleOf, ticksOf } from './scale.ts'
import { itemAt } from '../../../domain/base/lists.ts'

const RADIUS = 4
const STEP = 2 * RADIUS + 1
/** Dots beside each other on a phone. */
const COLUMNS = 36
/** The height above the dots, for the name of the record. */
const HEAD = 26

interface Props {
  marks: readonly LabMark[]
  pathOf: PathOf
  /** The text below the axis. */
  axis: string
}

/**
 * A strip of dots, near counts above each other. The highest count is a ring with its name: the record. A dot is at the
 * middle of its column, which is a few counts wide.
 */
export function Dots({ marks, pathOf, axis }: Props) {
  const counts = marks.map(({ count }) => count)
  const highest = Math.max(...counts)
  const { usual } = itemAt(marks, 0)
  const low = Math.min(...counts, usual?.low ?? Infinity)
  const high = Math.max(low + 1, highest, usual?.high ?? 0)
  const column = Math.ceil((high - low + 1) / COLUMNS)
  const first = Math.floor(low / column)
  const scale = scaleOf(first * column, (Math.floor(high / column) + 1) * column)
  const middles = counts.map((count) => (Math.floor(count / column) + 0.5) * column)
  const places = stacked(middles)
  const base = (Math.max(...places) + 1) * STEP + HEAD
  const record = counts.indexOf(highest)
  const top = base - STEP * itemAt(places, record) - STEP / 2 - 1
  return (
    <svg className="block w-full pb-9" height={base + 36} overflow="visible" aria-hidden="true">
      {usual && (
        <rect x={scale.place(usual.low)} width={scale.between(usual)} height={base} fill="var(--soft)" />
      )}
      <line x2="100%" y1={base} y2={base} stroke="var(--edge)" />
      {marks.map((mark, i) => (
        <MarkLink key={mark.key} mark={mark} pathOf={pathOf}>
          <circle
            cx={scale.place(itemAt(middles, i))}
            cy={base - STEP * itemAt(places, i) - STEP / 2 - 1}
            r={RADIUS}
            fill={i === record ? 'var(--sheet)' : 'var(--brand)'}
            stroke="var(--brand)"
            strokeWidth={i === record ? 2.5 : 0}
          />
        </MarkLink>
      ))}
      <line
        x1={scale.place(itemAt(middles, record))}
        x2={scale.place(itemAt(middles, record))}
        y1="16"
        y2={top - RADIUS - 2}
        stroke="var(--ink)"
      />
      <text
        x={scale.place(itemAt(middles, record))}
        y="12"
        textAnchor="end"
        className={`${AXIS_TEXT} font-bold`}
        fill="var(--ink)"
      >
        {`Record: ${highest} (number ${itemAt(marks, record).label})`}
      </text>
      <g className={AXIS_TEXT} fill="var(--quiet)" textAnchor="middle">
        {ticksOf(scale.low, scale.high, 5).map((tick) => (
          <text key={tick} x={scale.place(tick)} y={base + 15}>
            {tick}
          </text>
        ))}
        <text x="50%" y={base + 32}>
          {axis}
        </text>
      </g>
    </svg>
  )
}

/** For each value how many earlier ones are equal to it. */
function stacked(values: readonly number[]): number[] {
  const seen = new Map<number, number>()
  return values.map((value) => {
    const below = seen.get(value) ?? 0
    seen.set(value, below + 1)
    return below
  })
}
