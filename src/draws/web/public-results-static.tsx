import { clockOf, FIRST_YEAR, formatDate, formatDayMonth } from '../../platform/rules/base/calendar.ts'
import { drawsWords } from '../../platform/rules/base/words.ts'
import { MESSAGES } from '../../platform/rules/base/messages.ts'
import { knownAs } from '../rules/operators.ts'
import {
  drawOfDay,
  PATHS,
  publicDrawPath,
  publicFeedPath,
  publicResultsPath,
  publicYearPath,
} from '../../platform/rules/site/paths.ts'
import type { Answers } from '../../platform/web/api/answers.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import type { Head as DocumentHead, PageProps } from '../../platform/web/site/page.ts'
import { NotFound } from '../../platform/web/site/not-found.tsx'
import { Breadcrumbs } from '../../platform/web/site/breadcrumbs.tsx'
import { Button } from '../../platform/web/ui/button.tsx'
import { Failure } from '../../platform/web/ui/states.tsx'
import { Head } from '../../platform/web/ui/title.tsx'
import { isMissing } from './no-such-draw.tsx'
import { dayState } from '../rules/day-result.ts'
import { Legend, stripeOf } from './operator.tsx'
import { stateText } from './state-word.tsx'
import { DrawRow } from './draw-row.tsx'
import { SampleTag } from './sample-note.tsx'
import { FORM_TIME, Plans, ReadNote } from './public-parts.tsx'
import {
  type Results,
  titleOf,
  descriptionOf,
  trailOf,
  operatorsOf,
  gameOf,
  dayTitle,
} from './public-results-head.ts'

const API = 'GET /api/public/results'

/** @param subject empty for today, a date, a game's key, or key and year as `bingo/2026` */
function addressOf(subject: string): string {
  const [of, year] = subject.split('/')
  const query = new URLSearchParams({ ...(of && { of }), ...(year && { year }) }).toString()
  return `/api/public/results${query && `?${query}`}`
}

export const calls = (_search: URLSearchParams, subject: string) => [addressOf(subject), FORM_TIME]

export const head = (subject: string, answers: Answers['calls']): DocumentHead => {
  const { status, body } = answers[addressOf(subject)]!
  if (status !== 200) return { title: MESSAGES.notFound, missing: isMissing(status) }
  const results = body as Results
  return {
    title: titleOf(results),
    description: descriptionOf(results),
    ...(results.picture && { picture: results.picture }),
    trail: trailOf(results),
    feed: publicFeedPath(results.game?.key),
  }
}

/** The results of today, a day, a game or a game's year for everyone: what a search engine lists. */
export default function PublicResultsPage({ subject }: PageProps) {
  const { data, error } = useCall(API, addressOf(subject))
  if (data) return <Shown results={data} />
  if (error && isMissing(error.status))
    return (
      <NotFound>
        There are no results of such a game, year or day.{' '}
        <a href={PATHS.results} className="link">
          Results today
        </a>
      </NotFound>
    )
  return <Failure text="The results could not be loaded. Please try again in a moment." />
}

function Shown({ results }: { results: Results }) {
  const { day, game, games, readAt, sample, start } = results
  const last = start?.last
  const draws = last?.draws ?? results.draws
  const date = last?.date ?? day?.date
  const operators = operatorsOf(results, last?.draws)
  const name = game && gameOf(results, game.key).name
  const year = game?.year ?? null
  return (
    <div className="mx-auto max-w-190">
      <Breadcrumbs trail={trailOf(results)} />
      <Head
        title={date ? dayTitle(results) : `${name} results${year ? ` of ${year}` : ''}`}
        end={
          results.whatsApp && (
            <a href={results.whatsApp} rel="nofollow" className="link tap">
              Share<span className="visually-hidden"> by WhatsApp</span>
            </a>
          )
        }
      >
        {date ? (
          <time dateTime={date} className="text-sm text-quiet">
            {formatDate(date)}
          </time>
        ) : (
          <span className="text-sm text-quiet">{knownAs(operators[0] ?? '')}</span>
        )}
        {sample && <SampleTag />}
      </Head>
      {draws.length === 0 ? (
        <p>{day && day.date < results.today ? 'No results of this day.' : 'No results yet.'}</p>
      ) : (
        <ol className="draw-rows draw-rows-wide">
          {draws.map((draw) => {
            const { name, operator, colour } = gameOf(results, draw.game)
            const label = day ? name : formatDate(draw.date)
            const facts = [
              draw.closesAt !== null ? clockOf(draw.closesAt) : draw.serial !== null && `draw ${draw.serial}`,
              // The legend names the others.
              day && stripeOf(operator) === '' && operator,
            ]
            const notes = [facts.filter(Boolean).join(', '), draw.corrected && 'Corrected']
            return (
              <DrawRow
                key={`${draw.game} ${draw.date}`}
                operator={operator}
                colour={colour}
                name={
                  <a href={publicDrawPath(drawOfDay(draw.game, draw.date))} className="draw-link">
                    {label}
                  </a>
                }
                label={label}
                note={notes.filter(Boolean).join('. ')}
                draw={draw}
                both={!day}
                unlinked
              />
            )
          })}
        </ol>
      )}
      <Legend letters={!day} operators={operators}>
        {day && !last && `${draws.length} of ${day.games} in`}
      </Legend>
      {start && <Times results={results} times={start.times} />}
      {day && <Days results={results} />}
      {game && (
        <Links
          title={`Years of ${name}`}
          links={game.years.map((one) => [publicYearPath(game.key, one), String(one), one === year])}
        />
      )}
      <Links
        title="Games"
        links={games.map((one) => [publicResultsPath(one.key), one.name, !year && one.key === game?.key])}
      />
      <Plans app={appPathOf(results)} />
      <ReadNote readAt={readAt} operators={operators} />
    </div>
  )
}

