// Sends random requests to every operation of a server's OpenAPI description, as people of every plan.
import { isRight } from '../../src/platform/rules/access/staff-roles.ts'
import assert from 'node:assert/strict'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Feature, opens, type Plan, type Role } from '../../src/platform/rules/access/plans.ts'
import { asOwner, contentsOf, rowsOf } from './database.ts'
import { operationsOf, type Operation, RequestMaker } from './fuzz-requests.ts'
import { give, newPerson } from './people.ts'
import { random, type Random } from './random.ts'
import type { Answer, RequestOptions, TestServer, Visitor } from './test-server.ts'

interface Identity {
  role: Role
  plan: Plan
}

/** Null: a visitor who is not signed in. */
const ACTORS: readonly (Identity | null)[] = [
  null,
  { role: 'user', plan: 'free' },
  { role: 'user', plan: 'basic' },
  { role: 'user', plan: 'pro' },
  { role: 'admin', plan: 'free' },
]

/** What was sent, by the status of the answers. */
export type Tally = Record<string, number>

interface Sent {
  answer: Answer<any>
  /** The request in one line, for the message of a failure. */
  line: string
}

/** A server under test. */
export type FuzzTarget = Pick<TestServer, 'anonymous' | 'as' | 'services' | 'database'>

class Fuzzer {
  readonly tally: Tally = {}
  private readonly random: Random
  private readonly server: FuzzTarget
  private operations: Operation[] = []
  private make!: RequestMaker
  private readonly people = new Map<Identity | null, Visitor>()

  constructor(server: FuzzTarget, seed: number) {
    this.server = server
    this.random = random(seed)
  }

  async prepare(): Promise<void> {
    const { body: document } = await this.server.anonymous().get('/api/openapi.json')
    this.operations = operationsOf(document)
    this.make = new RequestMaker(this.random, await knownValues(this.server))
    for (const actor of ACTORS) await this.visitorOf(actor)
  }

  /**
   * Requests that the sender's plan or role forbids, and writes from pages of other sites. All must be refused, and the
   * database must stay as it was.
   */
  async forbidden(requests: number): Promise<void> {
    const before = await contentsOf(this.server)
    for (let i = 0; i < requests; i++) {
      const identity = this.random.pick(ACTORS)
      const operation = this.random.pick(this.operations)
      const status = refusalOf(operation, identity)
      if (status === null && !isGuardedWrite(operation)) continue
      const { answer, line } = await this.send(operation, identity, { foreign: status === null })
      assert.equal(answer.status, status ?? 403, line)
    }
    assert.deepEqual(await contentsOf(this.server), before, 'a forbidden request changed the database')
  }

  /** Requests that the sender may make, to each operation in turn. */
  async allowed(requests: number): Promise<void> {
    for (let i = 0; i < requests; i++) {
      if (i % 50 === 0) await asOwner(this.server, sql`delete from rate_limits`)
      const operation = this.operations[i % this.operations.length]!
      const identity = this.random.pick(ACTORS.filter((actor) => refusalOf(operation, actor) === null))
      const first = await this.send(operation, identity)
      if (operation.access === 'anyone' || !isGuardRefusal(operation, first)) continue
      // An earlier request has ended this session, or changed this account.
      this.people.delete(identity)
      const again = await this.send(operation, identity)
      assert.ok(!isGuardRefusal(operation, again), again.line)
    }
  }

  private async send(
    operation: Operation,
    identity: Identity | null,
    more: RequestOptions = {},
  ): Promise<Sent> {
    const { path, options: content } = this.make.request(operation)
    const options = { ...content, ...more }
    const visitor = await this.visitorOf(identity)
    const line =
      `${operation.method} ${path} as ${identity ? `${identity.role}, ${identity.plan}` : 'a visitor'}: ${JSON.stringify(options)}`.slice(
        0,
        1500,
      )
    const answer = await visitor.request(operation.method, path, options)
    const shown = `${line}\nanswered ${answer.status} ${answer.text.slice(0, 500)}`
    this.tally[answer.status] = (this.tally[answer.status] ?? 0) + 1
    checkAnswer(operation, answer, shown)
    return { answer, line: shown }
  }

  private async visitorOf(identity: Identity | null): Promise<Visitor> {
    const visitor = this.people.get(identity) ?? (await this.signIn(identity))
    this.people.set(identity, visitor)
    return visitor
  }

