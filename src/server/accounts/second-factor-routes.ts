import { z } from 'zod'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { CACHE } from '../http/reply.ts'
import { completeLogin } from './complete-login.ts'
import { qrCode } from './qr-code.ts'
import { signedIn, signedInAnswer } from './routes.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts'

const code = z.string().max(100)
const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })

/** Keys and recovery codes must not stay in any cache. */
const secret = (value: object, headers = new Headers()): Response => {
  headers.set('cache-control', CACHE.none)
  return Response.json(value, { headers })
}

export const secondFactorRoutes = {
  'POST /api/auth/two-factor': endpoint({
    summary: 'Complete a login by the code of the second factor, or by a recovery code',
    access: 'anyone',
    body: z.strictObject({ code }),
    answer: signedIn,
    handle: async (call) => signedInAnswer(await completeLogin(call, call.body.code)),
  }),

  'POST /api/profile/second-factor': endpoint({
    summary: 'Begin to set up an authenticator app: its key, also as a QR code',
    access: 'signed-in',
    beforeAge: true,
    answer: z.strictObject({
      key: z.string(),
      uri: z.string(),
      qr: z.strictObject({ size: z.int(), path: z.string() }),
    }),
    async handle(call) {
      const { key, uri } = await beginSecondFactor(call)
      return secret({ key, uri, qr: qrCode(uri) })
    },
  }),

  'POST /api/profile/second-factor/confirm': endpoint({
    summary: 'Turn the second factor on by a first code; all other sessions end',
    access: 'signed-in',
    beforeAge: true,
    body: z.strictObject({ code }),
    answer: recoveryCodes,
    async handle(call) {
      const { recoveryCodes: codes, cookies } = await confirmSecondFactor(call, call.body.code)
      return secret({ recoveryCodes: codes }, cookies)
    },
  }),

  'POST /api/profile/second-factor/recovery-codes': endpoint({
    summary: 'Replace the recovery codes',
    access: 'signed-in',
    beforeAge: true,
    answer: recoveryCodes,
    handle: async (call) => secret({ recoveryCodes: await renewRecoveryCodes(call) }),
  }),

  'DELETE /api/profile/second-factor': endpoint({
    summary: 'Turn the second factor off',
    access: 'signed-in',
    beforeAge: true,
    answer: z.strictObject({ ok: z.literal(true) }),
    async handle(call) {
      await removeSecondFactor(call)
      return { ok: true as const }
    },
  }),
} satisfies Routes
