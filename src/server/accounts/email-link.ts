import { and, eq, gt } from 'drizzle-orm'
import { isEmail } from '../../domain/accounts/identity.ts'
import { MINUTE } from '../../domain/base/calendar.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { RATE_LIMITS } from '../../domain/accounts/rate-limits.ts'
import { type LinkPurpose, VISITOR_CHECK } from '../../domain/accounts/visitor-check.ts'
import type { Services } from '../api/services.ts'
import { networkOf } from '../http/client-address.ts'
import { Refusal } from '../http/refusal.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { verifications } from '../tables/accounts.ts'
import type { Browser } from './browser.ts'
import { openedToken, storeToken, tokenIdentifier } from './mailed-links.ts'
import { minimumResponseTime } from './minimum-response-time.ts'
import { userByEmail } from './queries.ts'

const FORM_PATHS: Record<LinkPurpose, string> = { login: PATHS.login, 'sign-up': PATHS.signUp }
const identifierOf = (purpose: LinkPurpose, token: string) => tokenIdentifier(`continue ${purpose}`, token)

/**
 * Mails a link with which a browser can log in or sign up without a check, for visitors without script. The first links
 * that an address requests are sent at once, further ones through a slow queue. The answer is the same for every email.
 * @throws Refusal invalid-email
 */
export async function mailEmailLink(
  { db, limits, settings }: Pick<Services, 'db' | 'limits' | 'settings'>,
  now: number,
  { address }: Pick<Browser, 'address'>,
  { purpose, email: typed }: { purpose: LinkPurpose; email: string },
): Promise<void> {
  const email = typed.trim().toLowerCase()
  if (!isEmail(email)) throw new Refusal('invalid-email')
  const minimum = minimumResponseTime(settings)
  const user = await userByEmail(db, email)
  const isFirst = (await limits.take('linkMail', `${purpose} ${email}`)) <= RATE_LIMITS.linkMail.points
  if (isFirst && (user || purpose === 'sign-up')) {
    const place = await limits.take('linkQueue', `${purpose} ${networkOf(address)}`)
    const seconds = Math.max(0, place - RATE_LIMITS.linkQueue.points) * VISITOR_CHECK.linkEverySeconds
    const sentAt = now + seconds * 1000
    await db.transaction(async (tx) => {
      const expiresAt = sentAt + VISITOR_CHECK.linkMinutes * MINUTE
      const token = await storeToken(tx, now, `continue ${purpose}`, email, expiresAt)
      const link = `${settings.appUrl}${FORM_PATHS[purpose]}?${new URLSearchParams({ token }).toString()}`
      const mail = { to: email, userId: user?.id ?? null, template: 'continue', data: { link } } as const
      await queueMail(tx, sentAt, mail, sentAt - now)
    })
  }
  await minimum
}

/**
 * The mailed link that this browser opened, if it is valid for this form and email. Then the browser counts as a known
 * device until `end`, which uses up the link.
 */
export async function openedEmailLink(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  now: number,
  { cookies }: Pick<Browser, 'cookies'>,
  purpose: LinkPurpose,
  email: string,
): Promise<{ key: string; end(): Promise<void> } | null> {
  const token = openedToken(cookies, settings, 'continue')
  if (token === null) return null
  const identifier = identifierOf(purpose, token)
  const ours = and(eq(verifications.identifier, identifier), eq(verifications.value, email))
  const [link] = await db
    .select({ id: verifications.id })
    .from(verifications)
    .where(and(ours, gt(verifications.expiresAt, new Date(now))))
  if (!link) return null
  return {
    key: identifier,
    async end() {
      await db.delete(verifications).where(ours)
    },
  }
}
