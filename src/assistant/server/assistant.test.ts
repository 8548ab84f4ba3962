import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { csv } from '../../../tests/support/csv.ts'
import { rowsOf } from '../../../tests/support/database.ts'
import { newPerson, PASSWORD } from '../../../tests/support/people.ts'
import { newDatabase } from '../../../tests/support/postgres.ts'
import { freePort } from '../../../tests/support/programs.ts'
import { random } from '../../../tests/support/random.ts'
import { PRODUCTION, testSettings } from '../../../tests/support/settings.ts'
import { type Person, testServer, Visitor } from '../../../tests/support/test-server.ts'
import { examplesFor } from '../rules/examples.ts'
import { dateOfDay, dayOf, parseDate } from '../../platform/rules/base/calendar.ts'
import { GAME_KEYS } from '../../draws/rules/games.ts'
import type { Plan } from '../../platform/rules/access/plans.ts'
import { hashPassword } from '../../people/server/password.ts'
import { startServer } from '../../app/server/server.ts'

const server = testServer()
const NOW = '2025-07-02T10:00:00+01:00'
const LAST = dayOf(parseDate('2025-07-01')!)
const people = {} as Record<Person, Visitor>

beforeAll(async () => {
  for (const person of ['admin', 'pro', 'basic', 'free'] as const) people[person] = await server().as(person)
  const { balls } = random(5)
  const lines = GAME_KEYS.flatMap((game, g) =>
    Array.from({ length: 40 }, (_, i) => {
      const ten = [...new Set([...balls(), ...balls(), ...balls(), ...balls()])].slice(0, 10)
      return `${game},${dateOfDay(LAST - 7 * i - (g % 7))},${40 - i},,ok,${ten.join()}`
    }),
  )
  const raw = { type: 'text/csv', content: csv(...lines) }
  const { body } = await people.admin.request('POST', '/api/admin/draws/import', { raw })
  expect(body.inserted).toBe(lines.length)
})
/** These tests ask more often than the rate limit allows. */
beforeEach(async () => {
  await server().rows`delete from rate_limits`
})

const path = (question: string, previous?: string) =>
  `/api/assistant?${new URLSearchParams({ question, now: NOW, ...(previous && { previous }) })}`
const ask = async (person: Person, question: string, previous?: string) =>
  (await people[person].get(path(question, previous))).body

test('a time beyond the calendar is refused', async () => {
  const asked = (now: string) =>
    people.free.get(`/api/assistant?${new URLSearchParams({ question: 'next Bingo draw', now })}`)
  for (const now of ['9999-12-31T23:59:59+01:00', '2199-12-31T22:00:00Z', '0001-01-01T00:00:00Z']) {
    const { status, body } = await asked(now)
    expect([now, status, Object.keys(body.fields)]).toEqual([now, 400, ['now']])
  }
  expect((await asked('2198-12-31T22:00:00Z')).status).toBe(200)
})

