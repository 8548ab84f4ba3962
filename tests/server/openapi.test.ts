import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ERRORS } from '../../src/platform/rules/base/messages.ts'
import { LAB_FIGURE_KEYS, type LabFigureKey } from '../../src/statistics/rules/lab/figures.ts'
import { drawOfDay } from '../../src/platform/rules/site/paths.ts'
import { api } from '../../src/app/server/routes.ts'
import { csv } from '../support/csv.ts'
import { startPaystack } from '../support/paystack-model.ts'
import { picture, upload } from '../support/pictures.ts'
import { addAuthor, history, seedLedger } from '../support/seed-ledger.ts'
import { type Answer, testServer, type Visitor } from '../support/test-server.ts'

// The OpenAPI description is generated from the tables that also guard, parse and answer. This compares it with real
// answers, using the schemas from the document as a client would.
const paystack = await startPaystack()
afterAll(() => paystack.stop())
const server = testServer({ settings: paystack.settings })
let admin: Visitor
let document: any

type Json = Record<string, any>
const operations = (): { route: string; path: string; operation: Json }[] =>
  Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      path,
      operation,
    })),
  )
const schemaOf = (schema: Json) => z.fromJSONSchema(schema)

/** What some figures of the lab ask for. */
const LAB_QUERIES: Partial<Record<LabFigureKey, string>> = {
  followers: '?number=7',
  pairs: '?numbers=7,12',
  groups: '?numbers=7,12,20',
}

/** Real addresses of the GET calls. A call without an entry is requested as it is. */
const addresses: Record<string, string[]> = {
  'GET /api/lottoDailyResults/:month_year': ['/api/lottoDailyResults/october_2023'],
  'GET /api/live/news': ['/api/live/news?after=0'],
  'GET /api/days/:date': ['/api/days/today', '/api/days/2023-10-02', '/api/days/2023-10-25'],
  'GET /api/history/years/:year': ['/api/history/years/2023'],
  'GET /api/history/changes': ['/api/history/changes?since=0', '/api/history/changes?since=1'],
  'GET /api/results': [
    '/api/results',
    '/api/results?game=diamond&year=2023',
    '/api/results?number=7&type=winning&position=any_box&number=12&type=both&position=any_box&join=same',
    '/api/results?number=7&type=winning&position=first_box_winning&number=9&type=machine&position=any_box_machine',
  ],
  'GET /api/frequentNumbers': ['/api/frequentNumbers', '/api/frequentNumbers?window=2023&set=both'],
  'GET /api/frequentNumbers/:game': ['/api/frequentNumbers/diamond?window=all&set=machine'],
  'GET /api/movingNumbers': ['/api/movingNumbers', '/api/movingNumbers?window=all'],
  'GET /api/predictions': ['/api/predictions', '/api/predictions?after=1795000000000.1'],
  'GET /api/predictions/:id': ['/api/predictions/1'],
  'GET /api/admin/predictions': ['/api/admin/predictions', '/api/admin/predictions?after=1'],
  'GET /api/admin/predictions/:id': ['/api/admin/predictions/1', '/api/admin/predictions/2'],
  'GET /api/assistant': [
    '/api/assistant?question=7%20diamond',
    '/api/assistant?question=hello',
    '/api/assistant?question=and%20machine&kept=ask%3Dcount%26numbers%3D7&now=2025-07-02T10%3A00%3A00%2B01%3A00',
    '/api/assistant?chosen=ask%3Dcount%26numbers%3D7',
    '/api/assistant?chosen=ask%3Dhot%26games%3Ddiamond',
  ],
  'GET /api/lab/:figure': LAB_FIGURE_KEYS.map((figure) => `/api/lab/${figure}${LAB_QUERIES[figure] ?? ''}`),
  'GET /api/lab/:figure/draws': [
    '/api/lab/frequency/draws?mark=7',
    '/api/lab/moving/draws?mark=lag.1',
    '/api/lab/pairs/draws?mark=7-12',
  ],
}

