import {
  addDays,
  dateOfDay,
  dayOf,
  type LagosDate,
  monthYearOf,
  parseMonthYear,
  weekEnding,
} from '../../platform/rules/base/calendar.ts'
import { type AllDraws, drawsIn, gamesOfDay, resultsIn } from './day-result.ts'
import { findDraw, firstOnOrAfter, type History, isDrawn } from './history.ts'
import { latestResultDate } from './results-view.ts'
import { itemAt, present } from '../../platform/rules/base/lists.ts'

/** One Lagos day with its games, and what the screen says about the days around it. The server and the phone compute it. */
export function dayResult(all: AllDraws, date: LagosDate, today: LagosDate) {
  const games = gamesOfDay(all, date)
  const facts = dayFacts(all.history, date, today)
  return {
    ...facts,
    games,
    month: drawsOfMonth(all, facts.monthYear, today),
    sample: games.some(({ draw }) => draw?.sample),
  }
}

/** The number of draws of each day of a month: the results of a day that is over, else what the calendar has. */
function drawsOfMonth(all: AllDraws, monthYear: string, today: LagosDate): number[] {
  const { first, days } = present(parseMonthYear(monthYear))
  return Array.from({ length: days }, (_, i) => {
    const day = addDays(first, i)
    return (day < today ? resultsIn : drawsIn)(gamesOfDay(all, day))
  })
}

function dayFacts(history: History, date: LagosDate, today: LagosDate) {
  const monthYear = monthYearOf(date)
  return {
    date,
    today,
    monthYear,
    monthHasResults: monthHasResults(history, monthYear, today),
    /** The last day with a result, up to today; null without results. */
    latest: latestResultDate(history, today),
    /** The first day with a draw; null without draws. */
    first: firstDate(history),
    /** The days of the strip around the date that have a result. */
    weekResults: weekEnding(date, today).filter((day) => hasResult(history, day)),
  }
}

function firstDate(history: History): LagosDate | null {
  const firstDays = Array.from(history.games.values(), ({ days }) => itemAt(days, 0))
  return firstDays.length > 0 ? dateOfDay(Math.min(...firstDays)) : null
}

function hasResult(history: History, date: LagosDate): boolean {
  return Array.from(history.games.keys()).some(
    (game) => findDraw(history, game, dayOf(date))?.state === 'drawn',
  )
}

/** Whether a month has a result up to today. */
function monthHasResults(history: History, monthYear: string, today: LagosDate): boolean {
  const { first, days } = present(parseMonthYear(monthYear))
  const end = Math.min(dayOf(first) + days - 1, dayOf(today))
  for (const draws of history.games.values())
    for (let i = firstOnOrAfter(draws, dayOf(first)); i < draws.length && itemAt(draws.days, i) <= end; i++)
      if (isDrawn(draws, i)) return true
  return false
}

/** The specification's texts of Day Result, apart from those that every screen loads. */
export const noResultFor = (weekday: string): string => `No result found for ${weekday}`

export const noDocument = (monthYear: string): string => `Document "${monthYear}" does not exist`

export const errorFetching = (message: string): string => `Error fetching results: ${message}`
