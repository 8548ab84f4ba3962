import { formatCount } from '../../../platform/rules/base/words.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import type { Answers } from '../../../platform/web/api/answers.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { MethodLink } from '../../../platform/web/ui/method-link.tsx'
import type { Head as DocumentHead } from '../../../platform/web/site/page.ts'
import { useSearch } from '../../../platform/web/ui/location.ts'
import { Failure } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { answerAt, callOf, recordAddress } from './addresses.ts'
import { LogNote, SampleNote } from './log-note.tsx'
import { Findings, Money, Part, type RecordAnswer, Verdict, Wins } from './figures.tsx'
import { Funnel, FunnelKey } from './charts.tsx'
import { Wall } from './slip-wall.tsx'

const RECORD = '/api/public/record'

export const parameters = ['of', 'after']

export const calls = (search: URLSearchParams) => [callOf(RECORD, search, parameters)]

const PROMISE =
  'Each forecast is a line in a public file before its draw, and shown here beside it, won or not.'

export const head = (_subject: string, answers: Answers['calls']): DocumentHead => {
  const { status, body } = answerAt(answers, RECORD)
  if (status !== 200) return { title: 'Public record', missing: status === 404 || status === 400 }
  const { record, figures } = body as RecordAnswer
  const title = record.kind === 'house' ? 'Public record' : `Public record: ${record.title}`
  return { title, description: figures ? `${figures.numbers.bold} ${figures.finding}` : PROMISE }
}

/** The public record, for everyone: the verdict, every forecast as a slip, and the figures against luck. */
export default function RecordPage() {
  const { data, error } = useCall('GET /api/public/record', calls(new URLSearchParams(useSearch()))[0])
  if (data) return <Record answer={data} />
  if (error?.status === 404 || error?.status === 400)
    return (
      <>
        <Head title="There is no such record" />
        <a className="link tap" href={recordAddress({})}>
          The record of all forecasts
        </a>
      </>
    )
  return <Failure text="The record could not be loaded. Please try again in a moment." />
}

function Record({ answer }: { answer: RecordAnswer }) {
  const { log, record, figures, counts, months, next } = answer
  const isHouse = record.kind === 'house'
  return (
    <>
      <Head title="Public record" end={<MethodsLink />}>
        {!isHouse && <span className="min-w-0 text-sm wrap-anywhere text-quiet">{record.title}</span>}
        {log.isSample && <SampleNote />}
      </Head>
      {!isHouse && (
        <p className="mb-3 text-sm">
          <a className="link tap -my-3" href={recordAddress({})}>
            All forecasts
          </a>
        </p>
      )}
      {figures ? <Verdict figures={figures} /> : <NotYet published={counts.published} />}
      {months.length > 0 && <Wall months={months} />}
      {next && (
        <a className="link tap" href={recordAddress({ of: record.name, after: next })}>
          Older months
        </a>
      )}
      {figures && (
        <>
          <Findings figures={figures} />
          <FunnelCard points={figures.funnel} />
          <Wins wins={figures.wins} />
          <Money money={figures.money} />
        </>
      )}
      {isHouse && <Records records={answer.records} />}
      {isHouse && counts.published > 0 && <Counts counts={counts} />}
      <LogNote log={log} />
    </>
  )
}

const MethodsLink = () => (
  <a className="link tap -my-3" href={PATHS.methods}>
    Methods
  </a>
)

function NotYet({ published }: { published: number }) {
  return (
    <div className="rounded-lg border border-line bg-sheet p-4">
      <p className="font-bold">
        {published === 0 ? 'No forecast has been published yet.' : 'No forecast has been scored yet.'}
      </p>
      <p className="mt-1 text-sm">
        {PROMISE} The record compares them with guessing from the first draw on, and says how many draws it
        needs before it can tell.
      </p>
    </div>
  )
}

function FunnelCard({ points }: { points: NonNullable<RecordAnswer['figures']>['funnel'] }) {
  return (
    <section
      aria-labelledby="funnel"
      className="mt-3 gap-x-6 rounded-lg border border-line bg-sheet p-3 lg:grid lg:grid-cols-[minmax(0,690px)_minmax(14rem,1fr)]"
    >
      <div>
        <h2 id="funnel" className="font-bold">
          Inside the funnel of luck
        </h2>
        <p className="mb-2 text-sm text-quiet">Share of the forecast numbers that came, as draws add up.</p>
        <Funnel points={points} />
        <FunnelKey />
      </div>
      <div className="mt-2 text-sm lg:mt-8">
        <p>
          The funnel is what guessing gives in 19 of 20 records, at each draw by itself. About one guesser in
          three leaves it at some time. Each dot opens its draw.
        </p>
        <p className="results-links">
          <MethodLink of="numbers-against-luck">How it is computed</MethodLink>
        </p>
      </div>
    </section>
  )
}

const GROUPS = [
  { kind: 'form', title: 'By form' },
  { kind: 'author', title: 'By author' },
] as const

/** The records of the forms and of the authors. An author never disappears. */
function Records({ records }: { records: RecordAnswer['records'] }) {
  return GROUPS.map(({ kind, title }) => {
    const some = records.filter((record) => record.kind === kind)
    if (some.length === 0) return null
    return (
      <Part key={kind} title={title}>
        <ul className="ruled">
          {some.map(({ name, title, numbers, finding }) => (
            <li key={name} className="pb-2 text-sm wrap-anywhere">
              <h3 className="text-name font-bold">
                <a className="link tap" href={recordAddress({ of: name })}>
                  {title}
                </a>
              </h3>
              <p>{numbers ?? 'No scored forecast yet.'}</p>
              {finding && <p className="text-quiet">{finding}</p>}
            </li>
          ))}
        </ul>
      </Part>
    )
  })
}

const shareOf = (share: number) => `${Math.round(share * 100)}%`

function Counts({ counts }: { counts: RecordAnswer['counts'] }) {
  const rows = [
    ['Published', counts.published],
    ['Scored', counts.scored],
    ['Draw still to come', counts.waiting],
    [`Withdrawn before the close (${shareOf(counts.withdrawnShare)})`, counts.withdrawn],
    ['Published too late, never scored', counts.afterLock],
    ['Does not count: no draw, or its closing time was changed afterwards', counts.void],
    ['Draws that do not count for any author, because the closing time was changed', counts.voidedDraws],
    ['Draws whose result was deleted or became "no draw"', counts.removedResults],
  ] as const
  return (
    <Part title="What counts" link={<MethodLink of="commitment">Why</MethodLink>}>
      <dl className="ruled text-sm">
        {rows.map(([name, count]) => (
          <div key={name} className="flex justify-between gap-3 py-1.5">
            <dt>{name}</dt>
            <dd className="font-bold">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}
