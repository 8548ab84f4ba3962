import { addDays, instantAt, type LagosDate, lagosDate, parseDate } from './calendar.ts'
import { parseBall, textOf } from './ball.ts'
import { matchGame } from './game-names.ts'
import { type Game, slotOn } from './games.ts'
import { LIMITS } from './limits.ts'

/** What a prediction is played as, with how many numbers it then has. */
export const PREDICTION_FORMS = {
  banker: { name: 'Banker', numbers: 1 },
  two_sure: { name: 'Two sure', numbers: 2 },
  three_direct: { name: 'Three direct', numbers: 3 },
  five: { name: 'Five', numbers: 5 },
  ten: { name: 'Ten', numbers: 10 },
} as const
export type PredictionForm = keyof typeof PREDICTION_FORMS
export const PREDICTION_FORM_KEYS = Object.keys(PREDICTION_FORMS) as [PredictionForm, ...PredictionForm[]]

/** A prediction as it comes from a form or a request: nothing about it is known yet. */
export interface PredictionInput {
  /** A game's key or its name in anybody's spelling. */
  gameName: unknown
  /** Numbers with commas between, or a list. */
  numbers: unknown
  /** `YYYY-MM-DD`; blank means the game's next open draw. */
  date?: unknown
  form?: unknown
  reasons?: unknown
}

/** What a prediction says, checked. */
export interface Prediction {
  game: string
  date: LagosDate
  numbers: readonly number[]
  form: PredictionForm | null
  reasons: string | null
}

export type PredictionField = 'gameName' | 'numbers' | 'date' | 'form' | 'reasons'
export type PredictionProblems = Partial<Record<PredictionField, string>>

/**
 * Reads numbers as the specification does: commas between, trimmed, empty ones removed. "07" is 7.
 *
 * @returns one to twenty distinct numbers from 1 to 90 in the order given, or what is wrong
 */
export function parsePredictionNumbers(
  given: unknown,
): { numbers: number[]; problem?: undefined } | { numbers?: undefined; problem: string } {
  const parts = (Array.isArray(given) ? (given as unknown[]) : textOf(given).split(','))
    .map((part) => (typeof part === 'string' ? part.trim() : part))
    .filter((part) => part !== '')
  if (parts.length === 0) return { problem: 'Give at least one number.' }
  if (parts.length > LIMITS.predictionNumbers)
    return { problem: `Give at most ${LIMITS.predictionNumbers} numbers, not ${parts.length}.` }
  const numbers: number[] = []
  for (const part of parts) {
    const ball = parseBall(part)
    if (ball === null) {
      const said = textOf(part).slice(0, 20)
      return {
        problem: `Write whole numbers from 1 to 90 with commas between${said && `; "${said}" is none`}.`,
      }
    }
    if (numbers.includes(ball)) return { problem: `The number ${ball} stands twice.` }
    numbers.push(ball)
  }
  return { numbers }
}

/** A draw that can still be predicted, or could once. `closesAt`: end of staking in milliseconds. */
export interface CloseOfDraw {
  date: LagosDate
  closesAt: number
}

/** The close of a game's draw on a date; null when the game does not draw that day. */
export function closeOn(game: Pick<Game, 'slots'>, date: LagosDate): number | null {
  const slot = slotOn(game, date)
  return slot && instantAt(date, slot.close)
}

/** Days in which a game's next draw is looked for: each draws at least once a week, and a new slot may start later. */
const AHEAD = 14

/**
 * A game's next draw that has not closed and whose result is not in; null for a game that draws no more.
 *
 * @param isRecorded whether the draw of a date is in already: then it is known, whatever the clock says
 */
export function nextOpenDraw(
  game: Pick<Game, 'slots' | 'active'>,
  now: number,
  isRecorded: (date: LagosDate) => boolean,
): CloseOfDraw | null {
  if (!game.active) return null
  for (let i = 0; i <= AHEAD; i++) {
    const date = addDays(lagosDate(now), i)
    const closesAt = closeOn(game, date)
    if (closesAt !== null && closesAt > now && !isRecorded(date)) return { date, closesAt }
  }
  return null
}

/**
 * When nothing can be added to a prediction any more: the close, or the moment when its draw was recorded, whichever
 * comes first. Null while neither is known: a day without a draw has no close.
 */
