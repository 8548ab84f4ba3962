import { eq } from 'drizzle-orm'
import { parseGameText } from '../../../domain/draws/desk.ts'
import { DRAW_LIMITS } from '../../../domain/base/balls.ts'
import { change, type Context } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import { appendChange } from '../../changes/append.ts'
import { Refusal } from '../../http/refusal.ts'
import { lockGames } from './rows.ts'
import { games } from '../../tables/draws.ts'

interface GameChange {
  key: string
  /** The version that the change is based on. */
  version: number
  name: string
  operator: string
  active: boolean
  reason: string
}

/**
 * Renames a game or switches it on or off. Its key and its draws stay. Equal values change nothing.
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
    const old = { name: game.name, operator: game.operator, active: game.active }
    const newValues = { name, operator, active }
    if (old.name === name && old.operator === operator && old.active === active)
      return { version: game.version }
    if (game.version !== wanted.version)
      throw new Refusal(
        'conflict',
        `Another user changed this game first; it is now version ${game.version}.`,
      )
    const namesake = all.find((one) => one.key !== key && one.name.toLowerCase() === name.toLowerCase())
    if (namesake) throw new Refusal('conflict', `There is another game named ${namesake.name}.`)
    const version = game.version + 1
    await tx
      .update(games)
      .set({ ...newValues, version })
      .where(eq(games.key, key))
    await recordAudit(inside, {
      action: 'game.change',
      subject: `game:${key}`,
      details: { old, new: newValues, ...(reason !== '' && { reason }) },
    })
    await appendChange({ tx, now }, 'games', [key])
    return { version }
  })
}

const invalid = (field: string, message: string) =>
  new Refusal('invalid-input', message, { fields: { [field]: message } })

function parseText(field: string, text: string): string {
  const plain = parseGameText(text)
  if (plain === null)
    throw invalid(field, `Use at most ${DRAW_LIMITS.gameName} letters, digits and punctuation.`)
  return plain
}
