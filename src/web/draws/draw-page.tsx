import type { ReactNode } from 'react'
import { formatDate, formatInstant } from '../../domain/base/calendar.ts'
import { dayState } from '../../domain/draws/day-result.ts'
import { MESSAGES, NOTES } from '../../domain/base/messages.ts'
import { drawPath, PATHS } from '../../domain/site/paths.ts'
import type { Answers } from '../api/answers.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { useNow } from '../api/use-now.ts'
import type { Head as DocumentHead, PageProps } from '../site/page.ts'
import { useDocumentTitle } from '../ui/document-title.ts'
import { MyDraw, useCame, useVerdicts } from '../slip/parts/my-draw.tsx'
import { SLIP } from '../slip/parts/use-slip.ts'
import { PageLink } from '../ui/page-link.tsx'
import { Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { DrawRow } from './draw-row.tsx'
import { Corrections, DrawSets, DrawSource, drawTitle, ShareDraw } from './draw-view.tsx'
import { isMissing, NoSuchDraw } from './no-such-draw.tsx'
import { SampleTag } from './sample-note.tsx'

type DrawAnswer = AnswerOf<'GET /api/draws/:draw'>

const addressOf = (subject: string) => `/api/draws/${subject}`

export const calls = (_search: URLSearchParams, subject: string) => [addressOf(subject), SLIP]

export const head = (subject: string, answers: Answers['calls']): DocumentHead => {
  const { status, body } = answers[addressOf(subject)]!
  if (status === 200) return { title: drawTitle(body as DrawAnswer) }
  return isMissing(status) ? { title: MESSAGES.notFound, missing: true } : { title: 'Draw' }
}

/** One draw with the same event of the year before, the next draw, and its corrections. */
export default function DrawPage({ subject }: PageProps) {
  const { data, error, refetch } = useCall('GET /api/draws/:draw', addressOf(subject))
  useDocumentTitle(data ? drawTitle(data) : error && isMissing(error.status) ? MESSAGES.notFound : undefined)
  if (data) return <DrawScreen draw={data} />
  if (!error) return <Loading />
  if (!isMissing(error.status))
    return <Failure text="This draw could not be loaded." detail={error.message} onRetry={refetch} />
  return <NoSuchDraw />
}

const LINK = 'link inline-flex min-h-11 items-center text-sm'

function DrawScreen({ draw }: { draw: DrawAnswer }) {
  const { game, date, lastYear, next } = draw
  const ofSlip = { game: game.key, date }
  const came = useCame(ofSlip)
  const isJudged = useVerdicts(ofSlip).length > 0
  return (
    <div className="max-w-3xl">
      <Head title={game.name}>
        <time dateTime={date}>{formatDate(date)}</time>
        {draw.sample && <SampleTag />}
      </Head>
      <DrawSets draw={draw} came={came} />
      <div className="mt-3">
        <MyDraw draw={ofSlip} isIn share={<ShareDraw draw={draw} />} />
      </div>
      <DrawSource draw={draw} />
      <div className="mt-3 flex flex-wrap items-start gap-x-5">
        {!isJudged && <ShareDraw draw={draw} />}
        <PageLink to={`${PATHS.dayResult}?date=${date}`} className={LINK}>
          All draws of this day
        </PageLink>
        <PageLink to={`${PATHS.pastResults}?game=${game.key}`} className={LINK}>
          All draws of {game.name}
        </PageLink>
      </div>
      <Neighbour title="The same event last year" draw={lastYear} operator={game.operator}>
        It is not on record.
      </Neighbour>
      <Neighbour title="The next draw" draw={next} operator={game.operator}>
        <NextClose close={draw.nextClose} />
      </Neighbour>
      <Corrections corrections={draw.corrections} />
      <p className="mt-4 text-sm text-quiet">{NOTES.odds}</p>
    </div>
  )
}

interface NeighbourProps {
  title: string
  draw: DrawAnswer['next']
  operator: string
  /** Shown without a draw. */
  children: ReactNode
}

function Neighbour({ title, draw, operator, children }: NeighbourProps) {
  return (
    <section className="mt-6">
      <h2 className="mb-2 font-bold">{title}</h2>
      {draw ? (
        <ol className="draw-rows draw-rows-wide">
          <DrawRow
            both
            operator={operator}
            label={formatDate(draw.date)}
            name={
              <PageLink to={drawPath(draw.publicId)} className="link">
                {formatDate(draw.date)}
              </PageLink>
            }
            note={noteOf(draw)}
            draw={draw}
          />
        </ol>
      ) : (
        <p>{children}</p>
      )}
    </section>
  )
}

function noteOf({ serial, state }: NonNullable<DrawAnswer['next']>): string {
  if (state === 'no_draw') return 'No draw'
  const name = serial === null ? '' : `Draw ${serial}`
  return state === 'unconfirmed' ? `${name} Unconfirmed`.trim() : name
}

function NextClose({ close }: { close: DrawAnswer['nextClose'] }) {
  const now = useNow(30_000)
  if (!close) return 'No draw is planned.'
  const state = dayState(close, null, now)
  if (state === 'open' || state === 'closing-soon') return `It closes on ${formatInstant(close.closesAt)}.`
  const closed = `It closed on ${formatInstant(close.closesAt)}.`
  return state === 'drawing' ? closed : `${closed} The result is late.`
}
