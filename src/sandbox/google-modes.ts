import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { z } from 'zod'
import { createMode } from './base/mode.ts'

/** Invalid id tokens, which an app must refuse. */
const FORGERIES = [
  'alg-none',
  'hs256-with-public-key',
  'foreign-key',
  'wrong-audience',
  'wrong-issuer',
  'expired',
  'wrong-nonce',
] as const
type Forgery = (typeof FORGERIES)[number]

/** Google's simulated behaviours and their descriptions on the about page. */
export const MODES = {
  normal: 'works as usual',
  down: 'every address under /google answers 503, except /google/mode',
  slow: 'the token endpoint answers after 3 seconds',
  'token-error': 'the token endpoint answers 500',
  'alg-none': 'id tokens say "alg": "none" and have no signature',
  'hs256-with-public-key': 'id tokens are signed with HS256; the secret is the public key (SPKI, PEM)',
  'foreign-key': 'id tokens are signed with another RSA key under the published key id',
  'wrong-audience': 'id tokens have a valid signature and the audience of another client',
  'wrong-issuer': 'id tokens have a valid signature and another issuer',
  expired: 'id tokens have a valid signature and expired an hour ago',
  'wrong-nonce': 'id tokens have a valid signature and the nonce of another request',
} satisfies Record<'normal' | 'down' | 'slow' | 'token-error' | Forgery, string>
type Mode = keyof typeof MODES

/** The state behind `/google/mode`. `times` counts calls of the token endpoint. */
export const createModes = () =>
  createMode(
    z.strictObject({
      mode: z.enum(Object.keys(MODES) as [Mode, ...Mode[]]),
      times: z.int().positive().optional(),
    }),
    '/mode',
    { mode: 'normal' },
  )
export type Modes = ReturnType<typeof createModes>

export const isForgery = (mode: Mode): mode is Forgery => (FORGERIES as readonly Mode[]).includes(mode)

type Json = Record<string, unknown>
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json
const encode = (part: Json) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Turns a valid id token into an invalid one. It has one defect, so that only the check of that defect finds it. */
export function forge(forgery: Forgery, idToken: string, key: KeyObject): string {
  const [header, payload] = idToken.split('.').slice(0, 2).map(decode) as [Json, Json]
  const rs256 = (changes: Json, by = key) => {
    const content = `${encode(header)}.${encode({ ...payload, ...changes })}`
    return `${content}.${sign('sha256', Buffer.from(content), by).toString('base64url')}`
  }
  switch (forgery) {
    case 'alg-none':
      return `${encode({ ...header, alg: 'none' })}.${encode(payload)}.`
    case 'hs256-with-public-key': {
      const content = `${encode({ ...header, alg: 'HS256' })}.${encode(payload)}`
      const secret = createPublicKey(key).export({ type: 'spki', format: 'pem' })
      return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
    }
    case 'foreign-key':
      return rs256({}, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
    case 'wrong-audience':
      return rs256({ aud: 'another-client' })
    case 'wrong-issuer':
      return rs256({ iss: 'https://accounts.google.example' })
    case 'expired':
      return rs256({ iat: Number(payload.iat) - 7200, exp: Number(payload.iat) - 3600 })
    case 'wrong-nonce':
      return rs256({ nonce: 'nonce-of-another-request' })
  }
}
