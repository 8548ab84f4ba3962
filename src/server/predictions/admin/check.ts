import { dayOf, type LagosDate } from '../../../domain/base/calendar.ts'
import type { Game } from '../../../domain/draws/games.ts'
import { findDraw, type History } from '../../../domain/draws/history.ts'
import { imageAddressProblem, ownImageName } from '../../../domain/images/images.ts'
import {
  type ComingDraw,
  comingDraws,
  nextOpenDraw,
  parsePrediction,
  type PredictionInput,
} from '../../../domain/predictions/predictions.ts'
import type { Snapshot } from '../../draws/memory.ts'
import { Refusal } from '../../http/refusal.ts'
import type { PredictionContent } from '../stored.ts'

/** A prediction as a request carries it, with the address of its picture. */
interface ContentInput extends PredictionInput {
  image?: string | null | undefined
}

/** How many days ahead the form offers the draws of a game. */
const DAYS_OFFERED = 7

const isRecordedIn = (history: History, game: Game) => (date: LagosDate) =>
  findDraw(history, game.key, dayOf(date)) !== undefined

/** Finds a game's next draw that is neither locked nor recorded. */
export const nextOpenDrawOf = (history: History, now: number) => (game: Game) =>
  nextOpenDraw(game, now, isRecordedIn(history, game))

/** The draws of a game that the form offers: those of a week that are neither locked nor recorded. */
export const offeredDraws = (history: History, now: number, game: Game): ComingDraw[] =>
  comingDraws(game, now, isRecordedIn(history, game), DAYS_OFFERED)

/**
 * Checks a prediction by the rules of the domain.
 *
 * @param appUrl our own address, which marks uploaded pictures
 * @throws Refusal invalid-input naming each field
 */
export function checkPrediction(
  input: ContentInput,
  now: number,
  { games, history }: Snapshot,
  appUrl: string,
): PredictionContent {
  const { prediction, problems } = parsePrediction(input, now, games, nextOpenDrawOf(history, now))
  const { image, problem } = checkImage(input.image ?? '', appUrl)
  if (prediction && problem === null) return { ...prediction, image }
  const fields: Record<string, string> = { ...problems, ...(problem !== null && { image: problem }) }
  throw new Refusal('invalid-input', Object.values(fields)[0], { fields })
}

function checkImage(input: string, appUrl: string): { image: string | null; problem: string | null } {
  const address = input.trim()
  if (address === '') return { image: null, problem: null }
  const name = ownImageName(address, appUrl)
  if (name) return { image: name, problem: null }
  return { image: address, problem: imageAddressProblem(address) }
}