export function lockOf(closesAt: number | null, recordedAt: number | null): number | null {
  if (closesAt === null || recordedAt === null) return closesAt ?? recordedAt
  return Math.min(closesAt, recordedAt)
}

/** The close after a look at today's slots: it may move earlier, never later. Null stays null. */
export function closeBroughtForward(known: number | null, slotClose: number | null): number | null {
  return known === null || slotClose === null ? known : Math.min(known, slotClose)
}

/** Whether a version that is saved at `now` can be scored: the draw has a close, and neither it nor the result has come. */
export function isInTime(now: number, closesAt: number | null, recordedAt: number | null): boolean {
  return closesAt !== null && now < lockOf(closesAt, recordedAt)!
}

/** Letters, digits and line breaks; no direction marks or other signs that nobody sees. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/**
 * Checks a prediction: a game that is known, one to twenty distinct numbers, as many as its form has, a day that exists
 * and is not far ahead. A day that is past is right too: it is saved, and marked not scored.
 *
 * @param next a game's next open draw, which a blank date means
 * @returns the checked prediction, or every problem by field
 */
export function parsePrediction(
  input: PredictionInput,
  now: number,
  games: readonly Game[],
  next: (game: Game) => CloseOfDraw | null,
):
  | { prediction: Prediction; problems?: undefined }
  | { prediction?: undefined; problems: PredictionProblems } {
  const problems: PredictionProblems = {}
  const game = readGame(input.gameName, games, problems)
  const date = readDate(input.date, now, game, next, problems)
  const { numbers, problem } = parsePredictionNumbers(input.numbers)
  if (problem !== undefined) problems.numbers = problem
  const form = readForm(input.form, numbers, problems)
  const reasons = readReasons(input.reasons, problems)
  if (!game || !date || !numbers || Object.keys(problems).length > 0) return { problems }
  return { prediction: { game: game.key, date, numbers, form, reasons } }
}

function readGame(given: unknown, games: readonly Game[], problems: PredictionProblems): Game | null {
  const text = textOf(given)
  const { game, candidates = [] } = matchGame(text, games)
  if (game) return game
  const names = candidates.map(({ name }) => name).join(', ')
  if (text === '') problems.gameName = 'Choose a game.'
  else if (names) problems.gameName = `Which game is this: ${names}?`
  else problems.gameName = `There is no game "${text.slice(0, 40)}". Choose one of the list.`
  return null
}

function readDate(
  given: unknown,
  now: number,
  game: Game | null,
  next: (game: Game) => CloseOfDraw | null,
  problems: PredictionProblems,
): LagosDate | null {
  const text = textOf(given)
  if (text === '' && (given == null || typeof given === 'string')) {
    if (!game) return null
    const draw = next(game)
    if (!draw) problems.date = `${game.name} has no coming draw; give a date.`
    return draw?.date ?? null
  }
  const date = parseDate(text)
  if (!date) problems.date = `The date "${text.slice(0, 20)}" does not exist; write it as 2023-10-02.`
  else if (date > addDays(lagosDate(now), LIMITS.predictionDaysAhead))
    problems.date = 'The date lies more than a year ahead.'
  return date
}

function readForm(
  given: unknown,
  numbers: readonly number[] | undefined,
  problems: PredictionProblems,
): PredictionForm | null {
  if (given == null || given === '') return null
  const form = PREDICTION_FORM_KEYS.find((key) => key === given)
  if (!form) {
    problems.form = 'This form is not known.'
    return null
  }
  const { name, numbers: wanted } = PREDICTION_FORMS[form]
  if (numbers && numbers.length !== wanted)
    problems.form = `${name} has ${wanted} ${wanted === 1 ? 'number' : 'numbers'}, not ${numbers.length}.`
  return form
}

function readReasons(given: unknown, problems: PredictionProblems): string | null {
  if (given == null) return null
  const text = textOf(given)
  if (text.length > LIMITS.predictionReasons)
    problems.reasons = `At most ${LIMITS.predictionReasons} characters.`
  else if (INVISIBLE.test(text.replace(/\r?\n/g, ' ')))
    problems.reasons = 'Use letters, digits and ordinary signs only.'
  return text === '' ? null : text
}

/** A prediction's heading as the specification has it: 'Premier' plus the game's name, not doubled. */
export function premierName(gameName: string): string {
  return /^premier\b/i.test(gameName) ? gameName : `Premier ${gameName}`
}