  private async signIn(identity: Identity | null): Promise<Visitor> {
    if (identity === null) return this.server.anonymous()
    await asOwner(this.server, sql`delete from rate_limits`)
    const { visitor, uid } = await newPerson(this.server)
    const { clock, db } = this.server.services
    const { role, plan } = identity
    if (plan !== 'free') await give(this.server, uid, await clock.now(db), { plan, length: { months: 12 } })
    await rowsOf(this.server, sql`update users set role = ${role} where id = ${uid}`)
    return visitor
  }
}

/** A write that only the app's own pages may send. Paystack signs its own. */
const isGuardedWrite = ({ method, path }: Operation): boolean =>
  method !== 'GET' && !path.startsWith('/api/webhooks/')

/** The status with which the guard refuses, by its rules alone; null if the sender may make the call. */
function refusalOf({ access }: Operation, identity: Identity | null): number | null {
  if (access === 'anyone') return null
  if (identity === null) return 401
  if (access === 'signed-in') return null
  if (isRight(access)) return identity.role === 'admin' ? null : 403
  return opens(identity, access as Feature) ? null : 402
}

/** No answer is a failure of the server, and each has the form that the description promises. */
function checkAnswer({ answer: promised, refusal }: Operation, answer: Answer<any>, line: string): void {
  assert.ok(answer.status < 500, line)
  const media = answer.headers.get('content-type')?.split(';')[0]
  if (answer.status >= 400) {
    assert.ok(media === refusal || media === 'application/problem+json', line)
    if (media === 'application/problem+json') assert.equal(answer.body.status, answer.status, line)
    return
  }
  if (answer.status >= 300) return
  assert.equal(answer.status, promised.status, line)
  assert.equal(media, promised.media, line)
  if (media !== 'application/json') return
  const { error } = z.fromJSONSchema(promised.schema).safeParse(answer.body)
  assert.equal(error, undefined, `${line}\n${error?.message}`)
}

async function knownValues(server: FuzzTarget) {
  const admin = await server.as('admin')
  for (const [game, date] of [
    ['diamond', '2023-10-02'],
    ['gold', '2023-10-03'],
  ])
    await admin.post('/api/admin/draws', { game, date, winning: [7, 12, 45, 60, 89] })
  await admin.post('/api/admin/predictions', { gameName: 'msp', numbers: [7], form: 'banker' })
  const [row] = await rowsOf(server, sql`select public_id as id from draws where date = '2023-10-02'`)
  const users = await rowsOf(server, sql`select id, email from users`)
  return {
    id: [1, 2, ...users.map(({ id }) => id)],
    userId: users.map(({ id }) => id),
    email: users.map(({ email }) => email),
    date: ['2023-10-02', '2023-10-03', 'today'],
    from: ['2023-10-01'],
    to: ['2023-10-31'],
    year: ['2023', '2024'],
    month_year: ['october_2023'],
    game: ['diamond', 'gold'],
    gameName: ['diamond', 'msp'],
    key: ['diamond', 'gold'],
    draw: [row!.id],
    publicId: [row!.id],
    forecast: ['1'],
    number: ['7', '12', 45],
    type: ['winning', 'machine', 'both'],
    position: ['any_box', 'first_box_winning'],
    join: ['same', '3'],
    window: ['all', '30', '100', '2023'],
    version: [1, 2],
    winning: [[1, 2, 3, 4, 5]],
    machine: [[6, 7, 8, 9, 10]],
    numbers: ['7, 12', [7, 12]],
    question: ['7 diamond', 'hot numbers diamond'],
    validFrom: ['2023-01-01', '2030-01-01'],
    password: ['lotto-forecast-demo', 'correct horse battery'],
    code: ['123456'],
  }
}

const isGuardRefusal = ({ access }: Operation, { answer: { body } }: Sent): boolean =>
  ['not-signed-in', 'forbidden', 'age-needed'].includes(body?.code) ||
  // A call for everyone signed in may have a choice for a plan, such as to follow games by own numbers.
  (body?.code === 'plan-needed' && access !== 'signed-in')

/** @throws AssertionError with the request that broke a rule */
export async function fuzz(
  server: FuzzTarget,
  { seed, requests }: { seed: number; requests: number },
): Promise<Tally> {
  const fuzzer = new Fuzzer(server, seed)
  await fuzzer.prepare()
  try {
    await fuzzer.forbidden(Math.ceil(requests / 4))
    await fuzzer.allowed(requests)
  } catch (error) {
    throw new Error(`The fuzzer with seed ${seed}: ${(error as Error).message}`, { cause: error })
  }
  return fuzzer.tally
}
