import type { ReactNode } from 'react'
import type { LabAnswer, LabMark, LabSeries } from '../../domain/lab/answer.ts'
import { labFigure, type LabPicture } from '../../domain/lab/figures.ts'
import { labPath, type LabPlace } from './addresses.ts'
import { COLUMN_OPACITY, Columns } from './charts/columns.tsx'
import { CountBars } from './charts/count-bars.tsx'
import { Dots } from './charts/dots.tsx'
import { Forest } from './charts/forest.tsx'
import type { PathOf } from './charts/mark-link.tsx'
import { PairMap } from './charts/pair-map.tsx'

interface Props {
  answer: LabAnswer
  place: LabPlace
}

/** From this many counts on, columns replace bars with a name each. */
const MOST_BARS = 12

/** The address of the draws behind each mark. */
export const pathsOf =
  (place: LabPlace): PathOf =>
  ({ key, opens }: LabMark) =>
    opens ? labPath(place, { mark: key, page: 1 }) : null

/** The picture of a figure. */
export function Picture({ answer, place }: Props) {
  const { picture, hasVerdict } = labFigure(answer.figure)
  const pathOf = pathsOf(place)
  const shown = answer.series
  const isJudged = shown.some(({ marks }) => marks.some(({ corrected }) => corrected))
  if (picture === 'forest')
    return (
      <>
        <Forest series={shown} pathOf={pathOf} />
        <Legend>
          {isJudged && <Key shape="band">band for all {marksIn(shown)} tests together</Key>}
          <Key shape="dot">measured, line: 95% alone</Key>
        </Legend>
      </>
    )
  return (
    <>
      {answer.map && (
        <>
          <PairMap counts={answer.map} pathOf={(a, b) => pairPath(place, a, b)} />
          <p className="mt-1 mb-3 text-xs text-quiet">
            Each cell is a pair, stronger the more often it came: {Math.min(...answer.map)} to{' '}
            {Math.max(...answer.map)} times.
          </p>
        </>
      )}
      {shown.map((series) => (
        <section key={series.key} className="not-first:mt-4">
          {(shown.length > 1 || answer.map) && <h3 className="mb-1 text-label font-bold">{series.title}</h3>}
          {picture === 'strip' ? (
            <Dots marks={series.marks} pathOf={pathOf} axis={series.counted ?? ''} />
          ) : isColumns(picture, series) ? (
            <Columns marks={series.marks} pathOf={pathOf} curve={picture === 'histogram'} />
          ) : (
            <CountBars marks={series.marks} pathOf={pathOf} />
          )}
        </section>
      ))}
      <LegendOf picture={picture} shown={shown} isJudged={hasVerdict && isJudged} />
    </>
  )
}

/** Whether a series has columns side by side, not bars with a name each. */
const isColumns = (picture: LabPicture, { marks }: LabSeries) =>
  picture === 'histogram' || (picture === 'bars' && marks.length > MOST_BARS)

const marksIn = (series: readonly LabSeries[]) => series.reduce((sum, { marks }) => sum + marks.length, 0)

/** Both numbers looked up together, in the same draws. */
const pairPath = ({ typed }: LabPlace, a: number, b: number) =>
  labPath({ figure: 'together', typed: { ...typed, numbers: `${a}-${b}` } })

function LegendOf({
  picture,
  shown,
  isJudged,
}: {
  picture: LabPicture
  shown: readonly LabSeries[]
  isJudged: boolean
}) {
  if (shown.length === 0) return null
  if (picture === 'histogram')
    return (
      <Legend>
        <Key shape="column">what came</Key>
        <Key shape="line">luck</Key>
      </Legend>
    )
  if (shown.some((series) => isColumns(picture, series)))
    return (
      <Legend>
        <Key shape="dashes">luck on average</Key>
        <Key shape="dots">luck's usual range</Key>
        {isJudged && <Key shape="band">band for all together</Key>}
      </Legend>
    )
  if (picture === 'strip')
    return isJudged ? (
      <Legend>
        <Key shape="band">band for all together</Key>
      </Legend>
    ) : null
  return (
    <Legend>
      <Key shape="bar">what came</Key>
      {shown.some(({ marks }) => marks.some(({ usual }) => usual)) ? (
        <Key shape="range">luck, with its usual range</Key>
      ) : (
        <Key shape="outline">luck</Key>
      )}
    </Legend>
  )
}

function Legend({ children }: { children: ReactNode }) {
  return <ul className="flex flex-wrap gap-x-4 gap-y-1 py-1 text-xs text-quiet">{children}</ul>
}

type Shape = 'band' | 'dot' | 'bar' | 'column' | 'outline' | 'range' | 'line' | 'dashes' | 'dots'

function Key({ shape, children }: { shape: Shape; children: ReactNode }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <svg width="16" height="12" aria-hidden="true">
        {SHAPES[shape]}
      </svg>
      <span>{children}</span>
    </li>
  )
}

const SHAPES: Record<Shape, ReactNode> = {
  band: <rect x="0.5" y="0.5" width="15" height="11" fill="var(--soft)" stroke="var(--edge)" />,
  dot: (
    <>
      <path d="M0 6h16" stroke="var(--edge)" strokeWidth="2" />
      <circle cx="8" cy="6" r="5" fill="var(--brand)" />
    </>
  ),
  bar: <rect width="16" height="12" fill="var(--brand)" />,
  column: <rect width="16" height="12" fill="var(--brand)" opacity={COLUMN_OPACITY} />,
  outline: <rect x="0.5" y="1.5" width="15" height="9" fill="var(--soft)" stroke="var(--edge)" />,
  range: (
    <>
      <rect x="0.5" y="1.5" width="15" height="9" fill="var(--soft)" stroke="var(--edge)" />
      <path d="M4 6h10" stroke="var(--ink)" strokeWidth="2" />
    </>
  ),
  line: <path d="M0 6h16" stroke="var(--ink)" strokeWidth="1.5" />,
  dashes: <path d="M0 6h16" stroke="var(--ink)" strokeWidth="1.5" strokeDasharray="5 3" />,
  dots: <path d="M0 6h16" stroke="var(--ink)" strokeWidth="1.2" strokeDasharray="1.5 3" />,
}
