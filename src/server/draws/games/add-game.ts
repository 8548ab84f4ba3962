import { formatDate, type LagosDate, lagosDate, type Weekday } from '../../../domain/base/calendar.ts'
import { earliestSlot } from '../../../domain/draws/desk.ts'
import { DEFAULT_EXPECTED_MINUTES, isGameKey, keyFromName } from '../../../domain/draws/games.ts'
import { defaultMarginMinutes } from '../../../domain/draws/lock.ts'
import type { GameColour } from '../../../domain/draws/operators.ts'
import { change, type Context } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import { appendChange } from '../../changes/append.ts'
import { followSchedule } from '../../ledger/follow-schedule.ts'
import { loadGames } from '../memory.ts'
import { games, gameSlots } from '../../tables/draws.ts'
import { invalid, parseText, refuseNamesake } from './change-game.ts'
import { lockGames } from './rows.ts'

interface NewGame {
  key?: string | undefined
  name: string
  operator: string
  colour: GameColour | null
  firstSerial: number | null
  validFrom: LagosDate
  times: readonly { weekday: Weekday; close: number }[]
}

/**
 * Adds a game after the others, with its weekly times from a day on.
 * @throws Refusal invalid-input at a field, or conflict for a name or a key of another game
 */
export async function addGame(context: Context, wanted: NewGame): Promise<{ key: string }> {
  const { colour, firstSerial, validFrom, times } = wanted
  const name = parseText('name', wanted.name)
  const operator = parseText('operator', wanted.operator)
  if (name === '') throw invalid('name', 'Give the game a name.')
  if (operator === '') throw invalid('operator', 'Name the operator.')
  const key = wanted.key ?? keyFromName(name)
  if (!isGameKey(key)) throw invalid('name', 'Use letters or digits in the name.')
  if (times.length === 0) throw invalid('times', 'Give the time of at least one weekday.')
  if (new Set(times.map(({ weekday }) => weekday)).size < times.length)
    throw invalid('times', 'A weekday has one draw of a game.')
  const first = earliestSlot(lagosDate(context.now))
  if (validFrom < first) throw invalid('validFrom', `A game starts on ${formatDate(first)} at the earliest.`)
  return change(context, async (inside) => {
    const { tx, now } = inside
    const all = await lockGames(tx)
    refuseNamesake(all, name, '')
    if (all.some((game) => game.key === key)) throw invalid('name', `Another game has the short name ${key}.`)
    const order = Math.max(0, ...all.map((game) => game.order + 1))
    const values = { name, operator, colour, firstSerial }
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
    await recordAudit(inside, 'game.add', `game:${key}`, { new: { ...values, validFrom }, times })
    await followSchedule(inside, await loadGames(tx))
    await appendChange({ tx, now }, 'games', [key])
    return { key }
  })
}
