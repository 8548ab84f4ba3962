// The staff's search over 100,000 users, over HTTP on the build: every kind of search, page after page.
import { sql } from 'drizzle-orm'
import { connect } from '../src/platform/server/db/connect.ts'
import { findEmbedded } from '../src/platform/server/db/embedded.ts'
import { atMost, type BenchServer, cookieOf, type Row } from './measure.ts'

const PEOPLE = 100_000
/** Requests of each kind. */
const TIMES = 50

const FIRST = 'chidi,ngozi,ade,bola,funmi,emeka,zainab,musa,tunde,ifeoma,kemi,sani,uche,amina,segun,blessing'
const LAST = 'okafor,adeyemi,bello,eze,ibrahim,okonkwo,balogun,nwosu,lawal,obi,danjuma,ojo,abubakar,effiong'

/** Fills a running demo's database: names repeat, one user in five has a plan, and some plans have expired. */
export async function fillPeople(dataDir: string): Promise<void> {
  const address = await findEmbedded(dataDir)
  if (!address) throw new Error('the database does not run')
  const connection = connect(address, { max: 1, noTimeout: true })
  const { db } = connection
  try {
    await db.execute(sql`
      insert into users (id, email, username, email_verified, role, created_at)
      select md5(n::text), f || '.' || l || n || '@' || (array['gmail.com', 'yahoo.com', 'mail.ng'])[1 + n % 3],
        initcap(f) || ' ' || initcap(l), n % 10 > 0, case when n % 5000 = 0 then 'admin' else 'user' end,
        timestamptz '2024-01-01' + n * interval '11 minutes'
      from generate_series(1, ${PEOPLE}) as n,
        lateral (select (string_to_array(${FIRST}, ','))[1 + n % 16] as f,
          (string_to_array(${LAST}, ','))[1 + (n / 16) % 14] as l) as names`)
    await db.execute(sql`
      with given as (
        insert into grants (user_id, plan, months, kind, paid_at, reason)
        select md5(n::text), case when n % 10 = 0 then 'basic' else 'pro' end, 1, 'gift', current_timestamp, 'bench'
        from generate_series(5, ${PEOPLE}, 5) as n returning id, user_id, plan
      )
      insert into periods (grant_id, user_id, plan, starts_at, ends_at)
      select id, user_id, plan, current_timestamp - (10 + id % 40) * interval '1 day',
        current_timestamp + (30 - id % 40) * interval '1 day' from given`)
    await db.execute(sql`vacuum analyze users, periods, grants`)
  } finally {
    await connection.close()
  }
}

const first = FIRST.split(',')
const last = LAST.split(',')

/** The kinds of searches. Each request of a kind uses other words. */
const KINDS: Record<string, (i: number) => Record<string, string>> = {
  'all users': () => ({}),
  'an e-mail': (i) => ({ search: `${first[i % 16]}.${last[i % 14]}${i * 997}@` }),
  'a name': (i) => ({ search: `${first[i % 16]} ${last[i % 14]}` }),
  'a common word': (i) => ({ search: ['gmail', 'mail', '.com', 'ade', 'okafor'][i % 5]! }),
  'a word without matches': (i) => ({ search: `zq${i}xv` }),
  'one or two letters': (i) => ({ search: ['z', 'qx', 'ch', 'b', 'zz', '%', 'o'][i % 7]! }),
  'a role in the box': (i) => ({ search: ['admin', 'user'][i % 2]! }),
  'a role': (i) => ({ role: ['admin', 'user'][i % 2]! }),
  'a plan': (i) => ({ plan: ['free', 'basic', 'pro'][i % 3]! }),
  'a plan and a name': (i) => ({ plan: ['free', 'basic', 'pro'][i % 3]!, search: last[i % 14]! }),
  'a plan without matches': (i) => ({ plan: ['free', 'basic', 'pro'][i % 3]!, search: `zq${i}xv` }),
  'admins on a plan': (i) => ({ plan: ['free', 'basic', 'pro'][i % 3]!, role: 'admin' }),
}

const percentile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1]!

export async function measureUsers({ url, dataDir }: BenchServer): Promise<Row[]> {
  const cookie = await cookieOf(url, 'admin')
  await fillPeople(dataDir)
  async function ask(query: Record<string, string>): Promise<{ time: number; next: string | null }> {
    const began = performance.now()
    const response = await fetch(`${url}/api/admin/users?${new URLSearchParams(query)}`, {
      headers: { cookie },
    })
    const { next } = (await response.json()) as { next: string | null }
    if (!response.ok) throw new Error(`the search was refused: ${response.status}`)
    return { time: performance.now() - began, next }
  }
  const all: number[] = []
  for (const [kind, query] of Object.entries(KINDS)) {
    const times: number[] = []
    for (let i = 0; i < TIMES; i++) {
      const { time, next } = await ask(query(i))
      times.push(time)
      if (next) times.push((await ask({ ...query(i), after: next })).time)
    }
    console.log(
      `  ${kind}: p50 ${percentile(times, 0.5).toFixed(1)}, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
    )
    all.push(...times)
  }
  let next: string | null = null
  for (let page = 0; page < 100; page++) {
    const answer = await ask(next ? { after: next } : {})
    next = answer.next
    all.push(answer.time)
  }
  const began = performance.now()
  await fetch(`${url}/api/admin/overview`, { headers: { cookie } }).then((response) => response.arrayBuffer())
  return [
    atMost('Users search over 100,000 people, p99', percentile(all, 0.99), 100, 'ms', 1),
    atMost('The staff’s first page over 100,000 people', performance.now() - began, 500, 'ms', 0),
  ]
}
