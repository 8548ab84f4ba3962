import { formatDate, formatInstant, formatLongDate } from '../../domain/base/calendar.ts'
import { MESSAGES, NOTES } from '../../domain/base/messages.ts'
import { formatNaira } from '../../domain/base/words.ts'
import { knownAs } from '../../domain/draws/operators.ts'
import { drawSentence } from '../../domain/share/draw-text.ts'
import {
  drawOfDay,
  PATHS,
  publicDrawPath,
  publicResultsPath,
  publicYearPath,
} from '../../domain/site/paths.ts'
import { ME } from '../accounts/me.ts'
import type { Answers } from '../api/answers.ts'
import type { AnswerOf } from '../api/call.ts'
import { useAnswerCache, useCall } from '../api/use-call.ts'
import type { Head as DocumentHead, PageProps } from '../site/page.ts'
import { usePlan } from '../site/prices.ts'
import { NotFound } from '../site/not-found.tsx'
import { buttonClasses } from '../ui/button.tsx'
import { Failure } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { isMissing } from './no-such-draw.tsx'
import { Legend } from './operator.tsx'
import { PublicDrawRow } from './public-draw-row.tsx'

type Results = AnswerOf<'GET /api/public/results'>

const API = 'GET /api/public/results'

/** @param subject empty for today, a date, a game's key, or key and year as `bingo/2026` */
function addressOf(subject: string): string {
  const [of, year] = subject.split('/')
  const query = new URLSearchParams({ ...(of && { of }), ...(year && { year }) }).toString()
  return `/api/public/results${query && `?${query}`}`
}

export const calls = (_search: URLSearchParams, subject: string) => [addressOf(subject)]

export const head = (subject: string, answers: Answers['calls']): DocumentHead => {
  const { status, body } = answers[addressOf(subject)]!
  if (status !== 200) return { title: MESSAGES.notFound, missing: isMissing(status) }
  const results = body as Results
  return {
    title: titleOf(results),
    description: descriptionOf(results),
    picture: results.picture ?? undefined,
    canonical: subject === '' ? PATHS.results : publicResultsPath(subject),
    // A year is too long for a slip.
    isEmbeddable: !results.game?.year,
  }
}

const gameOf = ({ games }: Results, key: string) => games.find((game) => game.key === key)!

/** The operators of the shown draws, or of all games before the first result. */
function operatorsOf(results: Results): string[] {
  const { draws, games, game } = results
  if (game) return [gameOf(results, game.key).operator]
  const shown = draws.length > 0 ? draws.map((draw) => gameOf(results, draw.game)) : games
  return [...new Set(shown.map(({ operator }) => operator))]
}

/** As people search: operator with its people's name, game and day. */
function titleOf(results: Results): string {
  const { today, day, game, draws } = results
  const operators = operatorsOf(results).map(knownAs).join(' and ')
  const on = (date: Results['today']) => `${date === today ? ' today' : ''}, ${formatLongDate(date)}`
  if (day) return `${operators} results${on(day.date)}`
  const name = `${operators} ${gameOf(results, game!.key).name}`
  if (game!.year !== null) return `${name} results of ${game!.year}`
  return draws[0] ? `${name} result${on(draws[0].date)}` : `${name} results`
}

function descriptionOf(results: Results): string {
  const { draws, game } = results
  if (draws.length === 0) return 'No results yet'
  if (game?.year) return `Winning and machine numbers of ${draws.length} draws, with date and serial number.`
  if (game) return `${formatDate(draws[0]!.date)}. ${drawSentence(draws[0]!)}`
  const lines = draws.map(
    (draw) => `${gameOf(results, draw.game).name}: ${draw.winning.join(' - ') || 'No draw'}`,
  )
  return [...lines, ...(results.sample ? [NOTES.sample] : [])].join('. ')
}

