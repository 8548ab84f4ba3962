import { z } from 'zod'
import {
  formatDate,
  lagosDate,
  type LagosDate,
  parseDate,
  WEEKDAYS,
} from '../../../platform/rules/base/calendar.ts'
import { earliestSlot } from '../../rules/desk.ts'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { endpoint, type Routes, write } from '../../../platform/server/api/endpoint.ts'
import {
  changeGame,
  parseText,
  refuseNamesake,
  lockGames,
  addSlot,
  endGame,
  removeSlot,
} from './change-game.ts'
import { changedFields, gameFields } from './fields.ts'
import { loadGames } from '../memory.ts'
import { date, slot } from '../shapes.ts'
import { eq } from 'drizzle-orm'
import { change, type Context } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { appendChange } from '../../../platform/server/changes/append.ts'
import { Refusal, refusedField } from '../../../platform/server/http/refusal.ts'
import { games, gameSlots } from '../tables.ts'
import { DEFAULT_EXPECTED_MINUTES, isGameKey, keyFromName } from '../../rules/games.ts'
import { defaultMarginMinutes, MARGIN_LIMITS } from '../../rules/lock.ts'
import { followTimes } from '../followers.ts'
import { plainText } from '../../../platform/server/api/form-fields.ts'

/** The keys of all games in an order. */
const keys = z.array(z.string().max(40)).max(1000)
const key = z.strictObject({ key: z.string().max(40) })
const minutes = z.int().min(0)
const validFrom = z
  .string()
  .refine((value) => parseDate(value) !== null, 'Write the day as 2023-10-02.')
  .transform((value) => value as LagosDate)

const newGame = gameFields.omit({ active: true }).extend({
  /** Left out: made from the name. */
  key: z.string().max(40).optional(),
  validFrom,
  times: z.array(z.strictObject({ weekday: z.enum(WEEKDAYS), close: minutes.max(1439) })).max(7),
})

export const gameRoutes = {
  'GET /api/admin/games': endpoint({
    summary: 'The games with all their slots, past ones included',
    access: 'manage-games',
    answer: z.strictObject({
      today: date,
      earliestSlot: date,
      games: z.array(
        gameFields.extend({
          key: z.string(),
          order: z.int(),
          version: z.int(),
          slots: z.array(slot).readonly(),
        }),
      ),
    }),
    async handle({ services: { db }, now }) {
      const today = lagosDate(now)
      const games = await loadGames(db)
      return { today, earliestSlot: earliestSlot(today), games: games.map(({ changes: _, ...game }) => game) }
    },
  }),

  'PUT /api/admin/games/:key': endpoint({
    summary: 'Rename a game, or switch it on or off',
    access: 'manage-games',
    effect: 'edits-games',
    fresh: true,
    params: key,
    body: changedFields.extend({
      version: z.int().min(1),
      reason: plainText(STAFF_LIMITS.reason).default(''),
    }),
    answer: z.strictObject({ version: z.int() }),
    handle({ context, params, body }) {
      return changeGame(context, { ...params, ...body })
    },
  }),

  'POST /api/admin/games': endpoint({
    summary: 'Add a game with its weekly times',
    access: 'manage-games',
    effect: 'edits-games',
    creates: 'once-by-form',
    fresh: true,
    body: newGame,
    answer: z.strictObject({ key: z.string() }),
    status: 201,
    handle({ context, body }) {
      return addGame(context, body)
    },
  }),

  'POST /api/admin/games/:key/end': write({
    summary: 'End a game: it has no draws from a day on, and its draws so far stay',
    access: 'manage-games',
    effect: 'edits-games',
    fresh: true,
    params: key,
    body: z.strictObject({ validFrom, reason: plainText(STAFF_LIMITS.reason).default('') }),
    handle: ({ context, params, body }) => endGame(context, params.key, body),
  }),

  'PUT /api/admin/games-order': write({
    summary: 'Set the order of the games',
    access: 'manage-games',
    effect: 'edits-games',
    fresh: true,
    body: z.strictObject({ keys, seen: keys }),
    handle: ({ context, body }) => orderGames(context, body),
  }),

  'POST /api/admin/games/:key/slots': write({
    summary: 'Set the times of a weekday from a day on; a close of null ends the slot',
    access: 'manage-games',
    effect: 'edits-games',
    creates: 'once-by-form',
    fresh: true,
    params: key,
    body: slot.extend({
      validFrom,
      expectedMinutes: minutes.max(24 * 60),
      /** Left out: the usual margin of the operator's draws at that time. */
      marginMinutes: minutes.min(MARGIN_LIMITS.least).max(MARGIN_LIMITS.most).optional(),
    }),
    status: 201,
    handle: ({ context, params, body }) => addSlot(context, params.key, body),
  }),

  'DELETE /api/admin/games/:key/slots/:weekday/:validFrom': write({
    summary: 'Remove times that are not in force yet',
    access: 'manage-games',
    effect: 'edits-games',
    fresh: true,
    params: key.extend({ weekday: z.enum(WEEKDAYS), validFrom }),
    handle: ({ context, params }) => removeSlot(context, params.key, params),
  }),
} satisfies Routes

