import { noteText } from '../rules/draw-calendar.ts'
import { formatDate, lagosDate } from '../../platform/rules/base/calendar.ts'
import { MESSAGES, NOTES } from '../../platform/rules/base/messages.ts'
import { resultTitle } from '../rules/draw-text.ts'
import {
  drawOfDay,
  drawPath,
  PATHS,
  publicDrawPath,
  publicFeedPath,
  publicResultsPath,
} from '../../platform/rules/site/paths.ts'
import type { Answers } from '../../platform/web/api/answers.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import type { Head as DocumentHead, PageProps, Trail } from '../../platform/web/site/page.ts'
import { Breadcrumbs } from '../../platform/web/site/breadcrumbs.tsx'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { RIGHT, SHARE } from '../../platform/web/ui/more-icons.ts'
import { Failure } from '../../platform/web/ui/states.tsx'
import { DrawHead, drawTitle } from './draw-head.tsx'
import { AroundDraw, Corrections, DrawLuck, LastDraws } from './draw-view.tsx'
import { isMissing, NoSuchDraw } from './no-such-draw.tsx'
import { FORM_TIME, Plans, ReadNote } from './public-parts.tsx'

type PublicDraw = AnswerOf<'GET /api/public/draws/:draw'>

const addressOf = (subject: string) => `/api/public/draws/${subject}`

export const calls = (_search: URLSearchParams, subject: string) => [addressOf(subject), FORM_TIME]

export const head = (subject: string, answers: Answers['calls']): DocumentHead => {
  const { status, body } = answers[addressOf(subject)]!
  if (status !== 200) return { title: MESSAGES.notFound, missing: isMissing(status) }
  const page = body as PublicDraw
  return {
    title: titleOf(page),
    canonical: publicDrawPath(drawOfDay(page.game.key, page.date)),
    trail: trailOf(page),
    feed: publicFeedPath(page.game.key),
    // The picture's text is its title and the numbers.
    description: page.picture ? page.picture.alt.slice(drawTitle(page).length + 2) : 'No result yet',
    ...(page.picture && { picture: page.picture }),
  }
}

const titleOf = ({ game, date, draw, readAt }: PublicDraw) =>
  resultTitle(game, date, { today: lagosDate(readAt), what: draw ? 'result' : 'draw' })

const trailOf = ({ game, date }: PublicDraw): Trail => [
  [PATHS.results, 'Results today'],
  [publicResultsPath(game.key), game.name],
  [publicDrawPath(drawOfDay(game.key, date)), formatDate(date)],
]

/** One draw for everyone, signed in or not, before and after its result: what a shared link opens. */
export default function PublicDrawPage({ subject }: PageProps) {
  const { data, error } = useCall('GET /api/public/draws/:draw', addressOf(subject))
  if (data) return <PublicDraw page={data} />
  if (error && isMissing(error.status)) return <NoSuchDraw />
  return <Failure text="This draw could not be loaded. Please try again in a moment." />
}

function PublicDraw({ page }: { page: PublicDraw }) {
  const { draw, game, date, readAt } = page
  return (
    <div className="mx-auto max-w-190">
      <DrawHead page={page} now={readAt} arrival={null} unlinked />
      {draw?.sample && <p className="mt-2 text-sm text-quiet">{NOTES.sample}</p>}
      {page.note && <p className="line text-warn">{noteText(page.note)}</p>}
      {draw && (
        <>
          <a href={PATHS.ticket} className="line">
            <span>
              Were these your numbers? <small>Check your ticket, free</small>
            </span>
            <IconPath path={RIGHT} />
          </a>
          {page.whatsApp && (
            <a href={page.whatsApp} rel="nofollow" className="line">
              <span>
                Share this draw <small>By WhatsApp, with picture and link</small>
              </span>
              <IconPath path={SHARE} />
            </a>
          )}
        </>
      )}
      <LastDraws page={page} isPublic />
      <AroundDraw page={page} today={lagosDate(readAt)} />
      <DrawLuck page={page} unlinked />
      <Corrections corrections={page.corrections} />
      <Plans app={drawPath(drawOfDay(game.key, date))} />
      <ReadNote readAt={readAt} operators={[game.operator]} />
      <Breadcrumbs trail={trailOf(page)} />
    </div>
  )
}
