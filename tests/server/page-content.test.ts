import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Feature, FEATURES, opens } from '../../src/platform/rules/access/plans.ts'
import { api } from '../../src/app/server/routes.ts'
import { rootDir } from '../../src/platform/server/base/root.ts'
import { LEGAL_PATHS } from '../../src/platform/rules/legal/legal.ts'
import { PATHS, type Screen, SCREENS } from '../../src/platform/rules/site/paths.ts'
import { STAFF_PATHS } from '../../src/platform/rules/access/staff.ts'
import { answersOf, scriptsOf, tagsOf, textOf } from '../support/html.ts'
import { type Person, testServer, type Visitor } from '../support/test-server.ts'

const server = testServer()
const people: (Person | 'nobody')[] = ['nobody', 'free', 'basic', 'pro', 'admin']
const visitors = {} as Record<Person | 'nobody', Visitor>

const paths = [...Object.values(PATHS), ...Object.values(STAFF_PATHS)].filter(
  (path) => path !== '/' && path !== '/logout',
)
const pages = [
  ...paths,
  '/nothing',
  ...Object.values(LEGAL_PATHS),
  '/methods/verdict',
  '/dashboard/past-results?number=7&type=winning&position=first_box_winning&game=diamond&year=2023',
  '/dashboard/past-results?number=%3Cscript%3Ealert(1)%3C/script%3E&type=x&position=y&game=%22%3E%3Cb%3E',
  '/dashboard/day-result?date=2023-10-02',
  '/dashboard/day-result?date=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E',
  '/dashboard/ai?question=how%20many%20times%207%20diamond%3C/script%3E%3Cimg%20src=x%20onerror=alert(1)%3E',
  '/dashboard/frequent-numbers?window=2023',
  '/dashboard/statistics?figure=frequency&mark=20',
]

/** Records draws, so that the figures change. */
async function recordDraws(year: number): Promise<void> {
  for (let i = 0; i < 6; i++) {
    const winning = [1 + i, 41, 42, 43, 44 + i]
    const body = { game: 'diamond', date: `${year}-10-${10 + i}`, winning }
    expect((await visitors.admin.post('/api/admin/draws', body)).status).toBe(201)
  }
}

beforeAll(async () => {
  for (const person of people)
    visitors[person] = person === 'nobody' ? server().anonymous() : await server().as(person)
  await recordDraws(2023)
})

describe.each(people)('every page that %s sees is safe, and has only data of the plan', (person) => {
  test.each(pages)('%s', async (path) => {
    const { status, headers, text } = await visitors[person].get(path)
    const isShared = STILL.has(path)
    const publicCache = path.startsWith(PATHS.results) ? 'public, max-age=60' : 'public, no-cache'
    const cache = person === 'nobody' && isShared ? publicCache : 'private, no-store'
    expect(headers.get('cache-control') ?? cache).toBe(cache)
    if (status === 302) return
    expectOwnData(person, path, status, text)
    expect([200, 404]).toContain(status)
    expect(text.startsWith('<!doctype html>\n<html lang="en')).toBe(true)

    // Only our own files may run: no inline script, handler, style attribute or foreign host.
    for (const { attributes, content } of scriptsOf(text)) {
      if (content === '') expect(attributes).toMatch(/ src="\/assets\/[\w.-]+\.js"/)
      else expect(attributes).toMatch(/type="application\/(ld\+)?json"/)
      expect(content).not.toMatch(/<\/?script|<!--/i)
    }
    const tags = tagsOf(text)
    const given = tags.flatMap(({ name, attributes }) =>
      Object.entries(attributes).map(([key, value]) => [name, key, value] as const),
    )
    expect(given.filter(([, key]) => /^on|^style$|^srcdoc$/.test(key))).toEqual([])
    expect(given.filter(([, , value]) => /^\s*(javascript|data):/i.test(value))).toEqual([])
    expect(tags.filter(({ name }) => ['iframe', 'object', 'embed', 'base'].includes(name))).toEqual([])
    for (const { name, attributes } of tags) {
      if (attributes.rel === 'canonical') expect(attributes.href).toBe(server().url + path)
      else if (attributes.rel === 'alternate')
        expect(attributes.href!.startsWith(`${server().url}/`)).toBe(true)
      else if (['script', 'link', 'img', 'source'].includes(name))
        expect(attributes.src ?? attributes.href ?? '/').toMatch(/^\/(?!\/)/)
    }
    if (WITH_CHECKOUT.has(path)) return
    expectPolicy(text, headers, {
      pictures: WITH_PICTURES.has(path) ? ' https:' : '',
      referrer: TOKEN_PAGES.has(path) ? 'same-origin' : 'strict-origin-when-cross-origin',
    })
  })
})

