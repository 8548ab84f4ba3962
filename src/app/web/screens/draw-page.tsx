import { noteText } from '../../../draws/rules/draw-calendar.ts'
import { MESSAGES } from '../../../platform/rules/base/messages.ts'
import { DrawForecast } from '../../../forecasts/web/draw-forecast.tsx'
import { drawOfDay, PATHS } from '../../../platform/rules/site/paths.ts'
import type { Answers } from '../../../platform/web/api/answers.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import type { Head, PageProps } from '../../../platform/web/site/page.ts'
import { useDocumentTitle } from '../../../platform/web/ui/title.tsx'
import { Bell } from '../../../reach/web/push/bell.tsx'
import { cameIn, MyDraw } from '../../../slip/web/parts/my-draw.tsx'
import { SLIP } from '../../../slip/web/parts/use-slip.ts'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { RIGHT } from '../../../platform/web/ui/more-icons.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { Failure } from '../../../platform/web/ui/states.tsx'
import CheckResults from '../../../draws/web/check-results.tsx'
import { DrawHead, DrawPlace, drawTitle, isLater } from '../../../draws/web/draw-head.tsx'
import { AroundDraw, Corrections, DrawLuck, LastDraws } from '../../../draws/web/draw-view.tsx'
import { ShareDraw } from '../../../draws/web/share-draw.tsx'
import { isMissing, NoSuchDraw } from '../../../draws/web/no-such-draw.tsx'
import { SampleTag } from '../../../draws/web/sample-note.tsx'
import { useArrival } from '../../../draws/web/state-word.tsx'
import { ResponsibleNote } from '../../../platform/web/ui/responsible-note.tsx'

type DrawAnswer = AnswerOf<'GET /api/draws/:draw'>

const addressOf = (subject: string) => `/api/draws/${subject}`

/** Short enough that the state agrees with the countdown. */
const STATE_INTERVAL_MS = 5000

export const calls = (_search: URLSearchParams, subject: string) => [addressOf(subject), SLIP]

export const head = (subject: string, answers: Answers['calls']): Head => {
  const { status, body } = answers[addressOf(subject)]!
  if (status === 200) return { title: drawTitle(body as DrawAnswer) }
  return isMissing(status) ? { title: MESSAGES.notFound, missing: true } : { title: 'Draw' }
}

/** One draw at one address: before its result, while it is awaited, when it comes, and later. */
export default function DrawPage({ subject }: PageProps) {
  const { data, error, refetch } = useCall('GET /api/draws/:draw', addressOf(subject))
  useDocumentTitle(data ? drawTitle(data) : error && isMissing(error.status) ? MESSAGES.notFound : undefined)
  if (data) return <DrawScreen key={subject} page={data} />
  if (!error) return <DrawPlace />
  if (!isMissing(error.status))
    return <Failure text="This draw could not be loaded." detail={error.message} onRetry={refetch} />
  return <NoSuchDraw />
}

function DrawScreen({ page }: { page: DrawAnswer }) {
  const now = useNow(STATE_INTERVAL_MS)
  const { game, date, draw, forecasts, corrections, mine } = page
  const arrival = useArrival(draw !== null)
  // The verdict, Share and the rings come when the last ball is still.
  const isStill = draw !== null && arrival !== 'settling'
  const later = isLater(page, now)
  const named = (page.note?.kind === 'moved-here' && page.note.date) || date
  const came = cameIn(mine)
  // Share has one place: beside a new verdict, and otherwise between the draws around this one.
  const share = <ShareDraw page={page} />
  const isBeside = mine.length > 0 && !later
  return (
    <div className="duo">
      <div>
        <DrawHead page={page} now={now} arrival={arrival} isHit={(place) => came.has(draw!.winning[place]!)}>
          {draw?.sample && <SampleTag />}
        </DrawHead>
        {page.note && <p className="line text-warn">{noteText(page.note)}</p>}
        {isStill && !isBeside && <AroundDraw page={page}>{share}</AroundDraw>}
        {(!draw || isStill) && (
          <MyDraw
            draw={page.schedule && { game: game.key, date, named, closesAt: page.schedule.closesAt }}
            verdicts={mine}
            isIn={isStill}
            later={later}
            share={isBeside && share}
          />
        )}
      </div>
      <div>
        {forecasts.map((forecast) => (
          <DrawForecast key={forecast.id} forecast={forecast} page={page} />
        ))}
        {isStill && draw.state === 'drawn' && (
          <PageLink to={`${PATHS.ticket}?draw=${drawOfDay(game.key, date)}`} className="line">
            <span className="line-words">Check a ticket of this draw</span>
            <IconPath path={RIGHT} />
          </PageLink>
        )}
        {!draw && <Bell game={game} look="line" />}
        {/* Later they only fill the second column of a desktop. */}
        <div className={later ? 'hidden min-[80rem]:block' : undefined}>
          <LastDraws page={page} />
        </div>
        {!draw && <CheckResults />}
      </div>
      <div>
        {isStill && <DrawLuck page={page} />}
        <Corrections corrections={corrections} />
        <ResponsibleNote />
      </div>
    </div>
  )
}
