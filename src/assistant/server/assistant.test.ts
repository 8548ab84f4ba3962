import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { csv } from '../../../tests/support/csv.ts'
import { rowsOf } from '../../../tests/support/database.ts'
import { PASSWORD } from '../../../tests/support/people.ts'
import { newDatabase } from '../../../tests/support/postgres.ts'
import { freePort } from '../../../tests/support/programs.ts'
import { random } from '../../../tests/support/random.ts'
import { PRODUCTION, testSettings } from '../../../tests/support/settings.ts'
import { type Person, testServer, Visitor } from '../../../tests/support/test-server.ts'
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

const listPath = (question: string, kept = '') =>
  `/api/assistant?${new URLSearchParams({ question, now: NOW, ...(kept && { kept }) })}`
const chosenPath = (chosen: string, now = NOW) => `/api/assistant?${new URLSearchParams({ chosen, now })}`
const answer = async (person: Person, chosen: string) => (await people[person].get(chosenPath(chosen))).body
const list = async (question: string, kept?: string) => (await people.free.get(listPath(question, kept))).body

test('a time beyond the calendar is refused', async () => {
  for (const now of ['9999-12-31T23:59:59+01:00', '2199-12-31T22:00:00Z', '0001-01-01T00:00:00Z']) {
    const { status, body } = await people.free.get(chosenPath('ask=schedule&kind=next', now))
    expect([now, status, Object.keys(body.fields)]).toEqual([now, 400, ['now']])
  }
  expect((await people.free.get(chosenPath('ask=schedule&kind=next', '2198-12-31T22:00:00Z'))).status).toBe(
    200,
  )
})

describe('the plan', () => {
  const BASIC = ['ask=hot&games=bingo&top=5', 'ask=cold&games=national&top=1']
  const PRO = [
    'ask=due&games=bingo&top=5',
    'ask=pairs-with&numbers=7&top=1',
    'ask=followers&numbers=7&top=1',
    'ask=then&numbers=39,35&games=diamond',
    'ask=chart-hit&numbers=5&relations=malta',
  ]
  const opens: Record<Person, string[]> = {
    free: [],
    basic: BASIC,
    pro: [...BASIC, ...PRO],
    admin: [...BASIC, ...PRO],
  }
  const cases = (Object.keys(opens) as Person[]).flatMap((person) =>
    opens.pro.map((address) => ({ person, address, isOpen: opens[person].includes(address) })),
  )

  test.each(cases.filter(({ isOpen }) => isOpen))(
    'answers $person: $address',
    async ({ person, address }) => {
      const body = await answer(person, address)
      expect(body).toMatchObject({ address, plan: null, refusal: '' })
      expect([body.value === null, body.figure]).toEqual([false, expect.stringMatching(/\d/)])
    },
  )

  test.each(cases.filter(({ isOpen }) => !isOpen))('names the price to $person: $address', async (asked) => {
    const plan: Plan = BASIC.includes(asked.address) ? 'basic' : 'pro'
    const { suggestions, things, query, reading, ...body } = await answer(asked.person, asked.address)
    expect(Array.isArray(suggestions)).toBe(true)
    expect(Array.isArray(things)).toBe(true)
    expect(query.intent).toEqual(/ask=([\w-]+)/.exec(asked.address)![1])
    expect(reading).toEqual(expect.any(String))
    expect(body).toEqual({
      address: asked.address,
      plan,
      refusal:
        plan === 'basic'
          ? 'This needs the Basic plan, ₦2,000 per year.'
          : 'This needs the Pro plan, ₦1,500 per month.',
      // Nothing of the answer.
      value: null,
      ball: null,
      figure: '',
      basis: '',
      luck: null,
      facts: [],
      lines: [],
      notes: [],
      marked: [],
      draws: [],
      total: 0,
      screen: null,
      sample: false,
    })
  })

  test('a page of Free has the locked box and none of the figures', async () => {
    const [address = ''] = PRO
    const { value, figure } = await answer('pro', address)
    const page = await people.free.get(`/dashboard/ai?${new URLSearchParams({ chosen: address })}`)
    const text = page.text.replaceAll('<!-- -->', '')
    expect(text.includes('Upgrade to Pro')).toBe(true)
    expect([text.includes(figure), text.includes(JSON.stringify(value))]).toEqual([false, false])
  })
})