/** The Cache-Control of answers that may be kept. All others are `private, no-store`. */
const KEPT: Record<string, string> = {
  'GET /api/getResults': 'private, no-cache',
  'GET /api/lottoDailyResults/:month_year': 'private, no-cache',
  'GET /api/days/:date': 'private, no-cache',
  'GET /api/history': 'private, no-cache',
  'GET /api/history/years/:year': 'private, no-cache',
  'GET /api/downloads/year.csv': 'private, no-cache',
  'GET /api/downloads/year.json': 'private, no-cache',
  'GET /api/downloads/days.csv': 'private, no-cache',
  'GET /api/downloads/days.json': 'private, no-cache',
  'GET /api/images/:name': 'private, no-cache',
  'GET /api/live': 'private, no-store, no-transform',
  'GET /api/auth/jwks': 'public, max-age=600',
  'GET /api/open/results': 'public, max-age=60',
  'GET /api/open/results/:of': 'public, max-age=60',
  'GET /api/open/results/:of/:year': 'public, max-age=60',
  'GET /record.csv': 'public, no-cache',
  'GET /share/days/:id/:file': 'public, max-age=31536000, immutable',
  'GET /share/draws/:id/:file': 'public, max-age=31536000, immutable',
  'GET /share/forecasts/:id/:file': 'public, max-age=31536000, immutable',
  'GET /share/product/:id/:file': 'public, max-age=31536000, immutable',
}

/** The names under which browsers save answers. */
const FILES: Record<string, RegExp> = {
  'GET /api/admin/audit/export': /^audit-[\d-]{10}\.csv$/,
  'GET /api/admin/growth/export': /^players-by-month-[\d-]{10}\.csv$/,
  'GET /api/admin/money/:file': /^(payments|refunds|fees|payouts)-[\d-]{21}\.csv$/,
  'GET /api/profile/data.csv': /^lotto-forecast-my-data\.csv$/,
  'GET /api/profile/data.json': /^lotto-forecast-my-data\.json$/,
  'GET /api/downloads/year.csv': /^diamond-2023\.csv$/,
  'GET /api/downloads/year.json': /^diamond-2023\.json$/,
  'GET /api/downloads/days.csv': /^results-2023-10-02-to-2023-12-25\.csv$/,
  'GET /api/downloads/days.json': /^results-2023-10-02-to-2023-12-25\.json$/,
  'GET /record.csv': /^record\.csv$/,
}

