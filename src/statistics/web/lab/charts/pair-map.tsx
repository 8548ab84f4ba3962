import { itemAt } from '../../../../platform/rules/base/lists.ts'
import type { MouseEvent } from 'react'
import { DRAW_LIMITS } from '../../../../platform/rules/base/balls.ts'
import { useLocation } from '../../../../platform/web/ui/location.ts'
import { AXIS_TEXT, round } from './columns.tsx'

interface PairMapProps {
  /** The count of each pair a < b, in the order 1-2, 1-3, ..., 89-90. */
  counts: readonly number[]
  /** The address of a pair's draws. */
  pathOf: (a: number, b: number) => string
}

const { highestBall: HIGHEST } = DRAW_LIMITS
const TICKS = [1, 10, 20, 30, 40, 50, 60, 70, 80, 90]

/**
 * All pairs of 90 numbers as a map, darker for a higher count. One shape for each count keeps 4,005 cells small. Without
 * script the cells are no links: the look-up of numbers opens the same draws.
 */
export function PairMap({ counts, pathOf }: PairMapProps) {
  const [, navigate] = useLocation()
  function open(event: MouseEvent<SVGRectElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const cell = (offset: number, size: number) =>
      Math.min(HIGHEST, Math.floor((offset / size) * HIGHEST) + 1)
    const x = cell(event.clientX - box.left, box.width)
    const y = cell(event.clientY - box.top, box.height)
    if (x !== y) navigate(pathOf(Math.min(x, y), Math.max(x, y)))
  }
  const [least, most] = [Math.min(...counts), Math.max(1, ...counts)]
  return (
    <svg
      className="mx-auto block aspect-square w-full max-w-[40rem] pt-6 pl-6"
      overflow="visible"
      aria-hidden="true"
    >
      {TICKS.map((tick) => (
        <g key={tick} className={AXIS_TEXT} fill="var(--quiet)">
          <text x={`${((tick - 0.5) / HIGHEST) * 100}%`} y="-5" textAnchor="middle">
            {tick}
          </text>
          <text x="-5" y={`${((tick - 0.5) / HIGHEST) * 100}%`} dy="4" textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      <svg viewBox={`0 0 ${HIGHEST} ${HIGHEST}`} shapeRendering="crispEdges">
        <rect width={HIGHEST} height={HIGHEST} fill="var(--paper)" />
        <g id="pairs" stroke="var(--brand)">
          {shapesOf(counts).map(({ count, d }) => (
            <path key={count} d={d} opacity={round((count - least + 1) / (most - least + 1))} />
          ))}
        </g>
        <use href="#pairs" transform="matrix(0 1 1 0 0 0)" />
        <rect width={HIGHEST} height={HIGHEST} fill="transparent" onClick={open} cursor="pointer" />
      </svg>
    </svg>
  )
}

/** One path for each count above zero: a stroke of one cell for each pair a < b. The other half of the map mirrors it. */
function shapesOf(counts: readonly number[]): { count: number; d: string }[] {
  const shapes = new Map<number, string>()
  let i = 0
  for (let a = 1; a <= HIGHEST; a++)
    for (let b = a + 1; b <= HIGHEST; b++) {
      const count = itemAt(counts, i++)
      if (count > 0) shapes.set(count, `${shapes.get(count) ?? ''}M${b - 1} ${a - 0.5}h1`)
    }
  return [...shapes].map(([count, d]) => ({ count, d }))
}
