import { z } from 'zod'
import { endpoint, type Routes, write } from '../../platform/server/api/endpoint.ts'
import { CACHE } from '../../platform/server/http/reply.ts'
import { type Attempt, attemptOf } from './forward.ts'
import { signedIn, signedInAnswer } from './routes.ts'
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './second-factor.ts'
import { checkCode } from './factor-code.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { endBrowserSession } from './sessions.ts'
import { CHALLENGE_COOKIE, challengedUser } from './challenges.ts'
import { codeLogin, deviceCookie, deviceKey, knowsDevice, readDevice } from './known-device.ts'
import { qrCode } from '../../platform/server/base/qr-code.ts'

const code = z.string().max(100)
const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })

/** Keys and recovery codes must not stay in any cache. */
const secret = (value: object, headers = new Headers()): Response => {
  headers.set('cache-control', CACHE.none)
  return Response.json(value, { headers })
}

export const secondFactorRoutes = {
  'POST /api/auth/two-factor': endpoint({
    summary: 'Complete a login with a code of the second factor or a recovery code',
    access: 'anyone',
    body: z.strictObject({ code }),
    answer: signedIn,
    handle: async (call) => signedInAnswer(await completeLogin(attemptOf(call), call.body.code)),
  }),

  'POST /api/profile/second-factor': endpoint({
    summary: 'Start the set-up of an authenticator app: its key, also as a QR code',
    access: 'signed-in',
    needsProof: true,
    beforeAge: true,
    answer: z.strictObject({
      key: z.string(),
      uri: z.string(),
      qr: z.strictObject({ size: z.int(), path: z.string() }),
    }),
    async handle({ services, now, person }) {
      const { key, uri } = await startSecondFactor(services, now, person)
      return secret({ key, uri, qr: qrCode(uri) })
    },
  }),

  'POST /api/profile/second-factor/confirm': endpoint({
    summary: 'Turn the second factor on with a first code; all other sessions end',
    access: 'signed-in',
    needsProof: true,
    beforeAge: true,
    body: z.strictObject({ code }),
    answer: recoveryCodes,
    async handle(call) {
      const confirmed = await confirmSecondFactor(attemptOf(call), call.person, call.body.code)
      return secret({ recoveryCodes: confirmed.recoveryCodes }, confirmed.cookies)
    },
  }),

  'POST /api/profile/second-factor/recovery-codes': endpoint({
    summary: 'Replace the recovery codes',
    access: 'signed-in',
    needsProof: true,
    beforeAge: true,
    answer: recoveryCodes,
    async handle({ context, person }) {
      return secret({ recoveryCodes: await renewRecoveryCodes(context, person.uid) })
    },
  }),

  'DELETE /api/profile/second-factor': write({
    summary: 'Turn the second factor off',
    access: 'signed-in',
    needsProof: true,
    beforeAge: true,
    handle: ({ context, person }) => removeSecondFactor(context, person),
  }),
} satisfies Routes

/**
 * Completes a login that waits for the code of a second factor in this browser. Wrong codes are counted like wrong
 * passwords: a device on which a code completed a login before has its own count.
 *
 * @returns the identity library's answer with the cookie of the new session
 * @throws Refusal login-expired, invalid-input at the field `code`, too-many
 */
async function completeLogin(attempt: Attempt, typed: string): Promise<{ value: unknown; cookies: Headers }> {
  const { services, browser } = attempt
  const { db, settings } = services
  const user = await challengedUser(services, browser.cookies)
  if (!user) throw new Refusal('login-expired')
  const device = readDevice(browser.cookies, settings)
  const { id: userId, email } = user
  const limitKey = knowsDevice(device, codeLogin(email)) ? deviceKey(device, email) : 'unknown devices'
  const check = { userId, email, limitKey, cookie: CHALLENGE_COOKIE } as const
  const answer = await checkCode(attempt, check, typed)
  await endBrowserSession(db, browser)
  answer.cookies.append('set-cookie', deviceCookie(device, settings, email, codeLogin(email)))
  return answer
}