/**
 * Sets the order in which every list shows the games.
 * @param keys every game once
 * @param seen the order that the change is based on
 * @throws Refusal conflict when the keys are not exactly the stored games, or another user changed the order first
 */
async function orderGames(
  context: Context,
  { keys, seen }: Record<'keys' | 'seen', readonly string[]>,
): Promise<void> {
  await change(context, async (unit) => {
    const { tx, now } = unit
    const all = await lockGames(tx)
    const old = all.map(({ key }) => key)
    if (String(old.toSorted()) !== String(keys.toSorted())) {
      throw new Refusal('conflict', 'The list of games has changed. Look at it again first.')
    }
    if (String(old) === String(keys)) return
    if (String(old) !== String(seen)) throw new Refusal('conflict', 'Another user changed the order first.')
    for (const [order, key] of keys.entries()) await tx.update(games).set({ order }).where(eq(games.key, key))
    await recordAudit(unit, 'game.order', 'games', { old, new: keys })
    await appendChange({ tx, now }, 'games', [...keys])
  })
}

/**
 * Adds a game after the others, with its weekly times from a day on.
 * @throws Refusal invalid-input at a field, or conflict for a name or a key of another game
 */
export async function addGame(context: Context, wanted: z.output<typeof newGame>): Promise<{ key: string }> {
  const { validFrom, times, key: _, ...fields } = wanted
  const name = parseText('name', wanted.name)
  const operator = parseText('operator', wanted.operator)
  if (name === '') throw refusedField('name', 'Give the game a name.')
  if (operator === '') throw refusedField('operator', 'Name the operator.')
  const key = wanted.key ?? keyFromName(name)
  if (!isGameKey(key)) throw refusedField('name', 'Use letters or digits in the name.')
  if (times.length === 0) throw refusedField('times', 'Give the time of at least one weekday.')
  if (new Set(times.map(({ weekday }) => weekday)).size < times.length)
    throw refusedField('times', 'A game has at most one draw on a weekday.')
  const first = earliestSlot(lagosDate(context.now))
  if (validFrom < first)
    throw refusedField('validFrom', `A game starts on ${formatDate(first)} at the earliest.`)
  return change(context, async (unit) => {
    const { tx, now } = unit
    const all = await lockGames(tx)
    refuseNamesake(all, name, '')
    if (all.some((game) => game.key === key))
      throw refusedField('name', `Another game has the short name ${key}.`)
    const order = Math.max(0, ...all.map((game) => game.order + 1))
    const values = { ...fields, name, operator }
    await tx.insert(games).values({ key, order, ...values })
    const slots = times.map(({ weekday, close }) => ({
      gameKey: key,
      weekday,
      close,
      expectedMinutes: DEFAULT_EXPECTED_MINUTES,
      marginMinutes: defaultMarginMinutes(operator, close),
      validFrom,
    }))
    await tx.insert(gameSlots).values(slots)
    await recordAudit(unit, 'game.add', `game:${key}`, { new: { ...values, validFrom }, times })
    await followTimes(unit, await loadGames(tx))
    await appendChange({ tx, now }, 'games', [key])
    return { key }
  })
}
