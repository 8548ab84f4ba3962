import { eq } from 'drizzle-orm'
import { parseGameText } from '../../../domain/draws/desk.ts'
import { DRAW_LIMITS } from '../../../domain/base/balls.ts'
import { change, type Context } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import { appendChange } from '../../changes/append.ts'
import { Refusal } from '../../http/refusal.ts'
import type { GameColour } from '../../../domain/draws/operators.ts'
import { lockGames } from './rows.ts'
import { games } from '../../tables/draws.ts'

interface GameChange {
  key: string
  /** The version that the change is based on. */
  version: number
  name: string
  operator: string
  active: boolean
  /** Undefined: as it is. */
  colour?: GameColour | null | undefined
  firstSerial?: number | null | undefined
  reason: string
}

/**
 * Changes a game's name, operator, colour or first serial number, or pauses it. Its key and its draws stay. Equal values change nothing.
 * @throws Refusal not-found, invalid-input, or conflict when another user changed it first or the name is taken
 */
export async function changeGame(context: Context, wanted: GameChange) {
  const { key, active, reason } = wanted
  const name = parseText('name', wanted.name)
  const operator = parseText('operator', wanted.operator)
  if (name === '') throw invalid('name', 'Give the game a name.')
  return change(context, async (inside) => {
    const { tx, now } = inside
    const all = await lockGames(tx)
    const game = all.find((one) => one.key === key)
    if (!game) throw new Refusal('not-found', 'There is no such game.')
    const old = valuesOf(game)
    const { colour = game.colour, firstSerial = game.firstSerial } = wanted
    const newValues = { name, operator, active, colour, firstSerial }
    if (JSON.stringify(old) === JSON.stringify(newValues)) return { version: game.version }
    if (game.version !== wanted.version)
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
    await recordAudit(inside, 'game.change', `game:${key}`, {
      old,
      new: newValues,
      ...(reason !== '' && { reason }),
    })
    await appendChange({ tx, now }, 'games', [key])
    return { version }
  })
}

type StoredGame = Awaited<ReturnType<typeof lockGames>>[number]

const valuesOf = ({ name, operator, active, colour, firstSerial }: StoredGame) => ({
  name,
  operator,
  active,
  colour,
  firstSerial,
})

/** @throws Refusal conflict at `name` when another game has it */
export function refuseNamesake(all: readonly StoredGame[], name: string, key: string): void {
  const namesake = all.find((one) => one.key !== key && one.name.toLowerCase() === name.toLowerCase())
  if (!namesake) return
  const message = `There is another game named ${namesake.name}.`
  throw new Refusal('conflict', message, { fields: { name: message } })
}

export const invalid = (field: string, message: string) =>
  new Refusal('invalid-input', message, { fields: { [field]: message } })

/** A name or an operator, trimmed. @throws Refusal invalid-input */
export function parseText(field: string, text: string): string {
  const plain = parseGameText(text)
  if (plain === null)
    throw invalid(field, `Use at most ${DRAW_LIMITS.gameName} letters, digits and punctuation.`)
  return plain
}
