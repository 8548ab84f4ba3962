import type { ownNumbers } from '../../reach/server/push/own-numbers.ts'
import { loadMultipliers } from '../../forecasts/server/ledger/multipliers.ts'
import { hitsTitle, numbersOf, SLIP_LIMITS } from '../rules/entry.ts'
import { entriesOf, hitsIn } from './entries.ts'

/** The numbers of slips, for notifications. */
export const slipNumbers: ReturnType<typeof ownNumbers.all>[number] = {
  async playing(db, uid, today) {
    const entries = await entriesOf(db, uid)
    const running = entries.filter(({ until }) => until === null || until >= today)
    return (key) => {
      const own = running.filter(({ game }) => game === null || game === key).flatMap(numbersOf)
      return [...new Set(own)].slice(0, SLIP_LIMITS.numbers)
    }
  },
  async hits(tx, drawn) {
    const found = await hitsIn(tx, drawn, await loadMultipliers(tx))
    return new Map(
      Array.from(found, ([uid, own]) => [
        uid,
        (all) => {
          const wanted = own.filter(({ entry }) => entry.notify || all)
          return wanted.length > 0 ? hitsTitle(wanted, drawn.game) : null
        },
      ]),
    )
  },
}
