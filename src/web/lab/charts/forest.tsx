import type { LabMark, LabSeries } from '../../../domain/lab/answer.ts'
import type { CountRange } from '../../../domain/luck/distribution.ts'
import { type PathOf } from './mark-link.tsx'
import { RowLink } from './row-link.tsx'
import { AXIS_TEXT, type Scale, scaleOf, ticksOf } from './scale.ts'

/** A mark with luck's mean and range, as a multiple of that mean. */
interface Row {
  mark: LabMark
  ratio: number
  /** The 95 % line: luck's own range turned around the point, so that it misses luck when the point is outside. */
  line: CountRange
  band: CountRange | null
}

const GRID =
  'grid grid-cols-[min(5.25rem,24vw)_minmax(0,1fr)_min(2.25rem,11vw)] items-center gap-x-2 md:grid-cols-[9rem_minmax(0,1fr)_3rem]'
const HEIGHT = 26

/**
 * Rows of counts against luck: a point with its own 95 % line, luck as a dashed line, and a soft band that allows for all
 * rows.
 */
export function Forest({ series, pathOf }: { series: readonly LabSeries[]; pathOf: PathOf }) {
  const groups = series.map((one) => ({ ...one, rows: one.marks.flatMap(rowOf) }))
  const scale = scaleAround(groups.flatMap(({ rows }) => rows))
  return (
    <div>
      {groups.map(({ key, title, rows }, i) => (
        <section key={key}>
          <h3 className="pt-2 pb-1 text-label font-bold">{title}</h3>
          {i === 0 && <Axis scale={scale} ticks={[1]} name="luck = " />}
          <ol>
            {rows.map((row) => (
              <li key={row.mark.key}>
                <RowLink to={pathOf(row.mark)} className={`${GRID} text-[min(0.8125rem,3.7vw)]`}>
                  <span className="truncate">{row.mark.label}</span>
                  <Line row={row} scale={scale} />
                  <span className="text-right">
                    <span className="visually-hidden">: </span>
                    {row.ratio.toFixed(2)}
                    <span className="visually-hidden"> times luck</span>
                  </span>
                </RowLink>
              </li>
            ))}
          </ol>
        </section>
      ))}
      <Axis scale={scale} ticks={ticksOf(scale.low, scale.high, 5, false)} />
    </div>
  )
}

function rowOf(mark: LabMark): Row[] {
  const { count, expected, usual, corrected } = mark
  if (!expected || !usual) return []
  const line = { low: (count - usual.high) / expected + 1, high: (count - usual.low) / expected + 1 }
  const band = corrected && { low: corrected.low / expected, high: corrected.high / expected }
  return [{ mark, ratio: count / expected, line, band }]
}

function Line({ row: { ratio, line, band }, scale }: { row: Row; scale: Scale }) {
  return (
    <svg width="100%" height={HEIGHT} aria-hidden="true">
      {band && (
        <rect x={scale.place(band.low)} width={scale.between(band)} height="100%" fill="var(--soft)" />
      )}
      <line
        x1={scale.place(1)}
        x2={scale.place(1)}
        y2="100%"
        stroke="var(--ink)"
        strokeWidth="1.5"
        strokeDasharray="4 2.5"
      />
      <line
        x1={scale.place(line.low)}
        x2={scale.place(line.high)}
        y1="50%"
        y2="50%"
        stroke="var(--edge)"
        strokeWidth="2"
      />
      <circle cx={scale.place(ratio)} cy="50%" r="5" fill="var(--brand)" />
    </svg>
  )
}

function Axis({ scale, ticks, name = '' }: { scale: Scale; ticks: readonly number[]; name?: string }) {
  return (
    <div className={GRID} aria-hidden="true">
      <svg className="col-start-2" width="100%" height="20" overflow="visible">
        {ticks.map((tick) => (
          <text
            key={tick}
            x={scale.place(tick)}
            y="14"
            textAnchor="middle"
            className={AXIS_TEXT}
            fill={name ? 'var(--ink)' : 'var(--quiet)'}
          >
            {name}
            {tick.toFixed(2)}
          </text>
        ))}
      </svg>
    </div>
  )
}

/** Wide enough for every line and band, with a margin on both sides. */
function scaleAround(rows: readonly Row[]): Scale {
  const ends = rows.flatMap(({ line, band }) => [line.low, line.high, ...(band ? [band.low, band.high] : [])])
  const [low, high] = [Math.min(1, ...ends), Math.max(1, ...ends)]
  const margin = (high - low) * 0.03 || 0.1
  return scaleOf(low - margin, high + margin)
}
