import { formatDate, lagosDate } from '../../domain/base/calendar.ts'
import { MESSAGES, NOTES } from '../../domain/base/messages.ts'
import { drawPath, PATHS } from '../../domain/site/paths.ts'
import { drawSentence } from '../../domain/share/share-text.ts'
import { ME, useMe } from '../accounts/me.ts'
import type { Answers } from '../api/answers.ts'
import { useCall } from '../api/use-call.ts'
import type { Head as DocumentHead, PageProps } from '../site/page.ts'
import { useDocumentTitle } from '../ui/document-title.ts'
import { buttonClasses } from '../ui/button.tsx'
import { Failure } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import {
  Corrections,
  DrawSets,
  DrawSource,
  drawTitle,
  type PublicDraw as SharedDraw,
  ShareDraw,
} from './draw-view.tsx'
import { isMissing, NoSuchDraw } from './no-such-draw.tsx'

const addressOf = (publicId: string) => `/api/public/draws/${publicId}`

export const calls = (_search: URLSearchParams, subject: string) => [addressOf(subject), ME]

export const head = (subject: string, answers: Answers['calls']): DocumentHead => {
  const { status, body } = answers[addressOf(subject)]!
  if (status !== 200) return { title: MESSAGES.notFound, missing: isMissing(status) }
  const draw = body as SharedDraw
  const corrected = draw.corrections[draw.corrections.length - 1]
  return {
    title: drawTitle(draw),
    description: drawSentence(draw, corrected ? lagosDate(corrected.at) : null),
    picture: draw.picture,
  }
}

/** One draw for everyone, signed in or not: what a shared link opens. */
export default function PublicDrawPage({ subject }: PageProps) {
  const { data, error } = useCall('GET /api/public/draws/:publicId', addressOf(subject))
  const isSignedIn = useMe() != null
  const noDraw = !data && error && isMissing(error.status)
  useDocumentTitle(data ? drawTitle(data) : noDraw ? MESSAGES.notFound : undefined)
  if (data) return <PublicDraw draw={data} signedIn={isSignedIn} />
  if (noDraw) return <NoSuchDraw />
  return <Failure text="This draw could not be loaded. Please try again in a moment." />
}

function PublicDraw({ draw, signedIn }: { draw: SharedDraw; signedIn: boolean }) {
  return (
    <>
      <Head title={draw.game.name}>
        <time dateTime={draw.date}>{formatDate(draw.date)}</time>
      </Head>
      {draw.sample && <p className="-mt-2 mb-3 text-sm text-quiet">{NOTES.sample}</p>}
      <DrawSets draw={draw} unlinked />
      <DrawSource draw={draw} />
      <div className="mt-3">
        <ShareDraw draw={draw} />
      </div>
      <Corrections corrections={draw.corrections} />
      {signedIn ? (
        <p className="mt-6">
          <a href={drawPath(draw.publicId)} className={`${buttonClasses('main')} w-full`}>
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
