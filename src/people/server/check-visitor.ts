import { type RateLimit, RATE_LIMITS } from '../../platform/rules/access/rate-limits.ts'
import { networkOf } from '../../platform/server/http/client-address.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { recordAttack } from './attacks.ts'
import type { Attempt } from './forward.ts'
import { createHash, hkdfSync, randomInt } from 'node:crypto'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { MINUTE } from '../../platform/rules/base/calendar.ts'
import { type CheckPurpose, VISITOR_CHECK } from '../../platform/rules/access/visitor-check.ts'
import type { Settings } from '../../platform/server/base/settings.ts'
import { generateCookie } from 'hono/cookie'
import { cookieName } from '../../platform/rules/base/cookies.ts'
import { readSignedCookie, readSignedValue, signedValue } from '../../platform/server/base/auth-secrets.ts'

interface Visitor extends WorkSubject {
  /** The soft limits that the try counts against, and their keys. */
  limits: Partial<Record<RateLimit, string>>
  /** Whether the try looks like that of a program. */
  isSuspicious?: boolean
  /** The proof of work that came with the try. */
  work: string | undefined
}

/**
 * Counts a try against soft limits, which many people behind one address share. Beyond them it needs a proof of work,
 * and beyond {@link RATE_LIMITS.checkedAddress} a mailed link: nobody has to wait because of a neighbour.
 *
 * @returns how to remove a try from the counts that was not a wrong one
 * @throws Refusal check-needed, link-needed
 */
export async function checkVisitor(
  attempt: Attempt,
  { purpose, email, limits: soft, isSuspicious = false, work }: Visitor,
): Promise<{ refund(): Promise<void> }> {
  const { limits } = attempt.services
  const taken: [RateLimit, string][] = []
  const isWithin = async (limit: RateLimit, key: string) => {
    taken.push([limit, key])
    if ((await limits.take(limit, key)) <= RATE_LIMITS[limit].points) return true
    await recordAttack(attempt, { kind: 'limit-reached', email: null, reached: limit })
    return false
  }
  const counts: boolean[] = []
  for (const [limit, key] of Object.entries(soft)) counts.push(await isWithin(limit as RateLimit, key))
  if (isSuspicious || counts.includes(false)) {
    if (work === undefined || !(await isWorkDone(attempt, { purpose, email }, work)))
      throw new Refusal('check-needed')
    if (!(await isWithin('checkedAddress', `${purpose} ${networkOf(attempt.browser.address)}`)))
      throw new Refusal('link-needed')
  }
  return {
    async refund() {
      for (const [limit, key] of taken) await limits.refund(limit, key)
    },
  }
}

/** What a proof of work is for. It is valid for nothing else. */
interface WorkSubject {
  purpose: CheckPurpose
  email: string
}

const dataOf = ({ purpose, email }: WorkSubject) => ({
  purpose,
  account: createHash('sha256').update(email).digest('base64url'),
})

function keysOf({ authSecrets: [secret] }: Settings) {
  const key = (use: string) =>
    Buffer.from(hkdfSync('sha256', secret.value, '', use, 32)).toString('base64url')
  return { hmacSignatureSecret: key('work challenge'), hmacKeySignatureSecret: key('work solution') }
}

/** Creates a task for the browser that takes at most {@link VISITOR_CHECK.tries} tries. @param now milliseconds */
export function createWork(settings: Settings, now: number, subject: WorkSubject): Promise<Challenge> {
  const { rounds, tries, workMinutes } = VISITOR_CHECK
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: rounds,
    counter: randomInt(tries),
    deriveKey,
    expiresAt: Math.floor((now + workMinutes * MINUTE) / 1000),
    data: dataOf(subject),
    ...keysOf(settings),
  })
}

/** What the browser sends. The library checks the rest of the parameters by their signature. */
const sentWork = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
      data: z.object({ purpose: z.string(), account: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/**
 * Whether a proof of work is right and used for the first time.
 * @param sent JSON of the challenge and its solution
 */
async function isWorkDone(
  { services: { settings, limits }, now }: Attempt,
  subject: WorkSubject,
  sent: string,
): Promise<boolean> {
  const read = sentWork.safeParse(parseJson(sent))
  if (!read.success) return false
  const { challenge, solution } = read.data
  const { data, expiresAt } = challenge.parameters
  const { purpose, account } = dataOf(subject)
  if (data.purpose !== purpose || data.account !== account || expiresAt * 1000 <= now) return false
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...keysOf(settings) })
  // The signature is checked, so equal signatures are the same challenge.
  return verified && (await limits.take('workOnce', challenge.signature)) === 1
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const HOUR_MS = 60 * 60_000

/** The age of a time that was signed; NaN without one. */
const ageOf = (time: string | null, now: number): number => now - Number(time ?? Number.NaN)
const openedIn = (cookies: string, settings: Settings) =>
  readSignedCookie(cookies, settings, cookieName(settings.appUrl, 'form'))

const isValid = (age: number) => age >= 0 && age < VISITOR_CHECK.formHours * HOUR_MS

/**
 * The Set-Cookie header that notes when this browser opened the sign-up form, signed; null when a valid one is there. In a
 * cookie the time needs no own copy of the page for each visitor.
 */
export function formCookie(cookies: string, settings: Settings, now: number): string | null {
  if (isValid(ageOf(openedIn(cookies, settings), now))) return null
  return generateCookie(cookieName(settings.appUrl, 'form'), signedValue(String(now), settings), {
    httpOnly: true,
    secure: settings.appUrl.startsWith('https://'),
    sameSite: 'Lax',
    path: '/',
    maxAge: VISITOR_CHECK.formHours * 60 * 60,
  })
}

/** When a page with a sign-up form was made, signed. It is the same for everyone: proxies keep the page. */
export const pageTime = (settings: Settings, madeAt: number): string => signedValue(String(madeAt), settings)

/** How a sign-up came. */
export interface UsedForm {
  /** Whether no form was opened for it, or just a moment ago: programs send forms like that. */
  isHasty: boolean
  /** Lets a sign-up that made no account use the form again. */
  release(): Promise<void>
}

/**
 * Uses the form of a sign-up, which is accepted once.
 * @param opened the {@link pageTime} of the form. Many readers have the same, so it is accepted once for each network
 */
export async function takeForm(
  { services: { settings, limits }, now, browser }: Attempt,
  opened = '',
): Promise<UsedForm> {
  const own = openedIn(browser.cookies, settings)
  const forms: [time: string | null, key: string][] = [
    [own, `cookie ${own}`],
    [readSignedValue(opened, settings), `page ${opened} ${networkOf(browser.address)}`],
  ]
  for (const [time, key] of forms) {
    const age = ageOf(time, now)
    if (!isValid(age) || age < VISITOR_CHECK.fastestFormMs) continue
    if ((await limits.take('formOnce', key)) === 1)
      return { isHasty: false, release: () => limits.refund('formOnce', key) }
  }
  return { isHasty: true, release: () => Promise.resolve() }
}
