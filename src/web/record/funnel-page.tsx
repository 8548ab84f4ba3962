import { formatDate } from '../../domain/base/calendar.ts'
import { proofWords } from '../../domain/luck/evidence.ts'
import { rangeWords, roughly } from '../../domain/luck/words.ts'
import { formatCount } from '../../domain/base/words.ts'
import { PATHS, publicDrawPath } from '../../domain/site/paths.ts'
import type { Answers } from '../api/answers.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import type { Head as DocumentHead, Trail } from '../site/page.ts'
import { Breadcrumbs } from '../site/breadcrumbs.tsx'
import { useSearch } from '../ui/location.ts'
import { Failure } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { answerAt, callOf, funnelAddress, recordAddress } from './addresses.ts'
import { SampleNote } from './log-note.tsx'
import { DataTable } from '../ui/data-table.tsx'

const FUNNEL = '/api/public/record/funnel'
type FunnelAnswer = AnswerOf<'GET /api/public/record/funnel'>

export const parameters = ['of', 'after']

export const calls = (search: URLSearchParams) => [callOf(FUNNEL, search, parameters)]

export const head = (_subject: string, answers: Answers['calls']): DocumentHead => {
  const { status } = answerAt(answers, FUNNEL)
  return { title: 'The funnel as a table', missing: status === 404 || status === 400, trail: TRAIL }
}

const TRAIL: Trail = [
  [PATHS.record, 'Record'],
  [PATHS.recordFunnel, 'The funnel of luck'],
]

const COLUMNS = ['Draw', 'Came', 'Came so far', 'Luck, usually', 'Proof']

/** The table twin of the chart: the numbers that came after each draw, beside luck. */
export default function FunnelPage() {
  const { data } = useCall('GET /api/public/record/funnel', calls(new URLSearchParams(useSearch()))[0])
  if (!data) return <Failure text="There is no such record, or it could not be loaded." />
  const { log, record, rows, next } = data
  return (
    <>
      <Breadcrumbs trail={TRAIL} />
      <Head
        title="The funnel as a table"
        end={
          <a className="link tap -my-3" href={recordAddress({ of: record.name })}>
            Back to the record
          </a>
        }
      >
        <span className="min-w-0 text-sm wrap-anywhere text-quiet">{record.title}</span>
        {log.isSample && <SampleNote />}
      </Head>
      {rows.length === 0 ? (
        <p>No forecast has been scored yet.</p>
      ) : (
        <DataTable tall={false} caption="Numbers that came, newest first" columns={COLUMNS}>
          {rows.map((row) => (
            <Row key={row.place} row={row} />
          ))}
        </DataTable>
      )}
      {next && (
        <p className="results-links">
          <a className="link" href={funnelAddress({ of: record.name, after: next })}>
            Earlier draws
          </a>
        </p>
      )}
    </>
  )
}

function Row({
  row: { place, draw, hits, forecast, came, numbers, expected, usual, proof },
}: {
  row: FunnelAnswer['rows'][number]
}) {
  return (
    <tr>
      <th scope="row" className="font-normal">
        {place}.{' '}
        {draw.page ? (
          <a className="link tap" href={publicDrawPath(draw.page)}>
            {draw.name}
          </a>
        ) : (
          draw.name
        )}
        <br />
        <span className="text-xs text-quiet">{formatDate(draw.date)}</span>
      </th>
      <td className="whitespace-nowrap">
        {hits} of {forecast}
      </td>
      <td className="whitespace-nowrap">
        {formatCount(came)} of {formatCount(numbers)}
      </td>
      <td>
        {roughly(expected)}, <span className="whitespace-nowrap">{rangeWords(usual)}</span>
      </td>
      <td>{proofWords(Math.log(proof))}</td>
    </tr>
  )
}
