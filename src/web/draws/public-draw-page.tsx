import { noteText } from '../../domain/draws/calendar-words.ts'
import { MESSAGES, NOTES } from '../../domain/base/messages.ts'
import { drawOfDay, drawPath, PATHS, publicDrawPath, publicResultsPath } from '../../domain/site/paths.ts'
import { ME, useMe } from '../accounts/me.ts'
import type { Answers } from '../api/answers.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { useNow } from '../api/use-now.ts'
import type { Head, PageProps } from '../site/page.ts'
import { useDocumentTitle } from '../ui/document-title.ts'
import { buttonClasses } from '../ui/button.tsx'
import { Failure } from '../ui/states.tsx'
import { DrawHead, drawTitle } from './draw-head.tsx'
import { Corrections, DrawLuck, ShareDraw } from './draw-view.tsx'
import { isMissing, NoSuchDraw } from './no-such-draw.tsx'
import { useArrival } from './use-arrival.ts'

type PublicDraw = AnswerOf<'GET /api/public/draws/:draw'>

const addressOf = (subject: string) => `/api/public/draws/${subject}`

export const calls = (_search: URLSearchParams, subject: string) => [addressOf(subject), ME]

export const head = (subject: string, answers: Answers['calls']): Head => {
  const { status, body } = answers[addressOf(subject)]!
  if (status !== 200) return { title: MESSAGES.notFound, missing: isMissing(status) }
  const page = body as PublicDraw
  const title = drawTitle(page)
  // The picture's text is the title and the numbers.
  return {
    title,
    canonical: publicDrawPath(drawOfDay(page.game.key, page.date)),
    isEmbeddable: true,
    ...(page.picture && { description: page.picture.alt.slice(title.length + 2), picture: page.picture }),
  }
}

/** One draw for everyone, signed in or not, before and after its result: what a shared link opens. */
export default function PublicDrawPage({ subject }: PageProps) {
  const { data, error } = useCall('GET /api/public/draws/:draw', addressOf(subject))
  const noDraw = !data && error && isMissing(error.status)
  useDocumentTitle(data ? drawTitle(data) : noDraw ? MESSAGES.notFound : undefined)
  if (data) return <PublicDraw key={subject} page={data} />
  if (noDraw) return <NoSuchDraw />
  return <Failure text="This draw could not be loaded. Please try again in a moment." />
}

function PublicDraw({ page }: { page: PublicDraw }) {
  const now = useNow(5000)
  const me = useMe()
  const { draw, game, date } = page
  const arrival = useArrival(draw !== null)
  return (
    <>
      <DrawHead page={page} now={now} arrival={arrival} unlinked />
      {draw?.sample && <p className="mt-2 text-sm text-quiet">{NOTES.sample}</p>}
      {page.note && <p className="line text-warn">{noteText(page.note)}</p>}
      {draw?.state === 'unconfirmed' && (
        <p className="line text-warn">Unconfirmed: a second person still checks these numbers.</p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <ShareDraw page={page} />
        {draw && (
          <a
            href={`/share/whatsapp/draws/${drawOfDay(game.key, date)}`}
            rel="nofollow"
            className="link tap text-sm"
          >
            Send by WhatsApp
          </a>
        )}
      </div>
      <DrawLuck page={page} unlinked />
      <Corrections corrections={page.corrections} />
      <p className="mt-4">
        <a href={publicResultsPath(game.key)} className="link tap text-sm">
          All {game.name} results
        </a>
      </p>
      {me ? (
        <p className="mt-6">
          <a href={drawPath(drawOfDay(game.key, date))} className={`${buttonClasses('main')} w-full`}>
            Open this draw
          </a>
        </p>
      ) : (
        <Invitation />
      )}
    </>
  )
}

/** How to sign up, and what is free. */
function Invitation() {
  return (
    <section aria-labelledby="invitation" className="mt-6 border-t border-line pt-4">
      <h2 id="invitation" className="font-bold">
        More in Lotto Forecast
      </h2>
      <p className="mt-1 text-sm">
        The results of every game, a search for any number and the classification chart are free. Sign up with
        your email. You must be 18 or older.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={PATHS.signUp} className={`${buttonClasses('main')} flex-1`}>
          Sign Up
        </a>
        <a href={PATHS.login} className={`${buttonClasses('plain')} flex-1`}>
          Login
        </a>
      </div>
    </section>
  )
}
