import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPerson, PASSWORD, uidOf } from '../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { SESSIONS } from '../../platform/rules/access/identity.ts'

// Other hosts check id tokens with the published keys and their own library.
const server = testServer()
let free: Visitor
let token: string
let uid: string
let sid: string

type Json = Record<string, any>
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json
const parts = (jwt: string) => jwt.split('.') as [string, string, string]

const askWith = (jwt: string, scheme = 'Bearer') =>
  server()
    .anonymous()
    .get('/api/getResults', { headers: { authorization: `${scheme} ${jwt}` } })

const ours = generateKeyPairSync('ec', { namedCurve: 'P-256' })
/** A token signed by a key of this test. */
function signed(payload: Json, header: Json = {}, key: KeyObject = ours.privateKey): string {
  const data = `${encode({ alg: 'ES256', typ: 'JWT', kid: 'known', ...header })}.${encode(payload)}`
  return `${data}.${sign('sha256', Buffer.from(data), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
const claims = (change: Json = {}) => {
  const now = Math.floor(Date.now() / 1000)
  return { sub: uid, sid, iss: server().url, aud: server().url, iat: now, exp: now + 900, ...change }
}

beforeAll(async () => {
  free = await server().as('free')
  uid = await uidOf(server(), 'free')
  token = (await free.get('/api/auth/token')).body.token
  const sessions = (await free.get('/api/profile')).body.sessions as { id: string; current: boolean }[]
  sid = sessions.find(({ current }) => current)!.id
})

describe('an id token', () => {
  test('is signed with a published key, which is enough to check it', async () => {
    const keys = createRemoteJWKSet(new URL(`${server().url}/api/auth/jwks`))
    const wanted = { issuer: server().url, audience: server().url, algorithms: ['ES256'] }
    const { payload, protectedHeader } = await jwtVerify(token, keys, wanted)
    expect([payload.sub, protectedHeader.alg]).toEqual([uid, 'ES256'])
    const [header, , signature] = parts(token)
    const changed = [header, encode({ ...payload, sub: 'x' }), signature].join('.')
    await expect(jwtVerify(changed, keys, wanted)).rejects.toThrow('signature verification failed')
  })

  test('carries only the user and session ids, for 15 minutes', async () => {
    const payload = decode(parts(token)[1])
    expect(payload).toEqual({
      sub: uid,
      sid,
      iss: server().url,
      aud: server().url,
      iat: expect.any(Number),
      exp: payload.iat + 15 * 60,
    })
  })

  test('does not expose the private key', async () => {
    const { text } = await server().anonymous().get('/api/auth/jwks')
    expect(text).not.toContain('"d"')
    const [row] = await server().rows`select private_key from jwks`
    expect(row!.private_key).not.toContain('"d"')
    expect(row!.private_key).not.toContain('kty')
  })

  test('opens only the calls that accept one, as its user', async () => {
    expect((await askWith(token)).status).toBe(200)
    expect((await askWith(token, 'bearer')).status).toBe(200)
    const headers = { authorization: `Bearer ${token}` }
    for (const path of ['/api/me', '/api/history', '/api/auth/token'])
      expect((await server().anonymous().get(path, { headers })).status).toBe(401)
  })

  test('of a deleted user opens nothing', async () => {
    await server().rows`update users set deleted_at = now() where id = ${uid}`
    expect((await askWith(token)).status).toBe(401)
    await server().rows`update users set deleted_at = null where id = ${uid}`
    expect((await askWith(token)).status).toBe(200)
  })
})

describe('an id token ends with its session', () => {
  const open = async (jwt: string) => {
    const cookie = await server().anonymous().post('/api/setSession', { token: jwt })
    return [(await askWith(jwt)).status, cookie.status, cookie.headers.getSetCookie().length]
  }
  async function signedIn() {
    const visitor = await server().as('free')
    return { visitor, jwt: (await visitor.get('/api/auth/token')).body.token as string }
  }

  test('at logout, for getResults and for setSession', async () => {
    const [{ visitor, jwt }, other] = [await signedIn(), await signedIn()]
    expect(await open(jwt)).toEqual([200, 200, 1])
    await visitor.post('/api/auth/sign-out')
    expect(await open(jwt)).toEqual([401, 401, 0])
    expect(await open(other.jwt)).toEqual([200, 200, 1])
  })

  test('when another device ends it', async () => {
    const { visitor, email } = await newPerson(server())
    const jwt = (await visitor.get('/api/auth/token')).body.token as string
    const elsewhere = server().anonymous()
    await elsewhere.post('/api/auth/sign-in/email', { email, password: PASSWORD })
    expect((await elsewhere.request('DELETE', '/api/profile/sessions')).status).toBe(200)
    expect((await visitor.get('/api/me')).status).toBe(401)
    expect(await open(jwt)).toEqual([401, 401, 0])
  })

  test('when the session expires', async () => {
    const { jwt } = await signedIn()
    server().services.clock.setOffset(SESSIONS.player.idle + 60_000)
    expect(await open(jwt)).toEqual([401, 401, 0])
    server().services.clock.setOffset(0)
  })
})

describe('a token of another issuer', () => {
  beforeAll(async () => {
    // With a key that the server knows, each other claim can be wrong alone.
    const jwk = JSON.stringify(ours.publicKey.export({ format: 'jwk' }))
    await server().rows`insert into jwks (id, public_key, private_key, created_at, alg, crv)
          values ('known', ${jwk}, 'none', '2020-01-01', 'ES256', 'P-256')`
    expect((await askWith(signed(claims()))).status).toBe(200)
  })

  const another = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const second = () => Math.floor(Date.now() / 1000)
  const forged: [string, () => string][] = [
    ['expired a minute ago', () => signed(claims({ exp: second() - 60 }))],
    ['not valid yet', () => signed(claims({ nbf: second() + 600 }))],
    ['by another issuer', () => signed(claims({ iss: 'https://evil.example' }))],
    ['without an issuer', () => signed(claims({ iss: undefined }))],
    ['for another audience', () => signed(claims({ aud: 'https://other.example' }))],
    ['without an audience', () => signed(claims({ aud: undefined }))],
    ['without a session', () => signed(claims({ sid: undefined }))],
    ['of an unknown session', () => signed(claims({ sid: 'none' }))],
    ['of a session id that is not a string', () => signed(claims({ sid: { id: sid } }))],
    ['without a user', () => signed(claims({ sub: undefined }))],
    ['of an unknown user', () => signed(claims({ sub: 'nobody' }))],
    ['of a user id that is not a string', () => signed(claims({ sub: { id: uid } }))],
    ['with NUL as the key id', () => signed(claims(), { kid: '\0' })],
    ['signed by another key under the known key id', () => signed(claims(), {}, another.privateKey)],
    ['signed by an unknown key', () => signed(claims(), { kid: 'unknown' })],
    ['without a key id', () => signed(claims(), { kid: undefined })],
    [
      'that contains its own key',
      () => signed(claims(), { kid: undefined, jwk: ours.publicKey.export({ format: 'jwk' }) }),
    ],
    ['without a signature', () => `${encode({ alg: 'none', kid: 'known' })}.${encode(claims())}.`],
    [
      'without a signature, with the algorithm in capitals',
      () => `${encode({ alg: 'NONE', kid: 'known' })}.${encode(claims())}.`,
    ],
    [
      'signed with the public key as a secret',
      () => hmac(ours.publicKey.export({ format: 'pem', type: 'spki' }).toString()),
    ],
    [
      'signed with the published key as a secret',
      () => hmac(JSON.stringify(ours.publicKey.export({ format: 'jwk' }))),
    ],
    [
      'changed after it was signed',
      () =>
        parts(signed(claims()))
          .with(1, encode(claims({ sub: 'x' })))
          .join('.'),
    ],
    ['with a truncated signature', () => token.slice(0, -4)],
    ['with a signature of zeros', () => parts(token).with(2, 'A'.repeat(86)).join('.')],
    ['without its signature part', () => parts(token).slice(0, 2).join('.')],
    ['that is not a token', () => 'hello'],
    ['that is plain JSON', () => encode({ sub: uid })],
    ['of 10,000 letters', () => 'a.'.repeat(5000)],
  ]
  function hmac(secret: string): string {
    const data = `${encode({ alg: 'HS256', kid: 'known' })}.${encode(claims())}`
    return `${data}.${createHmac('sha256', secret).update(data).digest('base64url')}`
  }

  test.each(forged)('%s opens nothing', async (_, make) => {
    const { status, body } = await askWith(make())
    expect([status, body.code]).toEqual([401, 'not-signed-in'])
  })

  test('is not replaced by a session in the same request', async () => {
    const headers = { authorization: 'Bearer hello' }
    expect((await free.get('/api/getResults', { headers })).status).toBe(401)
  })
})
