import { itemAt } from '../../../platform/rules/base/lists.ts'
import { LAB_FIGURES, labFigure, type LabPicture } from '../../rules/lab/figures.ts'
import { rangeWords, roughly } from '../../../draws/rules/luck/words.ts'
import type { LabMark, LabSeries, LabAnswer } from '../../rules/lab/figure.ts'
import { formatCount } from '../../../platform/rules/base/words.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { MethodLink } from '../../../platform/web/ui/method-link.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { SegmentLinks } from '../../../platform/web/ui/segments.tsx'
import { type LabPlace, labPath } from './addresses.ts'
import { Card, FigureTable, ShowTable, LuckRows } from './card.tsx'
import { Columns, Dots, type PathOf } from './charts/columns.tsx'
import { PairMap } from './charts/pair-map.tsx'
import type { ReactNode } from 'react'
import { LuckKey } from '../../../draws/web/luck-bar.tsx'

type Answer = AnswerOf<'GET /api/lab/:figure'>

/** A figure: its picture, the same as a table, and its answer in full with the way it is computed. */
export function FigureView({ answer, place, part }: { answer: Answer; place: LabPlace; part: number }) {
  const { figure, sentences, main, notes } = answer
  const pathOf = pathsOf(place)
  const pictured = answer.series.filter(({ marks }) => marks.length > 0)
  // The rows of the chart are three screens; one is shown at a time.
  const parts = pictured.filter(({ key }) => PARTS[key])
  const chosen = parts.length > 1 ? [parts[part] ?? itemAt(parts, 0)] : pictured
  return (
    <>
      {parts.length > 1 && (
        <SegmentLinks
          label="When"
          options={parts.map(({ key }, i) => ({
            to: labPath(place, null, i),
            text: PARTS[key]!,
            isCurrent: chosen[0]?.key === key,
          }))}
        />
      )}
      <Picture answer={{ ...answer, series: chosen }} place={place} />
      {pictured.length > 0 && (
        <ShowTable>
          {pictured.map((one) => (
            <SeriesTable key={one.key} series={one} pathOf={pathOf} named={pictured.length > 1} />
          ))}
        </ShowTable>
      )}
      <Card title={LAB_FIGURES[figure].question}>
        <p className="mt-1 text-sm text-quiet">{sentences.filter((_, i) => i !== main).join(' ')}</p>
        {notes.map((note) => (
          <p key={note} className="mt-1 text-sm text-quiet">
            {note}
          </p>
        ))}
        <p className="mt-4 mb-1 text-sm">
          <MethodLink of={figure}>How this is computed</MethodLink>
        </p>
      </Card>
    </>
  )
}

/** The series of which one is shown at a time. */
const PARTS: Partial<Record<string, string>> = {
  lag1: 'Next draw',
  lag2: '2 later',
  lag3: '3 later',
  within1: 'Next draw',
  within2: 'Within 2',
  within3: 'Within 3',
}

function SeriesTable({ series, pathOf, named }: { series: LabSeries; pathOf: PathOf; named: boolean }) {
  const { title, counted = 'Came', marks } = series
  const facts = itemAt(marks, 0).facts.map(({ name }) => name)
  return (
    <>
      {named && <h2 className="mt-3 text-label font-bold">{title}</h2>}
      <FigureTable
        caption={title}
        head={[counted, 'Luck', 'Usually', ...facts]}
        rows={marks.map((mark) => ({
          key: mark.key,
          cells: [
            mark.label,
            <Count key="count" mark={mark} to={pathOf(mark)} />,
            roughly(mark.expected),
            rangeWords(mark.usual),
            ...mark.facts.map(({ value }) => value),
          ],
        }))}
      />
    </>
  )
}

function Count({ mark: { count, label }, to }: { mark: LabMark; to: string | null }) {
  if (to === null) return formatCount(count)
  return (
    <PageLink to={to} className="link tap" aria-label={`${formatCount(count)}: the draws of ${label}`}>
      {formatCount(count)}
    </PageLink>
  )
}

interface Props {
  answer: LabAnswer
  place: LabPlace
}

/** From this many counts on, columns replace bars with a name each. */
const MOST_BARS = 12

/** The address of the draws behind each mark. */
const pathsOf =
  (place: LabPlace): PathOf =>
  ({ key, opens }: LabMark) =>
    opens ? labPath(place, { mark: key, page: 1 }) : null

/** The picture of a figure. */
function Picture({ answer, place }: Props) {
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
            Each cell is a pair. The stronger its colour, the more often the pair came:{' '}
            {Math.min(...answer.map)} to {Math.max(...answer.map)} times.
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
            <Columns marks={series.marks} pathOf={pathOf} />
          )}
        </section>
      ))}
      <LegendOf picture={picture} shown={shown} hasOuter={hasOuter} />
    </>
  )
}

/** Whether a series has rows with a name each, not columns side by side. */
const isRows = (picture: LabPicture, { marks }: LabSeries) =>
  picture !== 'strip' && (picture !== 'bars' || marks.length <= MOST_BARS)

/** A pair looked up, in the same draws. */
const pairPath = ({ typed }: LabPlace, a: number, b: number) =>
  labPath({ figure: 'pairs', typed: { ...typed, numbers: `${a}-${b}` } })

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

type Shape = 'band' | 'dashes' | 'dots'

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
  dashes: <path d="M0 6h16" stroke="var(--ink)" strokeWidth="1.5" strokeDasharray="5 3" />,
  dots: <path d="M0 6h16" stroke="var(--ink)" strokeWidth="1.2" strokeDasharray="1.5 3" />,
}
