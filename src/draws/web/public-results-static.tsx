import { present } from '../../platform/rules/base/lists.ts'
import { formatDate, formatLongDate } from '../../platform/rules/base/calendar.ts'
import { MESSAGES } from '../../platform/rules/base/messages.ts'
import { inTitle, knownAs } from '../rules/operators.ts'
import { daySentence, drawSentence, resultTitle } from '../rules/draw-text.ts'
import {
  drawOfDay,
  PATHS,
  publicDrawPath,
  publicFeedPath,
  publicResultsPath,
  publicYearPath,
} from '../../platform/rules/site/paths.ts'
import type { Answers } from '../../platform/web/api/answers.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import type { Head as DocumentHead, PageProps, Trail } from '../../platform/web/site/page.ts'
import { NotFound } from '../../platform/web/site/not-found.tsx'
import { Breadcrumbs } from '../../platform/web/site/breadcrumbs.tsx'
import { Failure } from '../../platform/web/ui/states.tsx'
import { Head } from '../../platform/web/ui/title.tsx'
import { isMissing } from './no-such-draw.tsx'
import { Legend } from './operator.tsx'
import { DrawRow } from './draw-row.tsx'
import { SampleTag } from './sample-note.tsx'
import { FORM_TIME, Plans, ReadNote } from './public-parts.tsx'

type Results = AnswerOf<'GET /api/public/results'>

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

const gameOf = ({ games }: Results, key: string) => present(games.find((game) => game.key === key))

/** The operators of the shown draws, or of all games before the first result. */
function operatorsOf(results: Results): string[] {
  const { draws, games, game } = results
  if (game) return [gameOf(results, game.key).operator].filter(Boolean)
  const shown = draws.length > 0 ? draws.map((draw) => gameOf(results, draw.game)) : games
  return [...new Set(shown.flatMap(({ operator }) => operator || []))]
}

/** As people search: operator with its people's name, game and day. */
function titleOf(results: Results): string {
  const { today, day, game, draws } = results
  const operators = inTitle(operatorsOf(results))
  if (day) return `${operators} results${day.date === today ? ' today' : ''}, ${formatLongDate(day.date)}`
  const its = gameOf(results, game!.key)
  if (game!.year === null && draws[0]) return resultTitle(its, draws[0].date, { today })
  return `${operators} ${its.name} results${game!.year === null ? '' : ` of ${game!.year}`}`
}

function descriptionOf(results: Results): string {
  const { draws, game } = results
  const [first] = draws
  if (!first) return 'No results yet'
  if (game?.year) return `Winning and machine numbers of ${draws.length} draws, with date and serial number.`
  if (game) return `${formatDate(first.date)}. ${drawSentence(first)}`
  const named = draws.map((draw) => ({ name: gameOf(results, draw.game).name, draw }))
  const corrected = named.flatMap(({ name, draw }) => (draw.corrected ? [name] : []))
  const note = corrected.length > 0 ? [`Corrected: ${corrected.join(', ')}`] : []
  return [...note, daySentence({ date: first.date, games: named })].join('. ')
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
  const { day, game, draws, games, readAt, sample } = results
  const name = game && gameOf(results, game.key).name
  const year = game?.year ?? null
  return (
    <div className="max-w-3xl">
      <Breadcrumbs trail={trailOf(results)} />
      <Head
        title={
          day
            ? day.date === results.today
              ? 'Results today'
              : 'Results'
            : `${name} results${year ? ` of ${year}` : ''}`
        }
      >
        {sample && <SampleTag />}
        {day ? (
          <time dateTime={day.date} className="text-sm text-quiet">
            {formatLongDate(day.date)}
          </time>
        ) : (
          <span className="text-sm text-quiet">{knownAs(operatorsOf(results)[0] ?? '')}</span>
        )}
      </Head>
      <Legend letters operators={operatorsOf(results)}>
        {day && `${draws.length} of ${day.games} in`}
      </Legend>
      {draws.length === 0 ? (
        <p>
          {day && day.date < results.today ? 'No results of this day.' : 'No results yet.'}{' '}
          {day?.before && (
            <a href={publicResultsPath(day.before)} className="link tap">
              Results of {formatLongDate(day.before)}
            </a>
          )}
        </p>
      ) : (
        <ol className="draw-rows draw-rows-wide">
          {draws.map((draw) => {
            const { name, operator, colour } = gameOf(results, draw.game)
            const label = day ? name : formatDate(draw.date)
            const facts = [day && operator, draw.serial !== null && `draw ${draw.serial}`]
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
                both
                unlinked
              />
            )
          })}
        </ol>
      )}
      <Plans app={appPathOf(results)} message={results.whatsApp} />
      {day && (
        <Links
          title="Other days"
          links={[day.before, day.after].flatMap((date) =>
            date
              ? [[date === results.today ? PATHS.results : publicResultsPath(date), formatDate(date), false]]
              : [],
          )}
        />
      )}
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
      <ReadNote readAt={readAt} operators={operatorsOf(results)} />
    </div>
  )
}

/** The pages above this one, and itself. */
function trailOf({ day, game, games, today }: Results): Trail {
  const name = games.find(({ key }) => key === game?.key)?.name
  return [
    [PATHS.results, 'Results today'],
    ...(day && day.date !== today ? [[publicResultsPath(day.date), formatDate(day.date)] as const] : []),
    ...(game ? [[publicResultsPath(game.key), name!] as const] : []),
    ...(game?.year ? [[publicYearPath(game.key, game.year), String(game.year)] as const] : []),
  ]
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
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {links.map(([path, text, isHere]) => (
          <li key={path}>
            <a href={path} aria-current={isHere ? 'page' : undefined} className="link tap">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