test('only the upload form may connect to an image host', async () => {
  const other = await server().another({
    IMAGE_UPLOAD_URL: 'https://api.images.example/v1/demo/upload',
    IMAGE_UPLOAD_PRESET: 'lotto',
  })
  const admin = await other.as('admin')
  for (const [path, pictures, connect] of [
    [STAFF_PATHS.predictions, ' https:', ' https://api.images.example'],
    [PATHS.prediction, ' https:', ''],
    [PATHS.admin, '', ''],
    [PATHS.overview, '', ''],
  ] as const) {
    const { text, headers } = await admin.get(path)
    expectPolicy(text, headers, { pictures, connect })
  }
})

test('only the two pages that sell may open the checkout: of Paystack, or of its stand-in in a demo', async () => {
  const standIn = 'http://127.0.0.1:49999'
  const keys = { PAYSTACK_SECRET_KEY: 'sk_test_x', PAYSTACK_PUBLIC_KEY: 'pk_test_x' }
  const real = await server().another(keys)
  const demo = await server().another({ ...keys, SANDBOX_URL: standIn })
  for (const path of WITH_CHECKOUT) {
    const { headers } = await (await real.as('free')).get(path)
    const policy = rulesOf(headers)
    expect(policy).toContain("script-src 'self' https://applepay.cdn-apple.com")
    expect(policy).toContain("connect-src 'self' https://api.paystack.co https://standard.paystack.co")
    expect(policy).toContain('frame-src https://checkout.paystack.com')
    expect(headers.get('permissions-policy')).toContain('payment=(self "https://checkout.paystack.com")')
    const inDemo = rulesOf((await (await demo.as('free')).get(path)).headers)
    expect(inDemo).toContain("script-src 'self'")
    expect(inDemo).toContain(`connect-src 'self' ${standIn}`)
    expect(inDemo).toContain(`frame-src ${standIn}`)
    expect(inDemo.join()).not.toMatch(/paystack|apple/)
    for (const rule of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
    ])
      expect([policy, inDemo]).toEqual([expect.arrayContaining([rule]), expect.arrayContaining([rule])])
  }
})

/** The pages that open the checkout. */
const WITH_CHECKOUT = new Set<string>([PATHS.confirmation, PATHS.paymentChannel])

const rulesOf = (headers: Headers) =>
  headers
    .get('content-security-policy')!
    .split(';')
    .map((rule) => rule.trim())

/** The pages without script, the same for all signed-out visitors. */
const STILL = new Set<string>([
  PATHS.results,
  PATHS.record,
  PATHS.methods,
  '/methods/verdict',
  ...Object.values(LEGAL_PATHS),
  PATHS.notAuthorized,
])

/** The pages that show pictures from addresses that staff entered. */
const WITH_PICTURES = new Set<string>([PATHS.prediction, STAFF_PATHS.predictions])

/** Pages whose addresses contain mailed tokens send no referrer to other sites. */
const TOKEN_PAGES = new Set<string>([PATHS.resetPassword, PATHS.verifyEmail, PATHS.stopMails])

