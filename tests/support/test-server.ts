// The real server on its own database, and visitors who use it over HTTP as a browser does.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, inject } from 'vitest'
import { sql } from 'drizzle-orm'
import type { AnalyticsTimes } from '../../src/operation/rules/analytics/analytics.ts'
import type { Mail } from '../../src/stand-ins/mailbox.ts'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import type { Address } from '../../src/platform/server/db/connect.ts'
import { runDueJobs } from '../../src/app/server/jobs/run.ts'
import { type Running, startServer } from '../../src/app/server/server.ts'
import { rowsOf } from './database.ts'
import { openedForm } from './opened-form.ts'
import { newDatabase, type Template } from './postgres.ts'
import { BUILT_THREAD, testSettings } from './settings.ts'

export interface Answer<Body = unknown> {
  status: number
  headers: Headers
  body: Body
  text: string
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** The statuses of several answers, sorted. */
export const statusesOf = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).sort((a, b) => a - b)

export interface RequestOptions {
  body?: unknown
  /** Sent unchanged, with its own content type. */
  raw?: { type: string; content: string | Uint8Array }
  headers?: Record<string, string>
  /** Omits the Origin header of the app's own pages. The server refuses such writes. */
  foreign?: boolean
}

/** A browser that keeps its cookies between requests. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  /** The visitor's network address. */
  address = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`
  private readonly base: string

  constructor(base: string) {
    this.base = base
  }

  /** Another browser with the same cookies. @param base the server that it uses */
  copy(base = this.base): Visitor {
    const copy = new Visitor(base)
    for (const [name, value] of this.cookies) copy.cookies.set(name, value)
    return copy
  }

  async request<Body = any>(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer<Body>> {
    const { body, raw, foreign = false } = options
    const headers = new Headers(options.headers)
    if (!headers.has('x-forwarded-for')) headers.set('x-forwarded-for', this.address)
    if (!foreign) headers.set('origin', headers.get('origin') ?? this.base)
    if (this.cookies.size > 0)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (raw) headers.set('content-type', raw.type)
    else if (body !== undefined) headers.set('content-type', 'application/json')
    const content = raw ? (raw.content as BodyInit) : body === undefined ? null : JSON.stringify(body)
    const response = await fetch(this.base + path, { method, headers, body: content, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie)
    const type = response.headers.get('content-type') ?? ''
    // A stream has no end.
    const isStream = type.startsWith('text/event-stream')
    if (isStream) await response.body?.cancel()
    // `response.text()` drops a byte order mark.
    const text = isStream ? '' : UTF8.decode(await response.arrayBuffer())
    const isJson = /json/.test(type)
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    }
  }

  get = <Body = any>(path: string, options?: RequestOptions) => this.request<Body>('GET', path, options)
  post = <Body = any>(path: string, body?: unknown, options?: RequestOptions) =>
    this.request<Body>('POST', path, { body, ...options })

  private keep(cookie: string): void {
    const [pair, ...attributes] = cookie.split(';')
    const name = pair!.slice(0, pair!.indexOf('='))
    const value = pair!.slice(name.length + 1)
    if (attributes.some((attribute) => /max-age=0|1970/i.test(attribute))) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

export type Person = 'admin' | 'pro' | 'basic' | 'free'

export interface TestServer extends Running {
  anonymous(): Visitor
  /** A visitor signed in to a demo account. */
  as(person: Person): Promise<Visitor>
  /** The parsed log lines so far. */
  logs: Record<string, unknown>[]
  /** The server's database. */
  address: Address
  /** The rows of a statement on the server's database. Counts and ids are numbers. */
  rows<Row extends Record<string, unknown> = Record<string, any>>(
    text: TemplateStringsArray,
    ...values: unknown[]
  ): Promise<Row[]>
  /** What the audit trail says of a subject: actions with their details, oldest first. */
  trail(subject: string): Promise<[action: string, details: unknown][]>
  /** The time that the server reads, in milliseconds. */
  now(): Promise<number>
  /** Runs all due jobs; with `retries` also the failed ones that wait for their next attempt. */
  runJobs(options?: { retries?: boolean }): Promise<void>
  /** Runs the minute's sweep and the jobs that it adds. */
  sweep(): Promise<void>
  /** The mails that the stand-in mail server received, newest first. */
  mailbox(to?: string): Promise<Mail[]>
  /** Starts another server, by default on the same database, like a second process. */
  another(
    settings?: Record<string, string>,
    options?: { jobs?: boolean; recheckMs?: number; address?: Address; analyticsTimes?: AnalyticsTimes },
  ): Promise<TestServer>
}

interface Options {
  template?: Template
  settings?: Record<string, string>
  jobs?: boolean
  /** Milliseconds between polls for changes whose notification was missed. */
  pollIntervalMs?: number
  /** Milliseconds between two checks of the sessions of live streams. */
  recheckMs?: number
  /** Starts stand-ins for Google, Paystack and the mail server. */
  standIns?: boolean
  /** Whether the server refuses requests as early as in production. Otherwise a busy machine would fail tests of bursts. */
  refusesEarly?: boolean
}

/** Longer than any burst of the tests takes on a busy machine. */
export const LONGEST_WAIT_MS = 20_000

/** Starts a server for a test file. The returned function gets it, from `beforeAll` on. */
export function testServer({
  template = 'installed',
  settings = {},
  jobs = false,
  pollIntervalMs,
  recheckMs,
  standIns = false,
  refusesEarly = false,
}: Options = {}): () => TestServer {
  let server: TestServer
  const closing: (() => Promise<unknown>)[] = []

  async function start(
    address: Address,
    more: Record<string, string>,
    withJobs: boolean,
    sessionCheckMs = recheckMs,
    analyticsTimes?: AnalyticsTimes,
  ): Promise<TestServer> {
    const logs: Record<string, unknown>[] = []
    const logTo = { write: (line: string) => void logs.push(JSON.parse(line) as Record<string, unknown>) }
    const running = await startServer(testSettings({ LOG_LEVEL: 'info', ...settings, ...more }), {
      address,
      jobs: withJobs,
      standIns,
      threadProgram: BUILT_THREAD,
      ...(pollIntervalMs && { pollIntervalMs }),
      ...(sessionCheckMs && { recheckMs: sessionCheckMs }),
      ...(analyticsTimes && { analyticsTimes }),
      ...(!refusesEarly && { longestWaitMs: LONGEST_WAIT_MS }),
      logTo,
    })
    closing.push(() => running.stop({ lingerMs: 0 }))
    // Visitors have opened the sign-up form, as people have.
    const anonymous = () => {
      const visitor = new Visitor(running.url)
      visitor.cookies.set(...openedForm(running.services.settings))
      return visitor
    }
    return {
      ...running,
      logs,
      address,
      anonymous,
      rows: (text, ...values) => rowsOf(running, sql(text, ...values)),
      async trail(subject) {
        const found = sql`select action, details from audit where subject = ${subject} order by id`
        return (await rowsOf(running, found)).map(({ action, details }) => [action, details])
      },
      now: () => running.services.clock.now(running.services.db),
      async as(person) {
        const visitor = anonymous()
        const credentials = { email: `${person}@lotto.test`, password: DEMO_PASSWORD }
        const { status } = await visitor.post('/api/auth/sign-in/email', credentials)
        if (status !== 200) throw new Error(`${person} cannot sign in: ${status}`)
        return visitor
      },
      async sweep() {
        await running.services.db.execute(sql`select graphile_worker.add_job('sweep')`)
        await runDueJobs(running.services, running.database)
      },
      async runJobs({ retries = false } = {}) {
        const { db } = running.services
        if (retries) await db.execute(sql`update graphile_worker._private_jobs set run_at = created_at`)
        await runDueJobs(running.services, running.database)
      },
      async mailbox(to) {
        const query = to ? `?to=${encodeURIComponent(to)}` : ''
        return (await (await fetch(`${running.sandboxUrl}/mailbox.json${query}`)).json()) as Mail[]
      },
      another: (
        other = {},
        { jobs: withJobs = jobs, recheckMs: own, address: its = address, analyticsTimes: times } = {},
      ) => start(its, other, withJobs, own, times),
    }
  }

  beforeAll(async () => {
    const database = await newDatabase(inject('postgres'), template)
    closing.push(database.drop)
    server = await start(database.address, {}, jobs)
  })
  afterAll(async () => {
    for (const close of closing.toReversed()) await close()
  })
  return () => server
}
