import { isDeepStrictEqual } from 'node:util'
import { eq, and, gte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { parseGameText, earliestSlot } from '../../rules/desk.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { change, type Context, type Change } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { appendChange } from '../../../platform/server/changes/append.ts'
import { Refusal, refusedField } from '../../../platform/server/http/refusal.ts'
import { type changedFields, gameFields } from './fields.ts'
import { games, gameSlots } from '../tables.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import {
  formatDate,
  type LagosDate,
  lagosDate,
  type Weekday,
  weekdayOf,
} from '../../../platform/rules/base/calendar.ts'
import type { AuditAction } from '../../../platform/rules/audit/audit.ts'
import { planOf } from '../../rules/draw-calendar.ts'
import { sameNumber } from '../../rules/game-names.ts'
import type { Slot } from '../../rules/games.ts'
import { defaultMarginMinutes } from '../../rules/lock.ts'
import { followTimes } from '../followers.ts'
import { loadGames } from '../memory.ts'
import { present } from '../../../platform/rules/base/lists.ts'

type GameChange = z.output<typeof changedFields> & {
  key: string
  /** The version that the change is based on. */
  version: number
  reason: string
}

/**
 * Changes a game's name, operator, colour or first serial number, or pauses it. Its key and its draws stay. Equal values change nothing.
 * @throws Refusal not-found, invalid-input, or conflict when another user changed it first or the name is taken
 */
export async function changeGame(context: Context, wanted: GameChange) {
  const { key, version: seen, reason, ...fields } = wanted
  const name = parseText('name', wanted.name)
  const operator = parseText('operator', wanted.operator)
  if (name === '') throw refusedField('name', 'Give the game a name.')
  return change(context, async (unit) => {
    const { tx, now } = unit
    const all = await lockGames(tx)
    const game = all.find((one) => one.key === key)
    if (!game) throw new Refusal('not-found', 'There is no such game.')
    const old = gameFields.strip().parse(game)
    const newValues = { ...old, ...fields, name, operator }
    if (isDeepStrictEqual(old, newValues)) return { version: game.version }
    if (game.version !== seen)
      throw new Refusal(
        'conflict',
        `Another user changed this game first; it is now version ${game.version}.`,
      )
    refuseNamesake(all, name, key)
    const version = game.version + 1
    await tx
      .update(games)
      .set({ ...newValues, version })
      .where(eq(games.key, key))
    await recordAudit(unit, 'game.change', `game:${key}`, {
      old,
      new: newValues,
      ...(reason !== '' && { reason }),
    })
    await appendChange({ tx, now }, 'games', [key])
    return { version }
  })
}

type StoredGame = Awaited<ReturnType<typeof lockGames>>[number]

/** @throws Refusal conflict at `name` when another game has it */
export function refuseNamesake(all: readonly StoredGame[], name: string, key: string): void {
  const isSame = (other: string) => other.toLowerCase() === name.toLowerCase() || sameNumber(other, name)
  const namesake = all.find((one) => one.key !== key && isSame(one.name))
  if (namesake) throw refusedField('name', `There is another game named ${namesake.name}.`, 'conflict')
}

/** A name or an operator, trimmed. @throws Refusal invalid-input */
export function parseText(field: string, text: string): string {
  const plain = parseGameText(text)
  if (plain === null)
    throw refusedField(field, `Use at most ${DRAW_LIMITS.gameName} letters, digits and punctuation.`)
  return plain
}

/** All games in their order. Until the transaction ends, none is changed or added: names and order depend on all of them. */
export async function lockGames(tx: Db) {
  await tx.execute(sql`lock table ${games} in share row exclusive mode`)
  return tx.select().from(games).orderBy(games.order, games.key).for('update')
}

/**
 * One game, locked for the rest of the transaction.
 * @throws Refusal not-found
 */
async function requireGame(tx: Db, key: string) {
  const [game] = await tx.select().from(games).where(eq(games.key, key)).for('update')
  if (!game) throw new Refusal('not-found', 'There is no such game.')
  return game
}

/** A slot whose margin may be left out: then it is the usual one of the operator's draws at that time. */
type NewSlot = Omit<Slot, 'marginMinutes'> & { marginMinutes?: number | undefined }

/**
 * Adds the slot of a weekday, valid from a day on. Earlier slots stay unchanged, so that past lateness and locks stay
 * correct. Adding the same slot again changes nothing.
 * @throws Refusal not-found, invalid-input for a day that has begun, conflict for a day that already has other times
 */