beforeAll(async () => {
  admin = await server().as('admin')
  const author = await addAuthor(server(), 'Author')
  await seedLedger(
    server(),
    history(Date.now(), 1, { numbers: [7, 42], author }, () => 1),
  )
  const image = (await admin.request('POST', '/api/admin/images', { raw: upload(await picture()) })).body
    .secure_url
  addresses['GET /api/images/:name'] = [image.slice(server().url.length)]
  const first = { gameName: 'diamond', numbers: '7, 12', date: '2023-10-02', image, reasons: 'Due' }
  await admin.post('/api/admin/predictions', first)
  await admin.post('/api/admin/predictions', { gameName: 'msp', numbers: [1], form: 'banker' })
  const content = csv(
    'diamond,2023-10-02,1,,ok,7,12,45,60,89,3,9,27,33,81',
    'diamond,2023-10-05,,,ok,7,12,45,60,88,,,,,',
    'msp,2023-12-25,,,no_draw,,,,,,,,,,',
  )
  await admin.request('POST', '/api/admin/draws/import', { raw: { type: 'text/csv', content } })
  await admin.post('/api/initializeTransaction', { plan: 'pro' })
  const [{ reference }] = (await admin.get('/api/payments')).body.payments
  addresses['GET /api/payments/:reference'] = [`/api/payments/${reference}`]
  addresses['GET /api/admin/payments/:reference'] = [`/api/admin/payments/${reference}`]
  const { uid } = (await admin.get('/api/me')).body
  addresses['GET /api/admin/users/:id'] = [`/api/admin/users/${uid}`]
  addresses['GET /api/admin/users/:id/grants/preview'] = [
    `/api/admin/users/${uid}/grants/preview?plan=pro&days=3`,
  ]
  addresses['GET /api/admin/plan-mails/preview'] = ['/api/admin/plan-mails/preview?group=never-paid']
  const names: string[] = []
  for (const date of ['2023-10-02', '2023-10-05', '2023-12-25']) {
    const { games } = (await admin.get(`/api/days/${date}`)).body
    names.push(...games.flatMap(({ key, draw }: Json) => (draw ? drawOfDay(key, date) : [])))
  }
  expect(names).toHaveLength(3)
  addresses['GET /api/draws/:draw'] = names.map((id) => `/api/draws/${id}`)
  addresses['GET /api/public/draws/:draw'] = names.map((id) => `/api/public/draws/${id}`)
  const pictures = await Promise.all(
    names.map(async (id) => (await admin.get(`/api/public/draws/${id}`)).body.picture.path as string),
  )
  addresses['GET /share/draws/:id/:file'] = pictures
  const results = '/api/public/results'
  addresses['GET /api/public/results'] = [
    results,
    `${results}?of=2023-10-02`,
    `${results}?of=2023-12-24`,
    `${results}?of=diamond&year=2023`,
  ]
  const open = '/api/open/results'
  addresses['GET /api/open/results/:of'] = ['2023-10-02', 'diamond', 'diamond.2023-10-02'].map(
    (of) => `${open}/${of}`,
  )
  addresses['GET /api/open/results/:of/:year'] = [`${open}/diamond/2023`]
  addresses['GET /share/days/:id/:file'] = [(await admin.get(`${results}?of=2023-10-02`)).body.picture.path]
  const { months } = (await admin.get('/api/public/record')).body
  const { id: scored } = months
    .flatMap(({ slips }: any) => slips)
    .find(({ state }: any) => state === 'scored')
  const forecast = `/api/public/forecasts/${scored}`
  addresses['GET /api/public/forecasts/:forecast'] = [forecast]
  addresses['GET /share/forecasts/:id/:file'] = [(await admin.get(forecast)).body.picture.path]
  // The login's document names the picture of the product.
  const login = (await server().anonymous().get('/login')).text
  addresses['GET /share/product/:id/:file'] = [/\/share\/product\/[^"]+/.exec(login)![0]]
  for (const format of ['csv', 'json']) {
    addresses[`GET /api/downloads/year.${format}`] = [`/api/downloads/year.${format}?game=diamond&year=2023`]
    const days = 'from=2023-10-02&to=2023-12-25'
    addresses[`GET /api/downloads/days.${format}`] = [`/api/downloads/days.${format}?${days}`]
  }
  addresses['GET /api/admin/money/:file'] = ['payments', 'refunds', 'fees', 'payouts'].map(
    (file) => `/api/admin/money/${file}`,
  )
  addresses['GET /api/admin/channel-preview'] = ['/api/admin/channel-preview?games=diamond,msp']
  addresses['GET /api/numbers/:number'] = ['/api/numbers/7', '/api/numbers/90']
  const watched = { bet: 'watch', numbers: '7', game: 'diamond', from: '2023-10-02' }
  const { id: entry } = (await admin.post('/api/slip', watched)).body
  addresses['GET /api/slip/card/picture'] = [
    `/api/slip/card/picture?entry=${entry}&game=diamond&date=2023-10-02`,
  ]
  document = (await server().anonymous().get('/api/openapi.json')).body
})

describe('the description', () => {
  test('is an OpenAPI 3.1 document of exactly the existing calls', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toEqual({
      title: 'Lotto Forecast',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      description: expect.stringContaining('Times are milliseconds'),
    })
    expect(
      operations()
        .map(({ route }) => route)
        .sort(),
    ).toEqual(Object.keys(api).sort())
    expect(Object.keys(document).sort()).toEqual(['components', 'info', 'openapi', 'paths', 'tags'])
  })

  test('describes each call with name, guard, parameters, answer and refusal', () => {
    const names = new Set<string>()
    for (const { route, path, operation } of operations()) {
      const where = [route, expect.anything()]
      expect([route, operation.summary]).toEqual(where)
      expect(operation.operationId).toMatch(/^[A-Za-z0-9_-]+$/)
      names.add(operation.operationId)
      const access = api[route as keyof typeof api].access
      expect(operation['x-access']).toBe(access)
      expect([route, operation.security.length === 0]).toEqual([route, access === 'anyone'])
      for (const one of operation.security)
        expect(Object.keys(document.components.securitySchemes)).toContain(Object.keys(one)[0])

      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const parameters: Json[] = operation.parameters
      expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(inPath)
      for (const one of parameters) {
        expect(['path', 'query', 'header']).toContain(one.in)
        if (one.in === 'path') expect(one.required).toBe(true)
        expect(() => schemaOf(one.schema)).not.toThrow()
      }
      const statuses = Object.keys(operation.responses)
      expect(statuses).toContain('default')
      expect(statuses.filter((status) => /^[23]\d\d$/.test(status))).toHaveLength(1)
      for (const response of Object.values<Json>(operation.responses))
        expect(response.description).toMatch(/\S/)
      for (const media of Object.values<Json>(operation.requestBody?.content ?? {}))
        expect(() => schemaOf(media.schema)).not.toThrow()
    }
    expect(names.size).toBe(operations().length)
  })

  test('names the calls that other sites may make without a key', () => {
    const open = operations().filter(({ operation }) => operation.tags?.includes('public'))
    expect(open.map(({ route }) => route)).toEqual([
      'GET /api/open/results',
      'GET /api/open/results/:of',
      'GET /api/open/results/:of/:year',
    ])
    expect(document.tags).toEqual([
      { name: 'public', description: expect.stringContaining('600 times a minute') },
    ])
    for (const { operation } of open) expect(operation.security).toEqual([])
  })

  test('has no dangling references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, target]) => target!,
    )
    expect(references.length).toBeGreaterThan(0)
    for (const target of references) {
      let at: any = document
      for (const step of target.slice(2).split('/')) at = at?.[step]
      expect([target, typeof at]).toEqual([target, 'object'])
    }
  })

  test('has schemas that refuse other values', () => {
    const me = document.paths['/api/me'].get.responses['200'].content['application/json'].schema
    expect(schemaOf(me).safeParse({ uid: 'x' }).success).toBe(false)
    const site = document.paths['/api/site'].get.responses['200'].content['application/json'].schema
    expect(schemaOf(site).safeParse({ destinations: {}, help: {}, more: 1 }).success).toBe(false)
  })
})