describe('a text', () => {
  test('has whole questions, and no figure', async () => {
    const body = await list('45 first box diamond 2024')
    expect(body.suggestions[0]).toEqual({
      question: 'How many times has 45 come as first box in Diamond in 2024?',
      address: 'ask=count&numbers=45.first_box&games=diamond&period=2024-01-01..2024-12-31',
      isWhole: true,
      plan: 'free',
    })
    expect(Object.keys(body).sort()).toEqual('examples message record sample suggestions things'.split(' '))
    expect(await list('45 first box diamond 2024')).toEqual(body)
  })

  test('takes what it lacks from the question before', async () => {
    const { suggestions, things } = await list('and Metro?', 'ask=count&numbers=7&games=bingo')
    expect(suggestions[0].address).toBe('ask=count&numbers=7&games=metro')
    expect(things).toEqual([
      { name: '7', address: 'ask=count&games=bingo', isQuestion: false },
      { name: 'Bingo', address: 'ask=count&numbers=7', isQuestion: true },
    ])
    expect((await list('and Metro?')).suggestions.filter((one: any) => one.isWhole)).toEqual([])
    // What is kept may be no question, and may be nonsense.
    expect((await list('', 'ask=count&games=bingo')).suggestions.length).toBe(3)
    expect((await list('7 metro', 'nonsense')).suggestions[0].isWhole).toBe(true)
  })

  test('that nothing answers has examples, each of which is answered', async () => {
    const { message, suggestions, examples, record } = await list('nawa o')
    expect([message, suggestions]).toEqual([expect.stringMatching(/^I answer questions about/), []])
    expect(record).toEqual({ draws: GAME_KEYS.length * 40, from: expect.any(String), to: '2025-07-01' })
    expect(examples).toHaveLength(5)
    for (const { address } of examples) expect((await answer('free', address)).figure).not.toBe('')
  })

  test('counts relative dates from the time of the request', async () => {
    const { suggestions } = await list('Gold results of last Thursday')
    expect(suggestions[0].address).toBe('ask=draw&games=gold&period=2025-06-26..2025-06-26')
  })
})

describe('an answer', () => {
  test('has the count of SQL, the draws and what luck gives', async () => {
    for (let number = 1; number <= 20; number++) {
      const body = await answer(
        'free',
        `ask=count&numbers=${number}.first_box&games=diamond&period=2024-01-01..2024-12-31`,
      )
      const rows = await server()
        .rows`select date::text from draws where game_key = 'diamond' and extract(year from date) = 2024
            and winning[1] = ${number} order by date desc`
      expect([body.value, body.total]).toEqual([[rows.length], rows.length])
      expect(body.draws.map(({ date }: any) => date)).toEqual(rows.slice(0, 6).map(({ date }) => date))
      expect(body.luck.value).toBe(rows.length)
      expect(body.ball).toEqual({ number, type: 'winning' })
    }
  })

  test('has other questions about its things, none of them itself', async () => {
    const { suggestions, things } = await answer('free', 'ask=count&numbers=7&games=metro')
    expect(suggestions.map(({ address }: any) => address)).toContain('ask=last-seen&numbers=7&games=metro')
    expect(things.map(({ name }: any) => name)).toEqual(['7', 'Metro'])
  })

  test('about draws that follow each other lists the later ones', async () => {
    const body = await answer('pro', 'ask=then&numbers=39,35&games=diamond')
    expect(body.total).toEqual(body.value.times)
    expect(body.marked).toEqual([{ number: 35, type: 'winning', box: 'any_box' }])
    for (const { winning } of body.draws) expect(winning).toContain(35)
  })

  test('about Pro and the forecasts has the verdict of the record', async () => {
    const { verdict } = (await people.free.get('/api/public/record/verdict')).body
    const said = verdict === null ? 'No forecast has been scored yet.' : `Our forecasts so far: ${verdict}.`
    expect((await answer('free', 'ask=help&term=pro')).notes).toContain(said)
    expect((await answer('free', 'ask=help&term=forecasts')).figure).toBe(said)
  })

  test.each(['ask=count', 'ask=draw&period=2023-01-01..2025-12-31'])(
    'refuses %s, which is no question',
    async (address) => {
      const { status, body } = await people.free.get(chosenPath(address))
      expect([status, Object.keys(body.fields)]).toEqual([400, ['chosen']])
    },
  )
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
    const chosen = 'ask=odds&bet=two-sure'
    const refused = await visitor.get(chosenPath(chosen), { headers })
    expect([refused.status, refused.body.fields]).toEqual([400, { now: 'Only a demo takes a time.' }])
    const { body } = await visitor.get(`/api/assistant?${new URLSearchParams({ chosen })}`, { headers })
    expect(body).toMatchObject({ value: { oneIn: 400.5 } })
  } finally {
    await running.stop()
    await drop()
  }
})