describe('the plan', () => {
  const BASIC = ['Which 5 numbers came most often in Bingo?', 'coldest number in National']
  const PRO = [
    'Top 5 overdue numbers in Bingo',
    'Which number comes most with 7 in the same draw?',
    'Which number comes most in the next draw after 7?',
    'How many times did 35 come after 39 in Diamond?',
    'How many times did the malta of 5 follow in the next draw?',
    'How many odd numbers came in Bingo?',
  ]
  const opens: Record<Person, string[]> = {
    free: [],
    basic: BASIC,
    pro: [...BASIC, ...PRO],
    admin: [...BASIC, ...PRO],
  }
  const cases = (Object.keys(opens) as Person[]).flatMap((person) =>
    opens.pro.map((question) => ({ person, question, isOpen: opens[person].includes(question) })),
  )

  test.each(cases.filter(({ isOpen }) => isOpen))('answers $person: $question', async (asked) => {
    const body = await ask(asked.person, asked.question)
    expect(body).toMatchObject({ status: 'answered', reason: null, plan: null, refusal: '' })
    expect([body.value === null, body.figure]).toEqual([false, expect.stringMatching(/\d/)])
  })

  test.each(cases.filter(({ isOpen }) => !isOpen))('names the price to $person: $question', async (asked) => {
    const { person, question } = asked
    const plan: Plan = BASIC.includes(question) ? 'basic' : 'pro'
    const { suggestions, ...body } = await ask(person, question)
    expect(body).toEqual({
      status: 'declined',
      reason: 'plan',
      plan,
      lacks: null,
      reading: expect.any(String),
      refusal:
        plan === 'basic'
          ? 'This needs the Basic plan, ₦2,000 per year.'
          : 'This needs the Pro plan, ₦1,500 per month.',
      // Nothing of the answer.
      query: null,
      value: null,
      ball: null,
      figure: '',
      luck: null,
      facts: [],
      lines: [],
      notes: [],
      marked: [],
      draws: [],
      total: 0,
      cases: 0,
      steps: [],
      unknown: [],
      links: [],
      sample: false,
    })
    for (const suggestion of suggestions) expect((await ask(person, suggestion)).status).toBe('answered')
  })

  test('a page of Free has the locked box and none of the figures', async () => {
    const [question] = PRO
    const { value, figure } = await ask('pro', question!)
    const page = await people.free.get(`/dashboard/ai?${new URLSearchParams({ question: question! })}`)
    const text = page.text.replaceAll('<!-- -->', '')
    expect(text.includes('Upgrade to Pro')).toBe(true)
    expect([text.includes(figure), text.includes(JSON.stringify(value))]).toEqual([false, false])
  })

  test.each(['free', 'basic', 'pro'] as const)('every example is answered for %s', async (plan) => {
    const examples = examplesFor({ plan, role: 'user' })
    for (const question of examples) expect((await ask(plan, question)).status, question).toBe('answered')
    expect(examples.length).toBeGreaterThan(3)
  })
})

describe('an answer', () => {
  test('has the count of SQL, the draws and what luck gives', async () => {
    for (let number = 1; number <= 20; number++) {
      const body = await ask('free', `How many times ${number} first box diamond 2024?`)
      expect(body.query).toEqual({
        intent: 'count',
        slots: {
          games: ['diamond'],
          period: { from: '2024-01-01', to: '2024-12-31' },
          numbers: [{ number, box: 'first_box' }],
        },
      })
      const rows = await server()
        .rows`select date::text from draws where game_key = 'diamond' and extract(year from date) = 2024
            and winning[1] = ${number} order by date desc`
      expect([body.value, body.total]).toEqual([[rows.length], rows.length])
      expect(body.draws.map(({ date }: any) => date)).toEqual(rows.slice(0, 6).map(({ date }) => date))
      expect(body.luck.value).toBe(rows.length)
      expect(body.ball).toEqual({ number, type: 'winning' })
    }
  })

  test('is the same each time, and its reading has the same answer', async () => {
    const question = 'wetin be the last five Metro results'
    const body = await ask('free', question)
    expect(await ask('free', question)).toEqual(body)
    expect(body.value).toHaveLength(5)
    const again = await ask('free', body.reading)
    expect([again.query, again.value]).toEqual([body.query, body.value])
  })

  test('a follow-up keeps what it does not name', async () => {
    const before = 'How many times has 7 come in Bingo?'
    const { query } = await ask('free', 'and Metro?', before)
    expect(query).toEqual({ intent: 'count', slots: { games: ['metro'], numbers: [{ number: 7 }] } })
    expect((await ask('free', 'and Metro?')).status).toBe('ask-back')
    // The plan counts for the question as understood.
    expect(await ask('free', 'and Metro?', 'Top 5 overdue numbers in Bingo')).toMatchObject({
      reason: 'plan',
      reading: 'Top 5 overdue numbers in Metro',
      value: null,
    })
  })

  test.each([
    ['overdue numbers', 'pro', 'Which game?'],
    ['45', 'free', 'Say a little more.'],
    ['How many times did 45 come in Bingo when it rained?', 'free', 'Not understood: “rained”.'],
    ['results since 2024', 'free', 'These draws are too many for one answer. Name fewer days or one game.'],
  ] as const)('asks back for %s, with questions that it answers', async (question, person, refusal) => {
    const body = await ask(person, question)
    expect(body).toMatchObject({ status: 'ask-back', value: null, refusal })
    expect(body.suggestions.length).toBeGreaterThan(0)
    expect(body.suggestions.length).toBeLessThanOrEqual(3)
    for (const suggestion of body.suggestions) expect((await ask(person, suggestion)).status).toBe('answered')
  })

  test('of the chart test is the result of the chart page, for every plan, with the lab for Pro', async () => {
    const { sentence } = (await people.free.get('/api/chart-result')).body
    for (const person of ['free', 'basic', 'pro'] as const) {
      const body = await ask(person, 'does the chart work abeg')
      expect(body).toMatchObject({ status: 'answered', query: { intent: 'chart-test', slots: {} } })
      expect(body.value.sentences.join(' ')).toBe(sentence)
      expect([...body.notes, body.figure].join(' ')).toBe(sentence)
      const lab = body.links.filter(({ path: to }: any) => to === '/dashboard/statistics?figure=chart-test')
      expect(lab).toHaveLength(person === 'pro' ? 1 : 0)
    }
  })

  test('about draws that follow each other lists them', async () => {
    const body = await ask('pro', 'How many times did the counterpart follow in the next draw in Bingo?')
    expect(body.cases).toBe(body.value.hits)
    expect(body.steps.length).toBe(Math.min(6, body.value.hits))
    for (const [from, to] of body.steps) {
      expect(from.winning).toContain(from.marked[0].number)
      expect(to.winning).toContain(to.marked[0].number)
    }
  })

  test('a tip is declined', async () => {
    const { status, reason, refusal, value, links } = await ask('pro', 'Best banker today')
    expect([status, reason, value]).toEqual(['declined', 'tip', null])
    expect(links.map(({ path: to }: any) => to)).toContain('/record')
    expect(refusal).toContain('Nobody knows which numbers will come.')
  })
})

