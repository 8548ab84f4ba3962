import type { LabMark } from '../../../rules/lab/figure.ts'
import type { CountRange } from '../../../../draws/rules/luck/distribution.ts'
import { formatCount } from '../../../../platform/rules/base/words.ts'
import { itemAt } from '../../../../platform/rules/base/lists.ts'
import type { ReactNode } from 'react'
import { PageLink } from '../../../../platform/web/ui/page-link.tsx'

/** Places the values of an axis in percent of the chart's width, which fits every width. Values outside are placed at its ends. */
function scaleOf(low: number, high: number) {
  const percent = (value: number) => 100 * shareOf(value, low, high)
  return {
    low,
    high,
    place: (value: number) => `${round(percent(value))}%`,
    between: (range: CountRange) => `${round(percent(range.high) - percent(range.low))}%`,
  }
}

/** The share of a range that is below a value: 0 to 1. */
const shareOf = (value: number, low: number, high: number): number =>
  high === low ? 0.5 : Math.min(1, Math.max(0, (value - low) / (high - low)))

/** The text of an axis. It grows with the phone's text as far as its labels fit beside each other. */
export const AXIS_TEXT = 'text-[min(0.75rem,3.4vw)]'

/** A length with at most two decimals, which keeps the page short. */
export const round = (length: number): number => Math.round(length * 100) / 100

const STEPS = [1, 2, 2.5, 5, 10]

/** Round whole values from `low` to `high`, at most `most` of them. */
function ticksOf(low: number, high: number, most: number): number[] {
  const rough = (high - low) / most
  const unit = 10 ** Math.floor(Math.log10(rough || 1))
  const found = STEPS.map((step) => step * unit).find((step) => step >= rough && step % 1 === 0)
  const step = Math.max(1, found ?? 1)
  const first = Math.ceil(low / step)
  const count = Math.floor(high / step) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, i) => (first + i) * step)
}

/** The address of the draws behind a mark; null if they cannot be opened. */
export type PathOf = (mark: LabMark) => string | null

interface MarkLinkProps {
  mark: LabMark
  pathOf: PathOf
  children: ReactNode
}

/**
 * A mark of a drawing as a link to its draws. The drawings are hidden from screen readers and left out of the tab order,
 * because the table below each of them has the same links.
 */
function MarkLink({ mark, pathOf, children }: MarkLinkProps) {
  const to = pathOf(mark)
  const title = <title>{`${mark.label}: ${formatCount(mark.count)}`}</title>
  if (to === null)
    return (
      <g>
        {title}
        {children}
      </g>
    )
  return (
    <PageLink to={to} tabIndex={-1}>
      {title}
      {children}
    </PageLink>
  )
}

interface ColumnsProps {
  marks: readonly LabMark[]
  pathOf: PathOf
}

const HEIGHT = 176

/** Counts as columns from zero, of the numbers 1 to 90. Luck is a dashed line with its range. */
export function Columns({ marks, pathOf }: ColumnsProps) {
  const { expected, usual, outer } = itemAt(marks, 0)
  const most = Math.max(1, ...marks.map(({ count }) => count), usual.high, outer?.high ?? 0)
  const y = (value: number) => round(HEIGHT - (HEIGHT * value) / (most * 1.04))
  const width = 100 / marks.length
  return (
    <svg className="block w-full pt-2 pb-5 pl-8" height={HEIGHT + 28} overflow="visible" aria-hidden="true">
      <Band range={usual} y={y} />
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
            opacity="0.6"
          />
        </MarkLink>
      ))}
      <g className={AXIS_TEXT} fill="var(--quiet)" textAnchor="middle">
        {marks.map(
          ({ key, label }, i) =>
            (i === 0 || Number(label) % 10 === 0) && (
              <text key={key} x={`${round(width * (i + 0.5))}%`} y={HEIGHT + 16}>
                {label}
              </text>
            ),
        )}
      </g>
      <Line y={y(expected)} dashes="5 3" width={1.5} />
      {outer && (
        <>
          <Line y={y(outer.high)} dashes="1.5 3" />
          <Line y={y(outer.low)} dashes="1.5 3" />
        </>
      )}
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

const RADIUS = 4
const STEP = 2 * RADIUS + 1
/** Dots beside each other on a phone. */
const COLUMNS = 36
/** The height above the dots, for the name of the record. */
const HEAD = 26

interface DotsProps {
  marks: readonly LabMark[]
  pathOf: PathOf
  /** The text below the axis. */
  axis: string
}

/**
 * A strip of dots, near counts above each other. The highest count is a ring with its name: the record. A dot is at the
 * middle of its column, which is a few counts wide.
 */
export function Dots({ marks, pathOf, axis }: DotsProps) {
  const counts = marks.map(({ count }) => count)
  const highest = Math.max(...counts)
  const { usual } = itemAt(marks, 0)
  const low = Math.min(...counts, usual.low)
  const high = Math.max(low + 1, highest, usual.high)
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
      <rect x={scale.place(usual.low)} width={scale.between(usual)} height={base} fill="var(--soft)" />
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
