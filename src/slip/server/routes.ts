import { numberIn } from '../../platform/server/api/form-fields.ts'
import { z } from 'zod'
import { dayOf, lagosDate, parseDate } from '../../platform/rules/base/calendar.ts'
import { drawOfDay, publicDrawPath } from '../../platform/rules/site/paths.ts'
import { networkOf } from '../../platform/server/http/client-address.ts'
import { CACHE, Reply } from '../../platform/server/http/reply.ts'
import { findDraw } from '../../draws/rules/history.ts'
import { loadCanvas, renderPicture } from '../../reach/server/share/render.ts'
import { cardWords, firstName } from '../rules/card.ts'
import { CARD_SHAPES, cardPicture } from './card.ts'
import { nextDraw } from '../../draws/rules/day-result.ts'
import { timesOf } from '../../draws/rules/games.ts'
import { namedDay } from '../../draws/rules/draw-calendar.ts'
import { backByLuck, hasDraw, judgedIn, slipOf } from '../rules/judge.ts'
import { SLIP_LIMITS, checkEntry, numbersOf, SLIP_BET_KEYS, type TypedEntry } from '../rules/entry.ts'
import { type Call, endpoint, type Routes, write } from '../../platform/server/api/endpoint.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { ball, date } from '../../draws/server/shapes.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { loadMultipliers } from '../../forecasts/server/ledger/multipliers.ts'
import { addEntry, changeEntry, deleteEntry, entriesOf, type SavedEntry } from './entries.ts'

const entry = z.strictObject({
  id: z.int(),
  game: z.string().nullable(),
  /** Of the game. */
  name: z.string().nullable(),
  bet: z.enum(SLIP_BET_KEYS),
  numbers: z.array(ball).readonly(),
  against: z.array(ball).readonly(),
  lineOf: z.int(),
  stake: z.int(),
  from: date,
  until: date.nullable(),
  notify: z.boolean(),
  savedAt: z.number(),
  /** When it was saved or last changed. */
  keptAt: z.number(),
})
const played = {
  /** The id of its entry. */
  entry: z.int(),
  game: z.string(),
  name: z.string(),
  operator: z.string(),
  date,
  closesAt: z.number(),
}

export const judgedShape = z.strictObject({
  ...played,
  winning: z.array(ball).readonly(),
  sample: z.boolean(),
  came: z.array(ball),
  /** Null if the numbers are only watched. */
  isWin: z.boolean().nullable(),
  cost: z.int(),
  /** Kobo; null if what the operator pays is not known. */
  won: z.number().nullable(),
})

const text = z.string().max(100).default('')
const typed = z.strictObject({
  bet: text,
  /** Separated by spaces, commas or dashes, such as `41-21`. */
  numbers: text,
  against: text,
  lineOf: text,
  /** Naira on each line. */
  stake: text,
  /** Empty for any game. */
  game: text,
  /** Days; `from` empty for the next draw, `until` empty without an end. */
  from: text,
  until: text,
  once: z.boolean().default(true),
  notify: z.boolean().default(false),
})
const params = z.strictObject({
  id: numberIn('This is not the ID of an entry.'),
})

const cardQuery = z.strictObject({
  entry: numberIn('This is not the ID of an entry.'),
  game: z.string().max(40),
  date: z.string().max(20),
  /** Left out: shown where it is known. */
  amount: z.literal('off').optional(),
  /** Left out: the card says "I". */
  name: z.literal('on').optional(),
  shape: z.enum(CARD_SHAPES).default('square'),
})