describe('real answers match the description:', () => {
  // Google's callback redirects. google-sign-in.test.ts tests it.
  const reads = Object.keys(api).filter(
    (route) => route.startsWith('GET ') && route !== 'GET /api/auth/callback/google',
  )
  test.each(reads)('%s', async (route) => {
    const { operation } = operations().find((one) => one.route === route)!
    const [, content] = Object.entries<Json>(operation.responses).find(([status]) => status !== 'default')!
    const [media, { schema }] = Object.entries<Json>(content.content)[0]!
    const asked = addresses[route] ?? [route.slice('GET '.length)]
    expect([route, asked.join().includes(':')]).toEqual([route, false])
    for (const address of asked) {
      const { status, headers, body } = await admin.get(address)
      expect([address, status]).toEqual([address, 200])
      const isText = !media.startsWith('image/')
      expect(headers.get('content-type')).toBe(isText ? `${media}; charset=utf-8` : media)
      expect(headers.get('cache-control')).toBe(KEPT[route] ?? 'private, no-store')
      const [, file] = /^attachment; filename="(.+)"$/.exec(headers.get('content-disposition') ?? '') ?? []
      if (FILES[route] || file) expect(file).toMatch(FILES[route]!)
      if (media === 'application/json') expect(schemaOf(schema).safeParse(body).error).toBeUndefined()
    }
  })

  test('writes', async () => {
    const expectDescribed = (route: string, { status, body }: Answer<any>) => {
      const { operation } = operations().find((one) => one.route === route)!
      const { schema } = operation.responses[status].content['application/json']
      expect([route, schemaOf(schema).safeParse(body).error]).toEqual([route, undefined])
    }
    const draw = { game: 'gold', date: '2023-10-03', winning: [1, 2, 3, 4, 5] }
    const record = await admin.post('/api/admin/draws', draw)
    expectDescribed('POST /api/admin/draws', record)
    const change = { version: 1, date: '2023-10-03', winning: [1, 2, 3, 4, 6], reason: 'test' }
    const correct = await admin.request('PUT', `/api/admin/draws/${record.body.id}`, { body: change })
    expectDescribed('PUT /api/admin/draws/:id', correct)
    const last = { version: 2, reason: 'test' }
    const remove = await admin.request('DELETE', `/api/admin/draws/${record.body.id}`, { body: last })
    expectDescribed('DELETE /api/admin/draws/:id', remove)
    const raw = { type: 'text/csv', content: csv('gold,2023-10-03,,,ok,1,2,3,4,91') }
    const imported = await admin.request('POST', '/api/admin/draws/import', { raw })
    expectDescribed('POST /api/admin/draws/import', imported)
    const publish = await admin.post('/api/admin/predictions', { gameName: 'gold', numbers: '7' })
    expectDescribed('POST /api/admin/predictions', publish)
    const path = `/api/admin/predictions/${publish.body.id}`
    const edit = { version: 1, numbers: '8', reason: 'test' }
    expectDescribed('PATCH /api/admin/predictions/:id', await admin.request('PATCH', path, { body: edit }))
    expectDescribed('POST /api/admin/predictions/:id/withdraw', await admin.post(`${path}/withdraw`, last))
    const image = { raw: upload(await picture()) }
    expectDescribed('POST /api/admin/images', await admin.request('POST', '/api/admin/images', image))
    expectDescribed('POST /api/plans/free', await admin.post('/api/plans/free'))
  })

  test('refusals, with the listed codes', async () => {
    const problem = schemaOf(document.components.schemas.Problem)
    const anonymous = server().anonymous()
    const answers = [
      await anonymous.get('/api/me'),
      await admin.get('/api/nothing'),
      await admin.post('/api/admin/draws', {}),
      await (await server().as('free')).get('/api/movingNumbers'),
      await anonymous.post('/api/auth/sign-up/email', { name: '', email: '', password: '' }),
    ]
    for (const { body } of answers) expect(problem.safeParse(body).error).toBeUndefined()
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 400, 402, 400])
    expect(document.components.schemas.Problem.properties.code.enum).toEqual(Object.keys(ERRORS))
  })
})

