import type { ReactNode } from 'react'
import type { LabAnswer, LabMark, LabSeries } from '../../domain/lab/answer.ts'
import { labFigure, type LabPicture } from '../../domain/lab/figures.ts'
import { LuckKey } from '../ui/luck-bar.tsx'
import { labPath, type LabPlace } from './addresses.ts'
import { COLUMN_OPACITY, Columns } from './charts/columns.tsx'
import { Dots } from './charts/dots.tsx'
import { LuckRows } from './charts/luck-rows.tsx'
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
  const { picture } = labFigure(answer.figure)
  const pathOf = pathsOf(place)
  const shown = answer.series
  const hasOuter = shown.some(({ marks }) => marks.some(({ outer }) => outer))
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
      {shown.some((series) => isRows(picture, series)) && (
        <LuckKey value={picture === 'forest' ? 'times luck' : 'what came'} />
      )}
      {shown.map((series, i) => (
        <section key={series.key} className={i > 0 ? 'mt-4' : undefined}>
          {(shown.length > 1 || answer.map) && <h2 className="mb-1 text-label font-bold">{series.title}</h2>}
          {picture === 'strip' ? (
            <Dots marks={series.marks} pathOf={pathOf} axis={series.counted ?? ''} />
          ) : isRows(picture, series) ? (
            <LuckRows marks={series.marks} pathOf={pathOf} asTimes={picture === 'forest'} />
          ) : (
            <Columns marks={series.marks} pathOf={pathOf} curve={picture === 'histogram'} />
          )}
        </section>
      ))}
      <LegendOf picture={picture} shown={shown} hasOuter={hasOuter} />
    </>
  )
}

/** Whether a series has rows with a name each, not columns side by side. */
const isRows = (picture: LabPicture, { marks }: LabSeries) =>
  picture !== 'strip' && picture !== 'histogram' && (picture !== 'bars' || marks.length <= MOST_BARS)

/** Both numbers looked up together, in the same draws. */
const pairPath = ({ typed }: LabPlace, a: number, b: number) =>
  labPath({ figure: 'together', typed: { ...typed, numbers: `${a}-${b}` } })

function LegendOf({
  picture,
  shown,
  hasOuter,
}: {
  picture: LabPicture
  shown: readonly LabSeries[]
  hasOuter: boolean
}) {
  const band = <Key shape="band">19 of 20 by luck</Key>
  if (picture === 'strip') return <Legend>{band}</Legend>
  if (!shown.some((series) => !isRows(picture, series))) return null
  if (picture === 'histogram')
    return (
      <Legend>
        <Key shape="column">what came</Key>
        <Key shape="line">luck</Key>
      </Legend>
    )
  return (
    <Legend>
      <Key shape="dashes">luck on average</Key>
      {band}
      {hasOuter && <Key shape="dots">beyond: unusual by itself</Key>}
    </Legend>
  )
}

function Legend({ children }: { children: ReactNode }) {
  return <ul className="flex flex-wrap gap-x-4 gap-y-1 py-1 text-xs text-quiet">{children}</ul>
}

type Shape = 'band' | 'column' | 'line' | 'dashes' | 'dots'

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
  column: <rect width="16" height="12" fill="var(--brand)" opacity={COLUMN_OPACITY} />,
  line: <path d="M0 6h16" stroke="var(--ink)" strokeWidth="1.5" />,
  dashes: <path d="M0 6h16" stroke="var(--ink)" strokeWidth="1.5" strokeDasharray="5 3" />,
  dots: <path d="M0 6h16" stroke="var(--ink)" strokeWidth="1.2" strokeDasharray="1.5 3" />,
}