/** The numbers that a player saves, for every plan. */
export const slipRoutes = {
  'GET /api/slip': endpoint({
    summary: 'Your saved numbers, the draws that they wait for, and the last 30 days',
    access: 'signed-in',
    pausedByBreak: true,
    followsDraws: true,
    answer: z.strictObject({
      entries: z.array(entry),
      waiting: z.array(z.strictObject(played)),
      /** Newest first. */
      judged: z.array(judgedShape),
      /** Kobo of 30 days; `unpriced`: wins without a known amount. */
      staked: z.int(),
      back: z.number(),
      unpriced: z.int(),
      /** Kobo that ₦100 brings back on average; null if it is not known. */
      backByLuck: z.number().nullable(),
    }),
    async handle({ services: { db, draws }, person, now }) {
      const entries = await entriesOf(db, person.uid)
      const multipliers = await multipliersFor(db, entries)
      const { waiting, judged, ...totals } = slipOf(entries, draws.current(), multipliers, now)
      return {
        entries: entries.map((one) => ({
          ...one,
          name: draws.current().games.find(({ key }) => key === one.game)?.name ?? null,
        })),
        waiting: waiting.map(shownDraw),
        judged: judged.slice(0, SLIP_LIMITS.judgedShown).map(shownVerdict),
        ...totals,
        backByLuck: backByLuck(judged, multipliers, lagosDate(now)),
      }
    },
  }),

  'GET /api/slip/games': endpoint({
    summary: 'The games that an entry can name, with their next draws',
    access: 'signed-in',
    pausedByBreak: true,
    answer: z.strictObject({
      games: z.array(
        z.strictObject({
          key: z.string(),
          name: z.string(),
          /** Of a week: `Mon 09:30, Thu 15:30`. */
          times: z.string(),
          /** When the next draw closes; null if none is planned. */
          closesAt: z.number().nullable(),
        }),
      ),
    }),
    handle: ({ services: { draws }, now }) => ({
      games: draws
        .current()
        .games.filter(({ active }) => active)
        .map((game) => {
          const closesAt = nextDraw([game], now)?.schedule.closesAt ?? null
          return { key: game.key, name: game.name, times: timesOf(game, lagosDate(now)), closesAt }
        }),
    }),
  }),

  'POST /api/slip': endpoint({
    summary: 'Save numbers',
    access: 'signed-in',
    creates: 'once-by-form',
    limit: 'slip',
    pausedByBreak: true,
    body: typed,
    answer: z.strictObject({ id: z.int() }),
    status: 201,
    async handle(call) {
      const { context, now, person, body } = call
      return { id: await addEntry(context.db, now, person.uid, readEntry(call, body)) }
    },
  }),

  'PUT /api/slip/:id': write({
    summary: 'Change saved numbers; the draws of the last 30 days are judged by the new ones',
    access: 'signed-in',
    limit: 'slip',
    pausedByBreak: true,
    params,
    body: typed,
    async handle(call) {
      const { services, now, person, body } = call
      await changeEntry(services.db, now, person.uid, call.params.id, readEntry(call, body))
    },
  }),

  'GET /api/slip/card/picture': endpoint({
    summary: 'The picture of your numbers beside a draw, square or wide',
    access: 'signed-in',
    pausedByBreak: true,
    query: cardQuery,
    answer: { media: 'image/png' },
    async handle(call) {
      const svg = cardPicture(await loadCanvas(), await readCard(call, call.query), call.query.shape)
      const picture = await renderPicture(svg, networkOf(call.address))
      return new Reply(picture, { type: 'image/png', cache: CACHE.none })
    },
  }),

  'DELETE /api/slip/:id': write({
    summary: 'Delete saved numbers',
    access: 'signed-in',
    pausedByBreak: true,
    params,
    handle: ({ services: { db }, person, params: { id } }) => deleteEntry(db, person.uid, id),
  }),
} satisfies Routes

function shownDraw(one: ReturnType<typeof slipOf<SavedEntry>>['waiting'][number]) {
  const { key, name, operator } = one.game
  return { entry: one.entry.id, game: key, name, operator, date: one.date, closesAt: one.closesAt }
}

function shownVerdict(one: ReturnType<typeof slipOf<SavedEntry>>['judged'][number]) {
  const { winning, sample, came, isWin, cost, won } = one
  return { ...shownDraw(one), winning, sample, came, isWin, cost, won }
}

const multipliersFor = async (db: Db, entries: readonly SavedEntry[]) =>
  entries.some(({ stake }) => stake > 0) ? loadMultipliers(db) : []

/** What became of a player's entries in one draw. */
export async function verdictsOf(db: Db, uid: string, draw: Parameters<typeof judgedIn>[1]) {
  const entries = await entriesOf(db, uid)
  return judgedIn(entries, draw, await multipliersFor(db, entries)).map(shownVerdict)
}

/** @throws Refusal invalid-input with the fields */
function readEntry({ services, now }: Pick<Call, 'services' | 'now'>, body: TypedEntry) {
  const { games: all, history } = services.draws.current()
  const games = all.filter(({ active }) => active)
  const chosen = body.game === '' ? games : games.filter(({ key }) => key === body.game)
  const found = chosen.length > 0 ? nextDraw(chosen, now) : undefined
  const next = found && body.game !== '' ? namedDay(found.game, found.date) : found?.date
  const checked = checkEntry(body, lagosDate(now), chosen.length > 0 ? (next ?? null) : undefined)
  const isEntry = 'entry' in checked
  if (isEntry && hasDraw(checked.entry, games, history)) return checked.entry
  const fields = isEntry ? { from: 'This game has no draw then. Choose another day.' } : checked.problems
  const [[name, problem]] = Object.entries(fields) as [[string, string]]
  throw new Refusal('invalid-input', `${name}: ${problem}`, { fields })
}

/**
 * A player's numbers beside a draw.
 * @throws Refusal not-found for an entry that is not the player's, or a draw in which it did not play
 */
async function readCard(
  { services, person }: Pick<Call<'signed-in'>, 'services' | 'person'>,
  asked: z.output<typeof cardQuery>,
) {
  const { games, history } = services.draws.current()
  const entries = (await entriesOf(services.db, person.uid)).filter(({ id }) => id === asked.entry)
  const game = games.find(({ key }) => key === asked.game)
  const date = parseDate(asked.date)
  const draw = game && date && findDraw(history, game.key, dayOf(date))
  if (!draw || draw.state !== 'drawn') throw new Refusal('not-found', 'There is no such draw.')
  const multipliers = await multipliersFor(services.db, entries)
  const [judged] = judgedIn(entries, { ...draw, game, date }, multipliers)
  if (!judged) throw new Refusal('not-found', 'These numbers were not in this draw.')
  const { entry, came } = judged
  const address = services.settings.appUrl + publicDrawPath(drawOfDay(game.key, date))
  const shown = { ...draw, game: game.name, operator: game.operator, date }
  const words = cardWords({
    entry,
    verdict: judged,
    draw: { ...shown, closesAt: judged.closesAt },
    name: asked.name ? firstName(person.username) : null,
    showsAmount: asked.amount === undefined,
    address,
  })
  return { words, numbers: numbersOf(entry), came, draw: shown, address: address.replace(/^https?:\/\//, '') }
}
