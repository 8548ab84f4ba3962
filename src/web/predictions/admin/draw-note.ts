import { formatClock, formatDate, formatDuration, lagosMinutes, parseDate } from '../../../domain/calendar.ts'
import { matchGame } from '../../../domain/game-names.ts'
import type { AnswerOf } from '../../api/call.ts'

export type FormGame = AnswerOf<'GET /api/admin/prediction-form'>['games'][number]

/** A hint about the typed game and date, with the games to choose from where the name is ambiguous. */
export interface DrawNote {
  text: string
  choices: FormGame[]
}

/** Names the draw that a prediction will belong to. The server decides again on saving. `now` in milliseconds. */
export function drawNoteFor(
  gameName: string,
  date: string,
  games: readonly FormGame[],
  now: number,
): DrawNote {
  if (gameName.trim() === '') return { text: 'Type or choose a game.', choices: [] }
  const { game, candidates } = matchGame(gameName, games)
  if (!game) {
    const text =
      candidates.length > 0 ? 'Which game is this?' : 'There is no such game. Choose one from the list.'
    return { text, choices: candidates }
  }
  return { text: `${game.name}: ${drawText(game, date, now)}`, choices: [] }
}

function drawText({ next }: FormGame, typed: string, now: number): string {
  const date = parseDate(typed)
  if (typed !== '' && !date) return 'give a date that exists.'
  if (!date && !next) return 'no coming draw is known; give a date.'
  if (next && next.closesAt > now && (!date || date === next.date)) {
    const when = `${formatDate(next.date)}, closes ${formatClock(lagosMinutes(next.closesAt))}`
    return `${date ? '' : 'next open draw '}${when}, in ${formatDuration(next.closesAt - now)}.`
  }
  if (date && next && date > next.date) return `${formatDate(date)}. It is scored if the game draws that day.`
  return `${date ? formatDate(date) : 'this draw'} is past or closed: it will be shown, marked not scored.`
}