/** The bounds of an input: `reason maxLength 300`. */
function boundsOf(name: string, schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    const isBound = /^(min|max)/.test(key) && Math.abs(value) < Number.MAX_SAFE_INTEGER
    if (typeof value === 'number') return isBound ? [`${name} ${key} ${value}`] : []
    if (key !== 'properties') return boundsOf(name, value)
    return Object.entries(value).flatMap(([inner, one]) => boundsOf(`${name}.${inner}`, one))
  })
}

// `npx vitest run openapi -u` writes the new bounds, and their review sees the difference.
test('the inputs have the bounds that were decided', async () => {
  const lines = operations().flatMap(({ route, operation: { parameters, requestBody } }) => {
    const ofParameters = parameters.flatMap(({ name, schema }: Json) => boundsOf(name, schema))
    const bounds = [...ofParameters, ...boundsOf('body', requestBody)]
    return bounds.length === 0 ? [] : `${route}: ${bounds.join(', ')}\n`
  })
  await expect(lines.join('')).toMatchFileSnapshot('bounds.txt')
})

test('the description is compressed, and unchanged for a client that has it', async () => {
  const { headers } = await server().anonymous().get('/api/openapi.json')
  expect(headers.get('content-encoding')).toBe('gzip')
  const tag = headers.get('etag')!
  const again = await server()
    .anonymous()
    .get('/api/openapi.json', { headers: { 'if-none-match': tag } })
  expect([again.status, again.text]).toEqual([304, ''])
})
