import { observeDraw } from '../ledger/observe-draw.ts'
import { z } from 'zod'
import {
  PREDICTION_LIMITS,
  type ComingDraw,
  comingDraws,
  nextOpenDraw,
  parsePrediction,
  type PredictionInput,
} from '../../rules/predictions.ts'
import { date } from '../../../draws/server/shapes.ts'
import { endpoint, type Routes, write } from '../../../platform/server/api/endpoint.ts'
import { numberIn, oneValue, plainText, reason } from '../../../platform/server/api/form-fields.ts'
import { Refusal, refusedFields } from '../../../platform/server/http/refusal.ts'
import { publishPrediction, editPrediction } from './publish.ts'
import { predictionWithVersions, staffPage } from '../queries.ts'
import { contextOf, imageOf } from '../prediction-answers.ts'
import { staffPrediction, withVersions } from '../shapes.ts'
import { cursor, numberKey } from '../../../platform/server/db/page.ts'
import type { PredictionContent } from '../stored.ts'
import { dayOf, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { findDraw, type History } from '../../../draws/rules/history.ts'
import { imageAddressProblem, ownImageName } from '../../rules/images.ts'
import type { Snapshot } from '../../../draws/server/memory.ts'
import { withdrawPrediction } from './withdraw.ts'

/** Values as they are typed. The domain's rules check them. */
const typed = {
  gameName: z.string().max(80),
  numbers: z.union([z.string().max(400), z.array(z.union([z.string().max(40), z.number()])).max(100)]),
  date: z.string().max(40).nullish(),
  form: z.string().max(40).nullish(),
  reasons: plainText(4000).nullish(),
  image: z.string().max(4000).nullish(),
}
/** Requests may also use the names that answers have for the date and the image. */
const aliases = { predictionDate: typed.date, imageUrl: typed.image }
interface Aliased {
  date?: string | null | undefined
  predictionDate?: string | null | undefined
  image?: string | null | undefined
  imageUrl?: string | null | undefined
}

/**
 * Reduces the input to one name per value.
 * @throws Refusal invalid-input when both names are given with different values
 */
function withoutAliases<Input extends Aliased>({ predictionDate, imageUrl, ...input }: Input) {
  const date = oneValue({ date: input.date, predictionDate })
  const image = oneValue({ image: input.image, imageUrl })
  return { ...input, ...(date !== undefined && { date }), ...(image !== undefined && { image }) }
}

const id = z.strictObject({
  id: numberIn('This is not the ID of a prediction.'),
})
const version = z.int().min(1)
const comingDraw = z.strictObject({ date, closesAt: z.number(), locksAt: z.number() })
const published = z.strictObject({ id: z.int(), version: z.int(), inTime: z.boolean() })

export const predictionAdminRoutes = {
  'GET /api/admin/prediction-form': endpoint({
    summary:
      'The games with their next draws that take forecasts, and the upload address of pictures, for the form',
    access: 'publish-forecasts',
    answer: z.strictObject({
      games: z.array(
        z.strictObject({
          key: z.string(),
          name: z.string(),
          next: comingDraw.nullable(),
          /** The draws of a week to choose from. */
          draws: z.array(comingDraw),
        }),
      ),
      upload: z.strictObject({ url: z.string(), preset: z.string(), isOurs: z.boolean() }),
    }),
    handle({ services: { draws, settings }, now }) {
      const { games, history } = draws.current()
      const next = nextOpenDrawOf(history, now)
      const ours = { url: '/api/admin/images', preset: 'predictions', isOurs: true }
      return {
        games: games
          .filter(({ active }) => active)
          .map((game) => ({
            key: game.key,
            name: game.name,
            next: next(game),
            draws: offeredDraws(history, now, game),
          })),
        upload: settings.imageHost ? { ...settings.imageHost, isOurs: false } : ours,
      }
    },
  }),

  'GET /api/admin/predictions': endpoint({
    summary: 'All predictions with their standing, newest first',
    access: 'publish-forecasts',
    fresh: true,
    query: z.strictObject({ after: cursor(numberKey).optional() }),
    answer: z.strictObject({ predictions: z.array(staffPrediction), next: z.string().nullable() }),
    async handle({ services, query, now }) {
      const context = await contextOf(services, now)
      return staffPage(services.db, context, PREDICTION_LIMITS.page, query.after?.[0] ?? null)
    },
  }),

  'GET /api/admin/predictions/:id': endpoint({
    summary: 'A prediction with all its versions',
    access: 'publish-forecasts',
    fresh: true,
    params: id,
    answer: withVersions,
    async handle({ services, params, now }) {
      const context = await contextOf(services, now)
      const found = await predictionWithVersions(services.db, context, params.id)
      if (!found) throw new Refusal('not-found', 'There is no such prediction.')
      return found
    },
  }),

  'POST /api/admin/predictions': endpoint({
    summary: 'Publish a prediction; without a date, for the next open draw of its game',
    access: 'publish-forecasts',
    effect: 'edits-forecasts',
    creates: 'once-by-its-own-key',
    fresh: true,
    body: z.strictObject({
      ...typed,
      ...aliases,
      /** Whether the same numbers may be published for a draw again; `no` refuses them with confirmation-needed. */
      again: z.enum(['yes', 'no']).default('yes'),
      /** The form's idempotency key. */
      submitKey: z
        .string()
        .regex(/^[\w-]{16,64}$/, 'This is not the key of a form.')
        .optional(),
    }),
    answer: published,
    status: 201,
    async handle({ services, now, actor, body }) {
      const { draws, settings } = services
      const { submitKey, again, ...input } = body
      const snapshot = draws.current()
      const content = checkPrediction(withoutAliases(input), now, snapshot, settings.appUrl)
      const form = { submitKey: submitKey ?? null, again: again === 'yes' }
      await services.recordCopy.requireWhole()
      const saved = await publishPrediction(services, actor, content, form)
      // It is published once its line is in the copy.
      await services.recordCopy.keepUp()
      return saved
    },
  }),

  'PATCH /api/admin/predictions/:id': endpoint({
    summary:
      'Add a version to a prediction, with a reason; a version after the close of forecasts is not scored',
    access: 'publish-forecasts',
    effect: 'edits-forecasts',
    fresh: true,
    params: id,
    body: z.strictObject({ ...z.strictObject({ ...typed, ...aliases }).partial().shape, version, reason }),
    answer: published,
    async handle({ services, now, actor, params, body }) {
      const { draws, settings } = services
      const { version: seen, reason: why, ...input } = body
      const values = withoutAliases(input)
      const snapshot = draws.current()
      await services.recordCopy.requireWhole()
      const saved = await editPrediction(services, actor, {
        id: params.id,
        version: seen,
        reason: why,
        change: ({ game, image, ...before }) => {
          const stored = { ...before, gameName: game, image: imageOf(image, settings.appUrl).image }
          return checkPrediction({ ...stored, ...values }, now, snapshot, settings.appUrl)
        },
      })
      await services.recordCopy.keepUp()
      return saved
    },
  }),

  'POST /api/admin/predictions/:id/withdraw': write({
    summary: 'Mark a prediction as withdrawn, with a reason that players see',
    access: 'publish-forecasts',
    effect: 'edits-forecasts',
    params: id,
    body: z.strictObject({ version, reason }),
    async handle({ services, actor, params, body }) {
      await services.recordCopy.requireWhole()
      await withdrawPrediction(services, actor, { id: params.id, ...body })
      await services.recordCopy.keepUp()
    },
  }),

  'POST /api/admin/draws/observed': endpoint({
    summary: 'Record when a draw was seen to happen; after an earlier time no forecast of the draw counts',
    access: 'enter-results',
    effect: 'edits-draws',
    creates: 'once-by-its-values',
    fresh: true,
    body: z.strictObject({
      game: z.string().max(24),
      date: z.string().max(40),
      /** The time of day in Lagos, such as 19:50. */
      time: z.string().max(40),
    }),
    answer: z.strictObject({ voided: z.boolean() }),
    handle({ services: { draws }, context, body }) {
      return observeDraw(context, draws.current().games, body)
    },
  }),
} satisfies Routes

/** A prediction as a request carries it, with the address of its picture. */
interface ContentInput extends PredictionInput {
  image?: string | null | undefined
}

const isRecordedIn = (history: History, game: Game) => (date: LagosDate) =>
  findDraw(history, game.key, dayOf(date)) !== undefined

/** Finds a game's next draw that is neither locked nor recorded. */
const nextOpenDrawOf = (history: History, now: number) => (game: Game) =>
  nextOpenDraw(game, now, isRecordedIn(history, game))

/** The draws of a game that the form offers: those of a week that are neither locked nor recorded. */
const offeredDraws = (history: History, now: number, game: Game): ComingDraw[] =>
  comingDraws(game, now, isRecordedIn(history, game), PREDICTION_LIMITS.offeredDays)

/**
 * Checks a prediction by the rules of the domain.
 *
 * @param appUrl our own address, which marks uploaded pictures
 * @throws Refusal invalid-input naming each field
 */
function checkPrediction(
  input: ContentInput,
  now: number,
  { games, history }: Snapshot,
  appUrl: string,
): PredictionContent {
  const { prediction, problems } = parsePrediction(input, now, games, nextOpenDrawOf(history, now))
  const { image, problem } = checkImage(input.image ?? '', appUrl)
  if (prediction && problem === null) return { ...prediction, image }
  throw refusedFields({ ...problems, ...(problem !== null && { image: problem }) })
}

function checkImage(input: string, appUrl: string): { image: string | null; problem: string | null } {
  const address = input.trim()
  if (address === '') return { image: null, problem: null }
  const name = ownImageName(address, appUrl)
  if (name) return { image: name, problem: null }
  return { image: address, problem: imageAddressProblem(address) }
}
