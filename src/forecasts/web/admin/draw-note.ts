import {
  clockOf,
  formatDate,
  formatDuration,
  lagosDate,
  parseDate,
} from '../../../platform/rules/base/calendar.ts'
import { matchGame } from '../../../draws/rules/game-names.ts'
import { lateStampWarning } from '../../rules/stamps.ts'
import type { ComingDraw } from '../../rules/predictions.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'

export type FormGame = AnswerOf<'GET /api/admin/prediction-form'>['games'][number]

/** A hint about the typed game and date, with the games to choose from where the name is ambiguous. */
interface DrawNote {
  text: string
  /** That a stamp may come too late. */
  warning?: string | undefined
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
  const draw = drawOf(game, date)
  const warning = draw ? lateStampWarning(draw.locksAt, now) : undefined
  return { text: `${game.name}: ${drawText(game, date, now)}`, warning, choices: [] }
}

/** The draws of the typed game to choose from; none while the game is not clear. @param now milliseconds */
export function offeredDraws(gameName: string, games: readonly FormGame[], now: number): ComingDraw[] {
  const { game } = matchGame(gameName, games)
  return game ? game.draws.filter(({ locksAt }) => locksAt > now) : []
}

/** `today at 09:25`, `on Mon 2 Oct 2023 at 09:25`. */
export function dayAt(at: number, now: number): string {
  const day = lagosDate(at)
  return `${day === lagosDate(now) ? 'today' : `on ${formatDate(day)}`} at ${clockOf(at)}`
}

/** Until when a forecast of the typed draw counts, as a sentence; empty while the draw is not clear. @param now milliseconds */
export function closesText(gameName: string, date: string, games: readonly FormGame[], now: number): string {
  const { game } = matchGame(gameName, games)
  const draw = game && drawOf(game, date)
  if (draw && draw.locksAt > now) return `Forecasts for this draw close ${dayAt(draw.locksAt, now)}.`
  if (!game || (!draw && (date === '' || date > lagosDate(now)))) return ''
  return 'This draw has closed, so a forecast for it would not be scored.'
}

/** The draw of the typed date, or the next one without a date. */
const drawOf = ({ next, draws }: FormGame, typed: string) =>
  typed === '' ? next : draws.find(({ date }) => date === typed)

function drawText(game: FormGame, typed: string, now: number): string {
  const date = parseDate(typed)
  if (typed !== '' && !date) return 'give a date that exists.'
  if (!date && !game.next) return 'no coming draw is known; give a date.'
  const draw = drawOf(game, typed)
  if (draw && draw.locksAt > now) return `${date ? '' : 'next open draw '}${timesOf(draw, now)}`
  if (date && date > lagosDate(now)) return `${formatDate(date)}. It is scored if the game draws that day.`
  const when = date ? formatDate(date) : 'this draw'
  return `${when} is past or closed to forecasts: a forecast for it will be shown as "published too late" and never scored.`
}

/** `Mon 2 Oct 2023, closes 09:30, forecasts close 09:15, in 45 min.` */
function timesOf({ closesAt, locksAt }: ComingDraw, now: number): string {
  const [close, lock] = [closesAt, locksAt].map((at) => clockOf(at))
  return `${formatDate(lagosDate(closesAt))}, closes ${close}, forecasts close ${lock}, in ${formatDuration(locksAt - now)}.`
}