function expectPolicy(
  text: string,
  headers: Headers,
  { pictures = '', connect = '', referrer = 'strict-origin-when-cross-origin' },
): void {
  // Each page contains one of the style sheets, also its rules for paper. Public pages have one for strangers, and a TV its own.
  const [, style] = /<style>([\s\S]*?)<\/style>/.exec(text)!
  expect(style).toMatch(/\.ball[\s\S]*@media print|\.wall|\.paper/)
  expect(text.match(/<style/g)).toHaveLength(1)
  const hash = createHash('sha256').update(style!).digest('base64')
  const rules = rulesOf(headers)
  const styles = rules.find((rule) => rule.startsWith('style-src'))!
  expect(styles).toContain(` 'sha256-${hash}'`)
  expect(styles).toMatch(/^style-src 'self' [^ ]+$/)
  expect(rules).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    styles,
    `img-src 'self' data:${pictures}`,
    "font-src 'self'",
    `connect-src 'self'${connect}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ])
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': referrer,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'content-type': 'text/html; charset=utf-8',
  })
  expect(headers.get('x-powered-by') ?? headers.get('server')).toBeNull()
}

test.each([PATHS.confirmation, PATHS.paymentChannel])(
  'the forms of %s may lead to Paystack’s page alone',
  async (path) => {
    const { headers } = await (await server().as('free')).get(path)
    expect(rulesOf(headers)).toContain("form-action 'self' https://checkout.paystack.com")
  },
)

test('the phone’s bar marks the current staff screen, or the menu that has it', async () => {
  for (const path of Object.values(STAFF_PATHS)) {
    const { text } = await visitors.admin.get(path)
    const bar = Array.from(text.matchAll(/<(?:a|summary)[^>]*bar-item[^>]*>/g), ([tag]) => tag)
    const marked = bar.filter((tag) => tag.includes('aria-current'))
    expect([path, bar.length, marked.length]).toEqual([path, 5, 1])
  }
})

const planFor = { nobody: null, free: 'free', basic: 'basic', pro: 'pro', admin: 'pro' } as const
function accessOf(address: string): string {
  const path = address.split('?')[0]!
  const found = Object.entries(api).find(([route]) => {
    const pattern = route.replace(/^GET /, '').replace(/:\w+/g, '[^/]+')
    return route.startsWith('GET ') && new RegExp(`^${pattern}$`).test(path)
  })
  return found![1].access
}

/** Each embedded answer of a page is included in the plan, or a refusal. */
function expectOwnData(person: Person | 'nobody', path: string, status: number, text: string): void {
  if (STILL.has(path) || path === PATHS.stopMails || status === 404) {
    expect(text.replace(/<script type="application\/ld\+json">/g, '')).not.toContain('<script')
    return
  }
  const plan = planFor[person]
  for (const [address, answer] of Object.entries(answersOf(text).calls)) {
    const access = accessOf(address)
    const open = !(access in FEATURES) || (plan !== null && opens({ plan, role: 'user' }, access as Feature))
    if (!open) expect(Object.keys(answer.body).sort()).toEqual(['code', 'requestId', 'status', 'title'])
    if (address === '/api/overview' && (person === 'free' || person === 'nobody'))
      expect(answer.body).not.toHaveProperty('frequent')
  }
}

describe('a page contains no data that the plan does not include', () => {
  const locked = Object.values<Screen>(SCREENS).flatMap(({ path, feature }) =>
    (['free', 'basic'] as const)
      .filter((plan) => feature && !opens({ plan, role: 'user' }, feature))
      .map(
        (plan) => [plan, path, opens({ plan: 'basic', role: 'user' }, feature!) ? 'Basic' : 'Pro'] as const,
      ),
  )
  const look = async (person: Person, path: string) =>
    (await visitors[person].get(path)).text
      .replace(/"requestId":"[^"]*"/g, '')
      .replace(/"now":\d+(\.\d+)?/, '')
      .replace(/"daysLeft":\d+/, '')
      // The time of loading, which the masthead shows.
      .replace(/\b\d\d:\d\d\b/g, '')
  const before = new Map<string, string>()
  beforeAll(async () => {
    for (const [person, path] of locked) before.set(person + path, await look(person, path))
    await recordDraws(1990)
  })

  test.each(locked)(
    '%s sees the same at %s after new draws, and the price of %s',
    async (person, path, plan) => {
      const text = await look(person, path)
      expect(text).toBe(before.get(person + path))
      const price = { Basic: '₦2,000 per year', Pro: '₦1,500 per month' }[plan]
      for (const words of [price, 'No automatic renewal.', `Upgrade to ${plan}`])
        expect(textOf(text)).toContain(words)
    },
  )
})

test('a page is the same document in each encoding, and has the fewest bytes in gzip around its deflated sheet', async () => {
  const bytes = new Map<string, number>()
  const texts = new Set<string>()
  for (const accepts of ['gzip, deflate, br, zstd', 'br', 'br;q=0, gzip', 'identity']) {
    const { text, headers } = await visitors.free.get('/dashboard/past-results', {
      headers: { 'accept-encoding': accepts },
    })
    texts.add(text.replaceAll(/"now":\d+/g, ''))
    bytes.set(`${accepts}: ${headers.get('content-encoding')}`, Number(headers.get('content-length')))
  }
  expect(texts.size).toBe(1)
  expect([...bytes.keys()]).toEqual([
    'gzip, deflate, br, zstd: gzip',
    'br: br',
    'br;q=0, gzip: gzip',
    'identity: null',
  ])
  const [usual, brotli] = bytes.values()
  expect(usual).toBeLessThan(brotli!)
})

test('the files of the build are served packed, and no other files', async () => {
  const { text } = await visitors.nobody.get('/login')
  const [script] = scriptsOf(text).flatMap(({ attributes }) => / src="([^"]+)"/.exec(attributes)?.[1] ?? [])
  const { headers } = await visitors.nobody.get(script!, { headers: { 'accept-encoding': 'br' } })
  for (const [accepts, encoding] of [
    ['br', 'br'],
    ['gzip, br;q=0.1', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['identity', null],
  ] as const) {
    const answer = await visitors.nobody.get(script!, { headers: { 'accept-encoding': accepts } })
    expect([accepts, answer.headers.get('content-encoding')]).toEqual([accepts, encoding])
  }
  const again = await visitors.nobody.get(script!, { headers: { 'if-none-match': headers.get('etag')! } })
  expect(again.status).toBe(304)
  const inside = readFileSync(join(rootDir(), 'package.json'), 'utf8').slice(0, 40)
  for (const path of [
    '/assets/../../package.json',
    '/..%2f..%2fpackage.json',
    '/package.json',
    '/.vite/manifest.json',
    '/assets',
    '/assets/',
    `${script}.map`,
  ]) {
    const answer = await visitors.nobody.get(path)
    expect([path, answer.status]).toEqual([path, 404])
    expect(answer.text).not.toContain(inside)
  }
})
