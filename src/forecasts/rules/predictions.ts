import { present } from '../../platform/rules/base/lists.ts'
import { hasInvisibleInLines, INVISIBLE_REFUSED } from '../../platform/rules/base/plain-text.ts'
import {
  addDays,
  type LagosDate,
  lagosDate,
  MINUTE,
  parseDate,
  SECOND,
} from '../../platform/rules/base/calendar.ts'
import { parseBall, textOf } from '../../platform/rules/base/balls.ts'
import { matchGame } from '../../draws/rules/game-names.ts'
import { BETS, PREDICTION_FORMS, type PredictionForm } from '../../draws/rules/bets.ts'
import { type Calendar, closeOf, planOf, slotOn } from '../../draws/rules/draw-calendar.ts'
import type { Game } from '../../draws/rules/games.ts'
import { type LockFacts, lockOf } from '../../draws/rules/lock.ts'

/** Limits of predictions. */
export const PREDICTION_LIMITS = {
  /** Numbers of one prediction. */
  numbers: 20,
  /** Characters of the pen name of an author. */
  penName: 30,
  /** Characters of the reasons of a prediction. */
  reasons: 500,
  /** How many days ahead a prediction's draw may be. */
  daysAhead: 366,
  /** Characters of the address of a picture on another host. */
  imageAddress: 2000,
  /** Predictions of one page of the list. */
  page: 20,
  /** Days ahead of which the form offers the draws of a game. */
  offeredDays: 7,
  /** Days ahead in which a game's next draw is searched. Each draws weekly, but a new slot may start later. */
  searchedDays: 14,
  /** Milliseconds until the answer of a time-stamping authority must have arrived. */
  stampMs: 10 * SECOND,
  /** Bytes of its answer: a token with its certificates has 1 to 7 kB. */
  stampBytes: 64 * 1024,
  /**
   * Milliseconds after a close in which a channel gets its post; later, the post would not show that it precedes the
   * result.
   */
  closePostMs: 15 * MINUTE,
  /** Milliseconds after which a copy of the record is tried again that could not be written. */
  copyRetryMs: 60_000,
  /** Months of one page of the record. */
  monthsPage: 3,
  /** The most points of a chart of the record: one for each pixel and a half of a phone. */
  chartPoints: 200,
  /** The fewest hexadecimal digits of an entry's shortened hash. */
  fewestDigits: 8,
  /** The highest multiplier that staff may enter. */
  times: 1_000_000,
  /** The highest number of a forecast, or of an author, whose texts staff erase. */
  entryNumber: 999_999_999,
  /** Findings to show; one changed entry can break many rules. */
  findings: 20,
  /** The newest stamps that a browser checks. Each is a request. */
  checkedStamps: 100,
  /** Entries of which the download says its size: about 10 MB, which a cheap phone takes long for. */
  manyEntries: 36_000,
  /** The slips of a month that are open at first: five rows of a phone. */
  monthFirst: 20,
} as const

/** Whether a text from an address can be the number of a forecast. */
export const isForecastNumber = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text)

/** A prediction from a form or a request, unchecked. */
export interface PredictionInput {
  /** A game's key or its name in any usual spelling. */
  gameName: unknown
  /** Numbers separated by commas, or a list. */
  numbers: unknown
  /** `YYYY-MM-DD`; blank means the game's next open draw. */
  date?: unknown
  form?: unknown
  reasons?: unknown
}

/** A checked prediction. */
export interface Prediction {
  game: string
  date: LagosDate
  numbers: readonly number[]
  form: PredictionForm | null
  reasons: string | null
}

type PredictionField = 'gameName' | 'numbers' | 'date' | 'form' | 'reasons'
type PredictionProblems = Partial<Record<PredictionField, string>>

/**
 * Reads numbers as the specification does: separated by commas, trimmed, empty ones removed. "07" is 7.
 *
 * @returns one to twenty distinct numbers from 1 to 90 in the order given, or the problem
 */
export function parsePredictionNumbers(
  given: unknown,
): { numbers: number[]; problem?: undefined } | { numbers?: undefined; problem: string } {
  const parts = (Array.isArray(given) ? (given as unknown[]) : textOf(given).split(','))
    .map((part) => (typeof part === 'string' ? part.trim() : part))
    .filter((part) => part !== '')
  if (parts.length === 0) return { problem: 'Enter at least one number.' }
  if (parts.length > PREDICTION_LIMITS.numbers)
    return { problem: `Enter at most ${PREDICTION_LIMITS.numbers} numbers, not ${parts.length}.` }
  const numbers: number[] = []
  for (const part of parts) {
    const ball = parseBall(part)
    if (ball === null) {
      const given = textOf(part).slice(0, 20)
      return {
        problem: `Enter whole numbers from 1 to 90, separated by commas${given && `; "${given}" is not one`}.`,
      }
    }
    if (numbers.includes(ball)) return { problem: `${ball} is entered twice.` }
    numbers.push(ball)
  }
  return { numbers }
}

/** A draw to come by the day that names it, with the end of its staking and the lock of its forecasts, in milliseconds. */
export interface ComingDraw {
  date: LagosDate
  closesAt: number
  locksAt: number
}

/** The earliest known recording and observation of a draw, in milliseconds; null if there is none. */
type KnownOfDraw = Pick<LockFacts, 'recordedAt' | 'observedAt'>

/**
 * The close of the draw that a day names, and the lock of its forecasts: instants in milliseconds, from the lock on no
 * version counts. A moved draw closes on its new day. Both are null for a day without a draw.
 */
