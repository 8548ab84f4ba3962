import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { PATHS, SCREENS } from '../../src/platform/rules/site/paths.ts'
import { STAFF_PATHS } from '../../src/platform/rules/access/staff.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

// A page reads the parameters that it names. Any other would be one more document of the same page to render and compress.
const server = testServer()
let pro: Visitor
let admin: Visitor

beforeAll(async () => {
  pro = await server().as('pro')
  admin = await server().as('admin')
})

const redirectOf = async (address: string, visitor = server().anonymous()) =>
  (await visitor.get(address)).headers.get('location')

test.each([
  ['/record?x=1', '/record'],
  ['/record?of=author-1&x=1&after=5&of=author-2', '/record?of=author-1&after=5&of=author-2'],
  ['/record/check?fingerprint=1&fbclid=abc', '/record/check?fingerprint=1'],
  ['/record/?of=author-1', '/record?of=author-1'],
  ['/methods///', '/methods'],
  ['/methods/score?notice=verified', '/methods/score'],
  ['/login?utm_source=radio&number=7&type2=machine', '/login?number=7&type2=machine'],
  ['/signup?%78=1&notice=link-invalid', '/signup?notice=link-invalid'],
  ['/verify-email?utm_source=mail&token=abc', '/verify-email?token=abc'],
  // A day has one page.
  ['/d/day/2024-01-05?page=2', '/results/2024-01-05'],
  ['/results/diamond/2024/?utm_source=x', '/results/diamond/2024'],
])('%s redirects to %s', async (address, to) => {
  expect(await redirectOf(address)).toBe(to)
})

test.each([
  ['/results/Diamond?notice=x', '/results/diamond'],
  ['/results/lucky_g', '/results/lucky_G'],
  ['/results/diamond).', '/results/diamond'],
  ['/Login?number=7&type2=machine', '/login?number=7&type2=machine'],
  ['/Record?of=author-1', '/record?of=author-1'],
  ['/login/', '/login'],
])('%s was meant as %s, for good', async (address, to) => {
  const { status, headers } = await server().anonymous().get(address)
  expect([status, headers.get('location')]).toEqual([301, to])
})

test('Paystack’s reference reaches the page of payments, without what else the address has', async () => {
  const reference = 'a'.repeat(26)
  const own = `${PATHS.paymentChannel}?trxref=${reference}&reference=${reference}`
  expect((await pro.get(own)).status).toBe(200)
  expect(await redirectOf(`${own}&x=1`, pro)).toBe(own)
})

test('an unknown page stays one, and no parameter leads to another host', async () => {
  for (const address of ['//lotto.example/?x=1', '//lotto.example/record/?x=1', '/nothing?x=1', '/nothing/'])
    expect([address, (await server().anonymous().get(address)).status]).toEqual([address, 404])
})

const PAGES = [
  ...[PATHS.record, PATHS.recordCheck, PATHS.methods, PATHS.number, PATHS.profile],
  ...['/dashboard/downloads?number=7&type=winning&position=any_box', '/dashboard/number/7'],
  ...[
    `${SCREENS.pastResults.path}?number=7&type=winning&position=any_box`,
    `${PATHS.assistant}?question=how often 7`,
    `${PATHS.assistant}?chosen=ask%3Dcount%26numbers%3D7`,
  ],
  ...Object.values(SCREENS).map(({ path }) => path),
  ...Object.values(STAFF_PATHS),
]

describe('every link and field of a page names parameters that the other page reads', () => {
  test.each(PAGES)('%s', async (path) => {
    const { status, text } = await admin.get(path)
    expect(status).toBe(200)
    const links = [...text.matchAll(/ href="(\/[^"#]*\?[^"#]*)/g)].map(([, href]) =>
      href!.replaceAll('&amp;', '&'),
    )
    const forms = [...text.matchAll(/<form[^>]* method="get"[^>]* action="([^"#]+)[^]*?<\/form>/g)]
    const sent = forms.map(([form, action]) => {
      const names = [...form.matchAll(/<(?:input|select|textarea)[^>]* name="([^"]+)"/g)].map(
        ([, name]) => name!,
      )
      return `${action}?${new URLSearchParams(names.map((name) => [name, '']))}`
    })
    for (const address of new Set([...links, ...sent]))
      if (!address.startsWith('/api/'))
        expect([address, await redirectOf(address, admin)]).toEqual([address, null])
  })
})

test('a document is compressed at a level that costs milliseconds', async () => {
  const sent = await new Promise<Buffer>((resolve, reject) => {
    const headers = { 'accept-encoding': 'br' }
    get(`${server().url}${PATHS.methods}`, { headers }, (answer) => void buffer(answer).then(resolve, reject))
  })
  const text = brotliDecompressSync(sent)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  expect(sent.length).toBeGreaterThan(brotliCompressSync(text, { params }).length)
})
