import { eq } from 'drizzle-orm'
import { type PersonalData, section } from '../../people/server/personal-data.ts'
import { slipEntries } from './tables.ts'

export const SLIP_DATA: PersonalData = {
  sections: {
    'my slip': section(slipEntries.userId, slipEntries.id, {
      numbers: slipEntries.numbers,
      against: slipEntries.against,
      bet: slipEntries.bet,
      lineOf: slipEntries.lineOf,
      stakeKobo: slipEntries.stake,
      game: slipEntries.game,
      from: slipEntries.from,
      until: slipEntries.until,
      notify: slipEntries.notify,
      since: slipEntries.createdAt,
      changed: slipEntries.changedAt,
    }),
  },
  erase: (tx, userId) => tx.delete(slipEntries).where(eq(slipEntries.userId, userId)),
}
