import type { ReactNode } from 'react'
import { LAB_FIGURES } from '../../domain/lab/figures.ts'
import { rangeWords, roughly } from '../../domain/luck/words.ts'
import type { LabMark, LabSeries } from '../../domain/lab/answer.ts'
import { formatCount } from '../../domain/base/words.ts'
import type { AnswerOf } from '../api/call.ts'
import { MethodLink } from '../methods/method-link.tsx'
import { PageLink } from '../ui/page-link.tsx'
import type { LabPlace } from './addresses.ts'
import { Card, FigureTable, ShowTable } from './card.tsx'
import { pathsOf, Picture } from './picture.tsx'
import type { PathOf } from './charts/mark-link.tsx'

type Answer = AnswerOf<'GET /api/lab/:figure'>

/** A figure: the answer in words, its picture, the same as a table, and the way it is computed. */
export function FigureView({
  answer,
  place,
  children,
}: {
  answer: Answer
  place: LabPlace
  children: ReactNode
}) {
  const { figure, sentences, main, notes } = answer
  const pathOf = pathsOf(place)
  const shown = answer.series.filter(({ marks }) => marks.length > 0)
  const [pictured, listed] = [shown.filter(isPictured), shown.filter((one) => !isPictured(one))]
  return (
    <Card title={LAB_FIGURES[figure].question}>
      {children}
      <p className="mt-1 mb-2 text-sm text-quiet">
        {sentences.map((sentence, i) => (
          <Sentence key={sentence} bold={i === main}>
            {sentence}
          </Sentence>
        ))}
      </p>
      <Picture answer={{ ...answer, series: pictured }} place={place} />
      {notes.map((note) => (
        <p key={note} className="mt-1 text-sm text-quiet">
          {note}
        </p>
      ))}
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
      <p className="mt-2 text-sm">
        <MethodLink of={figure}>How this is computed</MethodLink>
      </p>
    </Card>
  )
}

/** A list without luck, such as the numbers of counting weeks, has a table only. */
const isPictured = ({ marks }: LabSeries) => marks.some(({ expected }) => expected !== null)

function Sentence({ bold, children }: { bold: boolean; children: string }) {
  return <>{bold ? <b className="text-ink">{children}</b> : children} </>
}

function SeriesTable({ series, pathOf, named }: { series: LabSeries; pathOf: PathOf; named: boolean }) {
  const { title, counted = 'Came', marks } = series
  const facts = marks[0]!.facts.map(({ name }) => name)
  const hasLuck = isPictured(series)
  return (
    <>
      {named && <h3 className="mt-3 text-label font-bold">{title}</h3>}
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
    <PageLink
      to={to}
      className="link inline-block min-h-6"
      aria-label={`${formatCount(count)}: the draws of ${label}`}
    >
      {formatCount(count)}
    </PageLink>
  )
}
