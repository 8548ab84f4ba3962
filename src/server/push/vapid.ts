import { createECDH, createPrivateKey, sign } from 'node:crypto'
import { HOUR } from '../../domain/base/calendar.ts'
import type { Settings } from '../base/settings.ts'

declare module '../api/services.ts' {
  interface Services {
    /** Identifies this server to push services; null without a key. */
    push: Vapid | null
  }
}

/** Push services accept a day at most. */
const TOKEN_LIFE_MS = 12 * HOUR
/** A token is renewed before it expires on its way. */
const RENEW_BEFORE_MS = HOUR

/** Identifies this server to push services (VAPID, RFC 8292). */
export interface Vapid {
  /** In base64url. Browsers bind their subscriptions to it. */
  publicKey: string
  /** The Authorization header of a request to a push service. */
  authorization(endpoint: string): string
}

export function createVapid({ privateKey, subject }: NonNullable<Settings['vapid']>): Vapid {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  const point = pair.getPublicKey()
  const publicKey = point.toString('base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ]
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d: privateKey, x, y } })
  const tokens = new Map<string, { token: string; expiresAt: number }>()

  function tokenFor(audience: string): string {
    // oxlint-disable-next-line project/clock -- push services check tokens by the real time
    const now = Date.now()
    const known = tokens.get(audience)
    if (known && known.expiresAt - RENEW_BEFORE_MS > now) return known.token
    const expiresAt = now + TOKEN_LIFE_MS
    const claims = { aud: audience, exp: Math.floor(expiresAt / 1000), sub: subject }
    const parts = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encoded).join('.')
    const signature = sign('sha256', Buffer.from(parts), { key, dsaEncoding: 'ieee-p1363' })
    const token = `${parts}.${signature.toString('base64url')}`
    tokens.set(audience, { token, expiresAt })
    return token
  }

  return {
    publicKey,
    authorization: (endpoint) => `vapid t=${tokenFor(new URL(endpoint).origin)}, k=${publicKey}`,
  }
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
