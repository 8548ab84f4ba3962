// Accounts for more live streams than one user may have, written to the database, and their signed cookies.
import { createHmac } from 'node:crypto'
import type { Address } from '../../src/platform/server/db/connect.ts'
import pg from 'pg'
import { cookieName } from '../../src/platform/rules/base/cookies.ts'
import { LIVE_LIMITS } from '../../src/platform/rules/base/streams.ts'
import { clientConfig } from '../../src/platform/server/db/connect.ts'

/** Adds the staff accounts that are missing. They hold every plan. @returns a session cookie for each of `streams` streams */
export async function listenersFor(
  address: Address,
  { streams, appUrl, secret }: { streams: number; appUrl: string; secret: string },
): Promise<string[]> {
  const people = Math.ceil(streams / LIVE_LIMITS.streamsOfUser)
  const client = new pg.Client(clientConfig(address))
  await client.connect()
  await client.query(
    `insert into users (id, username, email, email_verified, role, age_confirmed_at)
     select 'listener' || n, 'Listener', 'listener' || n || '@example.com', true, 'admin', now()
     from generate_series(1, $1::int) as n on conflict do nothing`,
    [people],
  )
  await client.query(
    `insert into sessions (id, token, user_id, expires_at)
     select 'listener' || n, 'listener-token-' || n, 'listener' || n, now() + interval '1 day'
     from generate_series(1, $1::int) as n on conflict do nothing`,
    [people],
  )
  await client.end()
  const name = cookieName(appUrl, 'session_token')
  return Array.from({ length: streams }, (_, i) => {
    const token = `listener-token-${1 + (i % people)}`
    const signature = createHmac('sha256', secret).update(token).digest('base64')
    return `${name}=${encodeURIComponent(`${token}.${signature}`)}`
  })
}

/** The changes after `seq`, in order. */
export async function changesSince(address: Address, seq: number): Promise<{ seq: number; kind: string }[]> {
  const client = new pg.Client(clientConfig(address))
  await client.connect()
  const { rows } = await client.query('select seq::float8, kind from changes where seq > $1 order by seq', [
    seq,
  ])
  await client.end()
  return rows
}