export async function addSlot(
  context: Context,
  key: string,
  { marginMinutes, ...times }: NewSlot,
): Promise<void> {
  const { now } = context
  const { weekday, close, expectedMinutes, validFrom } = times
  refuseBegun(validFrom, now)
  await change(context, async (unit) => {
    const { tx } = unit
    const { operator } = await requireGame(tx, key)
    if (close !== null) await refuseMovedDraw(tx, key, times)
    const slot = { ...times, marginMinutes: marginMinutes ?? defaultMarginMinutes(operator, close) }
    const [known] = await tx
      .select()
      .from(gameSlots)
      .where(isSlot(key, weekday, validFrom))
    if (known) {
      const hasSameTimes = known.close === close && known.expectedMinutes === expectedMinutes
      if (hasSameTimes && known.marginMinutes === slot.marginMinutes) return
      throw new Refusal('conflict', `There are already other times from ${formatDate(validFrom)} on.`)
    }
    await tx.insert(gameSlots).values({ gameKey: key, ...slot })
    await recordSlotChange(unit, key, 'game.slot', { new: slot })
  })
}

/**
 * Removes a slot that is not in force yet.
 * @throws Refusal not-found, or invalid-input when it is in force
 */
export async function removeSlot(
  context: Context,
  key: string,
  { weekday, validFrom }: { weekday: Weekday; validFrom: LagosDate },
): Promise<void> {
  const { now } = context
  refuseBegun(validFrom, now)
  await change(context, async (unit) => {
    const { tx } = unit
    await requireGame(tx, key)
    const [removed] = await tx
      .delete(gameSlots)
      .where(isSlot(key, weekday, validFrom))
      .returning()
    if (!removed) throw new Refusal('not-found', 'There is no such time.')
    const { gameKey: _, ...old } = removed
    await recordSlotChange(unit, key, 'game.slot-remove', { old })
  })
}

/**
 * Ends a game: no weekday has a draw from a day on. Its draws so far, and what staff changed for single dates, stay.
 * @throws Refusal not-found, invalid-input for a day that has begun, conflict for a game that has ended by then
 */
export async function endGame(
  context: Context,
  key: string,
  { validFrom, reason }: { validFrom: LagosDate; reason: string },
): Promise<void> {
  refuseBegun(validFrom, context.now)
  await change(context, async (unit) => {
    const { tx } = unit
    await requireGame(tx, key)
    const slots = await tx.select().from(gameSlots).where(eq(gameSlots.gameKey, key))
    const before = slots
      .filter((slot) => slot.validFrom < validFrom)
      .toSorted((one, other) => one.validFrom.localeCompare(other.validFrom))
    const inForce = [...new Map(before.map((slot) => [slot.weekday, slot])).values()]
    const ended = inForce.filter(({ close }) => close !== null)
    const later = and(eq(gameSlots.gameKey, key), gte(gameSlots.validFrom, validFrom))
    const removed = await tx.delete(gameSlots).where(later).returning()
    if (![...ended, ...removed].some(({ close }) => close !== null))
      throw new Refusal('conflict', 'This game already ends before that day.')
    if (ended.length > 0)
      await tx.insert(gameSlots).values(ended.map((slot) => ({ ...slot, close: null, validFrom })))
    await recordSlotChange(unit, key, 'game.end', { new: { validFrom }, reason })
  })
}

/** @throws Refusal conflict when a draw of the game was moved to a day that the new slot takes */
async function refuseMovedDraw(tx: Db, key: string, { weekday, validFrom }: NewSlot): Promise<void> {
  const game = present((await loadGames(tx)).find((one) => one.key === key))
  const taken = game.changes.find(
    ({ toDate }) => toDate && toDate >= validFrom && weekdayOf(toDate) === weekday,
  )
  if (!taken || planOf(game, taken.date).draw?.date !== taken.toDate) return
  const message = `${game.name} has a moved draw on ${formatDate(taken.toDate)}. Undo that in the calendar first.`
  throw refusedField('weekday', message, 'conflict')
}

const isSlot = (key: string, weekday: Weekday, validFrom: LagosDate) =>
  and(eq(gameSlots.gameKey, key), eq(gameSlots.weekday, weekday), eq(gameSlots.validFrom, validFrom))

function refuseBegun(validFrom: LagosDate, now: number): void {
  const first = earliestSlot(lagosDate(now))
  if (validFrom < first) throw refusedField('validFrom', `Times can change from ${formatDate(first)} on.`)
}

async function recordSlotChange(
  unit: Change,
  key: string,
  action: AuditAction,
  details: unknown,
): Promise<void> {
  const { tx, now } = unit
  await recordAudit(unit, action, `game:${key}`, details)
  await followTimes(unit, await loadGames(tx))
  await appendChange({ tx, now }, 'games', [key])
}
