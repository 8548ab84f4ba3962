import type { SearchAnswers } from './joined-search.ts'
import {
  formatDate,
  formatLongDate,
  formatMonth,
  type LagosDate,
} from '../../platform/rules/base/calendar.ts'
import type { Draw } from './draw.ts'
import { drawsWords, formatCount, times } from '../../platform/rules/base/words.ts'
import { NOTES } from '../../platform/rules/base/messages.ts'
import { inTitle } from './operators.ts'

type SharedDraw = Pick<Draw, 'state' | 'winning' | 'machine'> & { sample: boolean }

const joined = (numbers: readonly number[]) => numbers.join(' - ')

/**
 * A draw as a message: its name and date, its numbers, and the address of its public page.
 * @param address the full address
 */
export function drawShareText(draw: SharedDraw & { game: string; date: LagosDate }, address: string): string {
  return [`${draw.game}, ${formatDate(draw.date)}`, ...drawLines(draw), address].join('\n')
}

/**
 * A game's draw as people search for it: `Premier Lotto (Baba Ijebu) Diamond result today, Monday 23 June 2025`.
 * @param what `draw` before the result
 */
export function resultTitle(
  { operator, name }: { operator: string; name: string },
  date: LagosDate,
  { today, what = 'result' }: { today?: LagosDate; what?: 'result' | 'draw' } = {},
): string {
  return `${inTitle([operator])} ${name} ${what}${date === today ? ' today' : ''}, ${formatLongDate(date)}`
}

/** The numbers of a draw on one line, for the preview of a link. @param corrected the date of its last correction */
export function drawSentence(draw: SharedDraw, corrected: LagosDate | null = null): string {
  return [...(corrected ? [`Corrected on ${formatDate(corrected)}`] : []), ...drawLines(draw)].join('. ')
}

/** What the picture of a draw shows. */
export function drawAltText(
  draw: SharedDraw & { game: string; date: LagosDate },
  corrected: LagosDate | null,
): string {
  return `${draw.game}, ${formatDate(draw.date)}. ${drawSentence(draw, corrected)}`
}

function drawLines({ state, winning, machine, sample }: SharedDraw): string[] {
  return [
    ...(state === 'no_draw' ? ['No draw'] : []),
    ...(winning.length > 0 ? [`Winning: ${joined(winning)}`] : []),
    ...(machine.length > 0 ? [`Machine: ${joined(machine)}`] : []),
    ...(sample ? [NOTES.sample] : []),
  ]
}

/**
 * The results of a day as a message, one line per game, and the address of its public page. Games without a result are
 * left out.
 * @param address the full address
 */
export function dayShareText(day: SharedDay, address: string): string {
  return [...dayLines(day), address].join('\n')
}

/**
 * A page of results as a message: of a day one line per game, of a game its newest draw.
 * @param address the full address
 */
export function resultsShareText({ day, game, games, draws }: SharedResults, address: string): string {
  const nameOf = (key: string) => games.find((one) => one.key === key)?.name ?? key
  if (day)
    return dayShareText(
      { date: day.date, games: draws.map((draw) => ({ name: nameOf(draw.game), draw })) },
      address,
    )
  const { key, year } = game!
  const newest = year === null ? draws.slice(0, 1) : []
  return [
    `${nameOf(key)} results${year === null ? '' : ` of ${year}`}`,
    ...newest.flatMap((draw) => [formatDate(draw.date), ...drawLines(draw)]),
    address,
  ].join('\n')
}

/** The results of a day on one line, for the preview of a link. */
export function daySentence(day: SharedDay): string {
  return dayLines(day).slice(1).join('. ')
}

interface SharedResults {
  day: { date: LagosDate } | null
  game: { key: string; year: number | null } | null
  games: readonly { key: string; name: string }[]
  draws: readonly (SharedDraw & { game: string; date: LagosDate })[]
}

interface SharedDay {
  date: LagosDate
  games: readonly { name: string; draw: SharedDraw | null }[]
}

function dayLines(day: SharedDay): string[] {
  const results = day.games.flatMap(({ name, draw }) => (draw ? [{ name, draw }] : []))
  return [
    `Results of ${formatDate(day.date)}`,
    ...results.map(({ name, draw }) => `${name}: ${resultText(draw)}`),
    ...(results.length === 0 ? ['No results yet'] : []),
    ...(results.some(({ draw }) => draw.sample) ? [NOTES.sample] : []),
  ]
}

const resultText = ({ state, winning }: SharedDraw): string =>
  state === 'no_draw' ? 'No draw' : joined(winning)

interface NumberFacts {
  number: number
  count: number
  draws: number
  /** The day of the first draw; null without draws. */
  from: LagosDate | null
  waited: { value: number }
}

/** A number as a message: how often it came and how long it has been away. @param address a page without a login */
export function numberShareText(facts: NumberFacts, address: string): string {
  const { number, count, draws, from, waited } = facts
  const since = from === null ? '' : ` since ${formatMonth(from)}`
  return [
    `${number} came ${times(formatCount(count))} in ${drawsWords(draws)}${since}.`,
    ...(count > 0 ? [`${drawsWords(waited.value)} since it came. ${NOTES.odds}`] : []),
    address,
  ].join('\n')
}

/** A number search as a message. @param address a page without a login */
export function searchShareText(search: SearchAnswers, address: string): string {
  return [search.scope, ...search.answers.map(({ sentence, luck }) => `${sentence} ${luck}`), address].join(
    '\n',
  )
}