/** The results of today, a day, a game or a game's year for everyone: what a search engine lists. */
export default function PublicResultsPage({ subject }: PageProps) {
  const { data, error } = useCall(API, addressOf(subject))
  if (data) return <Shown results={data} />
  if (error && isMissing(error.status))
    return (
      <NotFound>
        There are no results of such a game, year or day.{' '}
        <a href={PATHS.results} className="link tap">
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
      <Trail results={results} />
      <Head
        title={
          day
            ? day.date === results.today
              ? 'Results today'
              : 'Results'
            : `${name} results${year ? ` of ${year}` : ''}`
        }
      >
        {day ? (
          <time dateTime={day.date} className="text-sm text-quiet">
            {formatLongDate(day.date)}
          </time>
        ) : (
          <span className="text-sm text-quiet">{knownAs(operatorsOf(results)[0]!)}</span>
        )}
      </Head>
      <p className="-mt-2 text-sm text-quiet">
        Read at <time dateTime={new Date(readAt).toISOString()}>{formatInstant(readAt)}</time>, Lagos time.
        Lotto Forecast is not {operatorsOf(results).map(knownAs).join(' or ')}; only the operator’s own list
        counts.
      </p>
      {sample && <p className="mt-1 text-sm text-quiet">{NOTES.sample}</p>}
      <Legend letters operators={operatorsOf(results)}>
        {day && `${draws.length} of ${day.games} in`}
      </Legend>
      {draws.length === 0 ? (
        <p>No results yet.</p>
      ) : (
        <ol className="draw-rows draw-rows-wide">
          {draws.map((draw) => {
            const its = gameOf(results, draw.game)
            return (
              <PublicDrawRow
                key={`${draw.game} ${draw.date}`}
                {...draw}
                operator={its.operator}
                colour={its.colour}
                title={day ? its.name : formatDate(draw.date)}
                {...(day && { note: its.operator })}
                path={publicDrawPath(drawOfDay(draw.game, draw.date))}
              />
            )
          })}
        </ol>
      )}
      <Plans results={results} />
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
    </div>
  )
}

/** The pages above and beside this one. */
function Trail({ results: { day, game, games, today } }: { results: Results }) {
  const links: [path: string, text: string][] = [
    ...(day?.date === today ? [] : [[PATHS.results, 'Results today'] as [string, string]]),
    ...(game?.year
      ? [[publicResultsPath(game.key), games.find(({ key }) => key === game.key)!.name] as [string, string]]
      : []),
    ...[day?.before, day?.after].flatMap((date): [string, string][] =>
      date ? [[date === today ? PATHS.results : publicResultsPath(date), formatDate(date)]] : [],
    ),
  ]
  // The page after yesterday is today's, which is linked first.
  const shown = links.filter(([path], i) => links.findIndex(([other]) => other === path) === i)
  return (
    <nav aria-label="Other results" className="flex flex-wrap gap-x-4 text-sm">
      {shown.map(([path, text]) => (
        <a key={path} href={path} className="link tap">
          {text}
        </a>
      ))}
    </nav>
  )
}

/** The plans in one line for a visitor; the same draws in the app for a player. */
function Plans({ results: { day, game } }: { results: Results }) {
  const me = useAnswerCache().known(ME).data
  const [basic, pro] = [usePlan('basic'), usePlan('pro')]
  const price = ({ name, kobo, per }: typeof basic) => `${name} ${formatNaira(kobo)} a ${per}`
  const app = day
    ? `${PATHS.dayResult}?date=${day.date}`
    : `${PATHS.pastResults}?${new URLSearchParams({ game: game!.key, ...(game!.year && { year: String(game!.year) }) }).toString()}`
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      {!me && (
        <p className="text-sm">
          Search is free, {price(basic)}, {price(pro)}.{' '}
          <a href={PATHS.signUp} className="link">
            Sign Up
          </a>
        </p>
      )}
      <a href={app} rel="nofollow" className={buttonClasses('plain')}>
        Open in the app
      </a>
    </div>
  )
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