/** The draws of today that are still to come, with their closes. */
function Times({ results, times }: { results: Results; times: NonNullable<Results['start']>['times'] }) {
  const { today, readAt } = results
  const next = times.find(({ schedule }) => schedule.closesAt > readAt)
  if (times.length === 0) return null
  return (
    <section className="mt-4">
      <h2 className="mb-1 flex items-baseline justify-between font-bold">
        Today, {formatDayMonth(today)}
        <span className="text-sm font-normal text-quiet">closes</span>
      </h2>
      <ul className="ruled grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] md:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
        {times.map((time) => {
          const { name, operator, colour } = gameOf(results, time.game)
          const { closesAt } = time.schedule
          return (
            <li
              key={time.game}
              className={`stripe relative flex min-h-12 items-center gap-3 border-b border-line px-3 ${stripeOf(operator, colour)} ${time === next ? 'bg-soft' : ''}`}
            >
              <time dateTime={new Date(closesAt).toISOString()} className="font-bold">
                {clockOf(closesAt)}
              </time>
              <span className="wrap-anywhere">
                {name}
                {closesAt <= readAt && (
                  <span className="block text-xs text-quiet">
                    {stateText(dayState(time.schedule, null, readAt), time.schedule, readAt)}
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Other days with results, and a field for any day. */
function Days({ results: { day, today, start } }: { results: Results }) {
  const around = [day!.before, day!.after].flatMap((date) => date ?? []).map((date) => ({ date, results: 0 }))
  return (
    <nav aria-label="Other days" className="mt-4">
      <div className="flex flex-wrap items-center">
        <h2 className="mr-auto font-bold">Other days</h2>
        <details className="open:basis-full">
          <summary className="link tap text-sm">Pick a date</summary>
          <form action={PATHS.results} className="flex flex-wrap gap-2 pb-2">
            <input
              type="date"
              name="date"
              aria-label="Date"
              required
              min={`${FIRST_YEAR}-01-01`}
              max={today}
              className="min-h-11 rounded-md border-[1.5px] border-edge bg-sheet px-2"
            />
            <Button kind="plain" type="submit">
              Show
            </Button>
          </form>
        </details>
      </div>
      <ul className="mt-2 grid max-w-130 grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
        {(start?.days ?? around).map(({ date, results: count }) => (
          <li key={date}>
            <a
              href={date === today ? PATHS.results : publicResultsPath(date)}
              className="block rounded-md border border-edge py-0.5 text-center text-xs text-quiet"
            >
              {formatDate(date).slice(0, 3)}{' '}
              <b className="block text-base text-ink">{Number(date.slice(8))}</b>
              {count > 0 ? drawsWords(count) : formatDate(date).slice(-8)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The same draws in the app. */
function appPathOf({ day, game }: Results): string {
  if (day) return `${PATHS.dayResult}?date=${day.date}`
  const query = { game: game!.key, ...(game!.year && { year: String(game!.year) }) }
  return `${PATHS.pastResults}?${new URLSearchParams(query).toString()}`
}

interface LinksProps {
  title: string
  links: [path: string, text: string, isHere: boolean][]
}

function Links({ title, links }: LinksProps) {
  if (links.length === 0) return null
  return (
    <nav aria-label={title} className="mt-4">
      <h2 className="font-bold">{title}</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-3 text-sm">
        {links.map(([path, text, isHere]) => (
          <li key={path} className="border-b border-line">
            <a
              href={path}
              aria-current={isHere ? 'page' : undefined}
              className="flex min-h-11 items-center text-brand"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