test('relative dates count from the time of the request', async () => {
  const [{ date }] = (await ask('free', 'Gold results of last Thursday')).value
  expect(date).toBe('2025-06-26')
  const later = new URLSearchParams({
    question: 'Gold results of last Thursday',
    now: '2025-06-25T10:00:00+01:00',
  })
  expect((await people.free.get(`/api/assistant?${later}`)).body.value[0].date).toBe('2025-06-19')
})

test('production takes the time from its own clock alone', async () => {
  const port = String(await freePort())
  const { address, drop } = await newDatabase(inject('postgres'), 'empty')
  const settings = testSettings({ ...PRODUCTION, PORT: port, APP_URL: `https://127.0.0.1:${port}` })
  const running = await startServer(settings, { address, jobs: false, standIns: false })
  try {
    const email = 'player@example.com'
    const password = await hashPassword(testSettings().passwordCost, PASSWORD)
    await rowsOf(
      running,
      sql`with player as (
            insert into users (id, username, email, email_verified, age_confirmed_at)
            values ('player', 'Player', ${email}, true, now()) returning id
          )
          insert into accounts (id, account_id, provider_id, user_id, password)
          select 'player', id, 'credential', id, ${password} from player`,
    )
    const visitor = new Visitor(`http://127.0.0.1:${port}`)
    const headers = { origin: `https://127.0.0.1:${port}` }
    const login = await visitor.post('/api/auth/sign-in/email', { email, password: PASSWORD }, { headers })
    expect(login.status).toBe(200)
    const question = 'What are the odds of two sure?'
    const refused = await visitor.get(path(question), { headers })
    expect([refused.status, refused.body.fields]).toEqual([400, { now: 'Only a demo takes a time.' }])
    const { body } = await visitor.get(`/api/assistant?${new URLSearchParams({ question })}`, { headers })
    expect(body).toMatchObject({ status: 'answered', value: { oneIn: 400.5 } })
  } finally {
    await running.stop()
    await drop()
  }
})

test('only signed-in people may ask', async () => {
  expect((await server().anonymous().get(path('7'))).status).toBe(401)
  const { visitor } = await newPerson(server())
  expect((await visitor.get(path('How many times has 7 come?'))).status).toBe(200)
})
