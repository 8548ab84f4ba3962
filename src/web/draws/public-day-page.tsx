import { formatDate, parseDate } from '../../domain/base/calendar.ts'
import { MESSAGES, NOTES } from '../../domain/base/messages.ts'
import { drawOfDay, PATHS, publicDrawPath, publicResultsPath } from '../../domain/site/paths.ts'
import { daySentence } from '../../domain/share/draw-text.ts'
import type { Answers } from '../api/answers.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import type { Head as DocumentHead, PageProps } from '../site/page.ts'
import { buttonClasses } from '../ui/button.tsx'
import { Failure } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { isMissing } from './no-such-draw.tsx'
import { Legend } from './operator.tsx'
import { PublicDrawRow } from './public-draw-row.tsx'

type PublicDay = AnswerOf<'GET /api/public/days/:date'>

const addressOf = (date: string) => `/api/public/days/${date}`

export const calls = (_search: URLSearchParams, subject: string) => [addressOf(subject)]

const titleOf = ({ date }: PublicDay) => `Results of ${formatDate(date)}`

export const head = (subject: string, answers: Answers['calls']): DocumentHead => {
  const { status, body } = answers[addressOf(subject)]!
  if (status !== 200) return { title: MESSAGES.notFound, missing: isMissing(status) }
  const day = body as PublicDay
  const corrected = day.games.filter((game) => game.corrected).map(({ name }) => name)
  const note = corrected.length > 0 ? [`Corrected: ${corrected.join(', ')}`] : []
  return {
    title: titleOf(day),
    canonical: publicResultsPath(day.date),
    isEmbeddable: true,
    description: [...note, daySentence(day)].join('. '),
    ...(day.picture && { picture: day.picture }),
  }
}

/** The results of a day for everyone, signed in or not: what a shared link opens. */
export default function PublicDayPage({ subject }: PageProps) {
  const { data, error } = useCall('GET /api/public/days/:date', addressOf(subject))
  if (data) return <Day day={data} />
  if (!error || !isMissing(error.status))
    return <Failure text="The results could not be loaded. Please try again in a moment." />
  return (
    <>
      <Head title={MESSAGES.notFound} />
      <p className="text-quiet">There are no results of {dayIn(subject)}.</p>
    </>
  )
}

function dayIn(subject: string): string {
  const date = parseDate(subject)
  return date ? formatDate(date) : 'such a day'
}

function Day({ day: { date, games, sample } }: { day: PublicDay }) {
  const drawn = games.filter(({ draw }) => draw !== null)
  return (
    <div className="max-w-3xl">
      <Head title="Results of the day">
        <time dateTime={date} className="text-sm text-quiet">
          {formatDate(date)}
        </time>
      </Head>
      {sample && <p className="-mt-2 mb-2 text-sm text-quiet">{NOTES.sample}</p>}
      <Legend letters operators={drawn.map(({ operator }) => operator)}>
        {drawn.length} of {games.length} in
      </Legend>
      {drawn.length === 0 ? (
        <p>No results yet.</p>
      ) : (
        <ol className="draw-rows draw-rows-wide">
          {drawn.map((game) => (
            <PublicDrawRow
              key={game.key}
              operator={game.operator}
              colour={game.colour}
              corrected={game.corrected}
              {...game.draw!}
              title={game.name}
              note={game.operator}
              path={publicDrawPath(drawOfDay(game.key, date))}
            />
          ))}
        </ol>
      )}
      <p className="mt-4 flex flex-wrap gap-3">
        <a href={`${PATHS.dayResult}?date=${date}`} className={buttonClasses('plain')}>
          Open this day in the app
        </a>
        {drawn.length > 0 && (
          <a href={`/share/whatsapp/days/${date}`} rel="nofollow" className={buttonClasses('plain')}>
            Send by WhatsApp
          </a>
        )}
      </p>
    </div>
  )
}
