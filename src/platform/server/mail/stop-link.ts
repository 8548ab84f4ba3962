import { PATHS } from '../../rules/site/paths.ts'
import { seal, unseal } from '../base/auth-secrets.ts'
import type { Settings } from '../base/settings.ts'

const USE = 'stop mails'

/** The address at which a player stops the mails that can be stopped, without a login. It never expires and names nobody. */
export const stopLinkOf = (settings: Settings, userId: string): string =>
  `${settings.appUrl}${PATHS.stopMails}?link=${seal(userId, settings, USE)}`

/** @returns the user whose link it is; null for a link that this server did not make */
export const userOfStopLink = (settings: Settings, link: string): string | null => unseal(link, settings, USE)