export function timesOn(
  game: Calendar,
  date: LagosDate,
  known: KnownOfDraw,
): { close: number; lock: number } | { close: null; lock: null } {
  const { draw } = planOf(game, date)
  if (!draw) return { close: null, lock: null }
  const close = closeOf(draw)
  return { close, lock: present(lockOf({ close, marginMinutes: draw.marginMinutes, ...known })) }
}

/**
 * A game's draws of today and the days after it that are neither locked nor recorded, soonest first.
 *
 * @param now milliseconds
 * @param isRecorded whether the draw of a date is recorded, even before its close
 */
export function comingDraws(
  game: Calendar & Pick<Game, 'active'>,
  now: number,
  isRecorded: (date: LagosDate) => boolean,
  days: number = PREDICTION_LIMITS.searchedDays,
): ComingDraw[] {
  if (!game.active) return []
  return Array.from({ length: days + 1 }, (_, i) => addDays(lagosDate(now), i)).flatMap((date) => {
    const draw = slotOn(game, date)
    if (!draw || isRecorded(date)) return []
    const { close, lock } = timesOn(game, draw.scheduled, { recordedAt: null, observedAt: null })
    return lock! > now ? [{ date: draw.scheduled, closesAt: close!, locksAt: lock! }] : []
  })
}

/** A game's next draw that is neither locked nor recorded; null if it has none within a fortnight. */
export function nextOpenDraw(
  game: Calendar & Pick<Game, 'active'>,
  now: number,
  isRecorded: (date: LagosDate) => boolean,
): ComingDraw | null {
  return comingDraws(game, now, isRecorded)[0] ?? null
}

/** The earlier of two instants in milliseconds, which may be unknown. A known close or lock never moves later. */
export const earlier = (known: number | null, other: number | null): number | null =>
  known === null || other === null ? known : Math.min(known, other)

/**
 * Checks a prediction: a known game, one to twenty distinct numbers, as many as its form has, and a date at most a year
 * ahead. A past date is valid: the prediction is saved and marked as not scored.
 *
 * @param next a game's next open draw, used for a blank date
 * @returns the checked prediction, or every problem by field
 */
export function parsePrediction(
  input: PredictionInput,
  now: number,
  games: readonly Game[],
  next: (game: Game) => ComingDraw | null,
):
  | { prediction: Prediction; problems?: undefined }
  | { prediction?: undefined; problems: PredictionProblems } {
  const problems: PredictionProblems = {}
  const game = readGame(input.gameName, games, problems)
  const date = readDate(input.date, game, { now, next }, problems)
  const { numbers, problem } = parsePredictionNumbers(input.numbers)
  if (problem !== undefined) problems.numbers = problem
  const form = readForm(input.form, numbers, problems)
  const reasons = readReasons(input.reasons, problems)
  if (Object.keys(problems).length > 0) return { problems }
  return { prediction: { game: game!.key, date: date!, numbers: numbers!, form, reasons } }
}

function readGame(given: unknown, games: readonly Game[], problems: PredictionProblems): Game | null {
  const text = textOf(given)
  const { game, candidates } = matchGame(text, games)
  if (game) return game
  const names = candidates.map(({ name }) => name).join(', ')
  if (text === '') problems.gameName = 'Choose a game.'
  else if (names) problems.gameName = `Which game do you mean: ${names}?`
  else problems.gameName = `There is no game "${text.slice(0, 40)}". Choose one from the list.`
  return null
}

function readDate(
  given: unknown,
  game: Game | null,
  { now, next }: { now: number; next: (game: Game) => ComingDraw | null },
  problems: PredictionProblems,
): LagosDate | null {
  const text = textOf(given)
  if (text === '' && (given == null || typeof given === 'string')) {
    if (!game) return null
    const draw = next(game)
    if (!draw) problems.date = `${game.name} has no upcoming draw. Enter a date.`
    return draw?.date ?? null
  }
  const date = parseDate(text)
  if (!date) problems.date = `The date "${text.slice(0, 20)}" does not exist; write it as 2023-10-02.`
  else if (date > addDays(lagosDate(now), PREDICTION_LIMITS.daysAhead))
    problems.date = 'The date is more than a year ahead.'
  // The forecasts of a moved draw keep its day.
  return (date && game && slotOn(game, date)?.scheduled) || date
}

function readForm(
  given: unknown,
  numbers: readonly number[] | undefined,
  problems: PredictionProblems,
): PredictionForm | null {
  if (given == null || given === '') return null
  const form = PREDICTION_FORMS.find((key) => key === given)
  if (!form) {
    problems.form = 'Unknown form.'
    return null
  }
  const { name, numbers: wanted } = BETS[form]
  if (numbers && numbers.length !== wanted)
    problems.form = `${name} has ${wanted} ${wanted === 1 ? 'number' : 'numbers'}, not ${numbers.length}.`
  return form
}

function readReasons(given: unknown, problems: PredictionProblems): string | null {
  const text = textOf(given)
  if (text.length > PREDICTION_LIMITS.reasons)
    problems.reasons = `At most ${PREDICTION_LIMITS.reasons} characters.`
  else if (hasInvisibleInLines(text)) problems.reasons = INVISIBLE_REFUSED
  return text === '' ? null : text
}

/** A prediction's heading by the specification: 'Premier' plus the game's name, unless the name starts with it. */
export const premierName = (gameName: string): string =>
  /^premier\b/i.test(gameName) ? gameName : `Premier ${gameName}`
