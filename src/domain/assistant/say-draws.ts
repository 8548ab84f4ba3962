import { formatDate, parseDate } from '../calendar.ts'
import type { SayTable } from './say.ts'
import { drawsWords, line, nameOf } from './say-words.ts'

/** Draws, and the times at which games close. */
export const SAY_DRAWS: SayTable<'draw' | 'schedule'> = {
  draw: (draws, _, data) => {
    const [only] = draws
    if (!only) return { figure: 'No draw is on record' }
    if (draws.length > 1) return { figure: drawsWords(draws.length) }
    return { figure: `${nameOf(only.game, data)}, ${formatDate(only.date)}` }
  },
  schedule: (found, _, data) => {
    if (!found) return { figure: 'None in the next week' }
    if (!Array.isArray(found)) {
      const [date, time] = found.at.split('T') as [string, string]
      const notes = ['Bets close at this time. The result follows after the draw.']
      return { figure: `${nameOf(found.game, data)}, ${formatDate(parseDate(date)!)}, ${time}`, notes }
    }
    const games = [...new Set(found.map(({ game }) => game))]
    const timesOf = (game: string) =>
      found
        .filter((time) => time.game === game)
        .map(({ day, closes }) => `${day} ${closes}`)
        .join(', ')
    const [first] = games
    if (first === undefined) return { figure: 'None' }
    const notes = ['Bets close at these times, Lagos time.']
    if (games.length === 1) return { figure: `${nameOf(first, data)}: ${timesOf(first)}`, notes }
    return {
      figure: `${games.length} games`,
      lines: games.map((game) => line(nameOf(game, data), timesOf(game))),
      notes,
    }
  },
}
