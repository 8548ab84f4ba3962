import { eq } from 'drizzle-orm'
import { type PersonalData, section } from '../../../people/server/personal-data.ts'
import { pushChoices, pushSubscriptions } from './tables.ts'

export const PUSH_DATA: PersonalData = {
  sections: {
    notifications: section(pushChoices.userId, pushChoices.userId, {
      games: pushChoices.games,
      mineGames: pushChoices.mineGames,
      liveGame: pushChoices.liveGame,
      liveChangedAt: pushChoices.liveChangedAt,
      quietFrom: pushChoices.quietFrom,
      quietUntil: pushChoices.quietUntil,
      lateDraws: pushChoices.lateDraws,
    }),
    'browsers with notifications': section(pushSubscriptions.userId, pushSubscriptions.createdAt, {
      address: pushSubscriptions.endpoint,
      since: pushSubscriptions.createdAt,
    }),
  },
  erase: (tx, userId) => tx.delete(pushChoices).where(eq(pushChoices.userId, userId)),
}
