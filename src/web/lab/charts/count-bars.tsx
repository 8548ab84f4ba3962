import type { LabMark } from '../../../domain/lab/answer.ts'
import { roughly } from '../../../domain/luck/words.ts'
import { formatCount } from '../../../domain/base/words.ts'
import type { PathOf } from './mark-link.tsx'
import { RowLink } from './row-link.tsx'
import { type Scale, scaleOf } from './scale.ts'

const GRID =
  'grid grid-cols-[min(5.5rem,26vw)_minmax(0,1fr)_min(3.75rem,22vw)] items-center gap-x-2 py-0.5 md:grid-cols-[10rem_minmax(0,1fr)_5rem]'
const HEIGHT = 26

/** Two bars for each count: what came, solid, and what luck gives, outlined, with luck's range as a line. */
export function CountBars({ marks, pathOf }: { marks: readonly LabMark[]; pathOf: PathOf }) {
  const most = Math.max(
    1,
    ...marks.map(({ count, expected, usual }) => Math.max(count, expected ?? 0, usual?.high ?? 0)),
  )
  const scale = scaleOf(0, most * 1.02)
  return (
    <ol>
      {marks.map((mark) => (
        <li key={mark.key}>
          <RowLink to={pathOf(mark)} className={`${GRID} text-label`}>
            <span className="min-w-0">{mark.label}</span>
            <Bars mark={mark} scale={scale} />
            <span className="text-right leading-tight">
              <span className="visually-hidden">: </span>
              <b>{formatCount(mark.count)}</b>
              {mark.expected !== null && (
                <span className="block text-xs text-quiet">luck {roughly(mark.expected)}</span>
              )}
            </span>
          </RowLink>
        </li>
      ))}
    </ol>
  )
}

function Bars({ mark: { count, expected, usual }, scale }: { mark: LabMark; scale: Scale }) {
  return (
    <svg width="100%" height={HEIGHT} aria-hidden="true">
      <rect y="2" width={scale.place(count)} height="12" fill="var(--brand)" />
      {expected !== null && (
        <rect y="14.5" width={scale.place(expected)} height="9" fill="var(--soft)" stroke="var(--edge)" />
      )}
      {usual && (
        <line
          x1={scale.place(usual.low)}
          x2={scale.place(usual.high)}
          y1="19"
          y2="19"
          stroke="var(--ink)"
          strokeWidth="2"
        />
      )}
    </svg>
  )
}
