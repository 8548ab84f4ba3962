import { LAB_FIGURES } from '../../domain/lab/figures.ts'
import { rangeWords, roughly } from '../../domain/luck/words.ts'
import type { LabMark, LabSeries } from '../../domain/lab/answer.ts'
import { formatCount } from '../../domain/base/words.ts'
import type { AnswerOf } from '../api/call.ts'
import { MethodLink } from '../methods/method-link.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { SegmentLinks } from '../ui/segments.tsx'
import { type LabPlace, labPath } from './addresses.ts'
import { Card, FigureTable, ShowTable } from './card.tsx'
import { pathsOf, Picture } from './picture.tsx'
import type { PathOf } from './charts/mark-link.tsx'

type Answer = AnswerOf<'GET /api/lab/:figure'>

/** A figure: its picture, the same as a table, and its answer in full with the way it is computed. */
export function FigureView({ answer, place, part }: { answer: Answer; place: LabPlace; part: number }) {
  const { figure, sentences, main, notes } = answer
  const pathOf = pathsOf(place)
  const shown = answer.series.filter(({ marks }) => marks.length > 0)
  const [pictured, listed] = [shown.filter(isPictured), shown.filter((one) => !isPictured(one))]
  // The rows of the chart are three screens; one is shown at a time.
  const parts = pictured.filter(({ key }) => PARTS[key])
  const chosen = parts.length > 1 ? [parts[part] ?? parts[0]!] : pictured
  return (
    <>
      {parts.length > 1 && (
        <SegmentLinks
          label="When"
          options={parts.map(({ key }, i) => ({
            to: labPath(place, null, i),
            text: PARTS[key]!,
            isCurrent: chosen[0]!.key === key,
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
      {listed.map((one) => (
        <SeriesTable key={one.key} series={one} pathOf={pathOf} named />
      ))}
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

/** A list without luck, such as the numbers of counting weeks, has a table only. */
const isPictured = ({ marks }: LabSeries) => marks.some(({ expected }) => expected !== null)

function SeriesTable({ series, pathOf, named }: { series: LabSeries; pathOf: PathOf; named: boolean }) {
  const { title, counted = 'Came', marks } = series
  const facts = marks[0]!.facts.map(({ name }) => name)
  const hasLuck = isPictured(series)
  return (
    <>
      {named && <h2 className="mt-3 text-label font-bold">{title}</h2>}
      <FigureTable
        caption={title}
        head={[counted, ...(hasLuck ? ['Luck', 'Usually'] : []), ...facts]}
        rows={marks.map((mark) => ({
          key: mark.key,
          cells: [
            mark.label,
            <Count key="count" mark={mark} to={pathOf(mark)} />,
            ...(hasLuck ? luckOf(mark) : []),
            ...mark.facts.map(({ value }) => value),
          ],
        }))}
      />
    </>
  )
}

const luckOf = ({ expected, usual }: LabMark) => [
  expected === null ? '–' : roughly(expected),
  usual ? rangeWords(usual) : '–',
]

function Count({ mark: { count, label }, to }: { mark: LabMark; to: string | null }) {
  if (to === null) return formatCount(count)
  return (
    <PageLink to={to} className="link tap" aria-label={`${formatCount(count)}: the draws of ${label}`}>
      {formatCount(count)}
    </PageLink>
  )
}
