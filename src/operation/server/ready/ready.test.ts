import { beforeAll, expect, test } from 'vitest'
import { pushMode, received, turnOn } from '../../../../tests/support/push.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { createPaystack } from '../../../money/server/paystack/client.ts'

const server = testServer({ standIns: true })
let owner: Visitor
beforeAll(async () => void (owner = await server().as('admin')))

type Part = { name: string; lamp: string; text: string; code?: string }
const partsOf = async (headers = {}) =>
  Object.fromEntries(
    ((await owner.get('/api/admin/ready', { headers })).body.parts as Part[]).map((part) => [
      part.name,
      part,
    ]),
  )
const tested = (part: string) => owner.post(`/api/admin/ready/${part}`)

test('the parts follow from what the server has', async () => {
  const before = await partsOf()
  expect(before['Payments']).toMatchObject({ lamp: 'missing' })
  expect(before['Backup']).toMatchObject({ lamp: 'look' })
  expect(before['Name and licence']).toMatchObject({ lamp: 'missing' })
  await server().rows`update installation set backup_at = now()`
  server().services.settings.operator.name = 'Slip & Ball Ltd'
  const after = await partsOf()
  expect(after['Backup']).toMatchObject({ lamp: 'ready' })
  expect(after['Name and licence']).toMatchObject({ lamp: 'look' })
})

test('a request through a proxy that the settings do not name is a missing part', async () => {
  const { trustedProxies } = server().services.settings
  const through = (proxies: number) => Array.from({ length: proxies }, (_, i) => `192.0.2.${i}`).join(', ')
  const part = (await partsOf({ 'x-forwarded-for': through(trustedProxies + 1) }))['Address and proxy']!
  expect(part.text).toContain(`passed ${trustedProxies + 1} prox`)
  const named = (await partsOf({ 'x-forwarded-for': through(trustedProxies) }))['Address and proxy']!
  expect(named.text).not.toContain('passed')
  // The page that the server renders sees the same request.
  const { text } = await owner.request('GET', '/admin/ready', {
    headers: { 'x-forwarded-for': through(trustedProxies + 1) },
  })
  expect(text).toContain(`passed ${trustedProxies + 1} prox`)
})

test('a test mail arrives once, and the part is ready', async () => {
  const { body } = await tested('mail')
  const text = 'The mail server accepted a mail to admin@lotto.test. Check whether it arrives.'
  expect(body).toEqual({ works: true, text })
  const inbox = await (await fetch(`${server().sandboxUrl}/mailbox.json?to=admin@lotto.test`)).json()
  expect(inbox.filter(({ subject }: { subject: string }) => subject.startsWith('Mail works'))).toHaveLength(1)
  expect((await partsOf())['Mail']).toMatchObject({ lamp: 'ready' })
})

test('a mail server that refuses is named with its code', async () => {
  const { settings } = server().services
  const { smtpUrl } = settings
  settings.smtpUrl = 'smtp://127.0.0.1:1'
  const { body } = await tested('mail')
  expect(body).toEqual({ works: false, text: 'The mail server did not accept the mail: ESOCKET.' })
  settings.smtpUrl = smtpUrl
})

test('the keys are tested at Paystack, and the certificate at the address', async () => {
  expect((await tested('payments')).body).toEqual({ works: true, text: 'Paystack accepts the keys.' })
  const { services } = server()
  const { paystack, settings } = services
  services.paystack = null
  expect((await tested('payments')).body).toEqual({ works: false, text: 'No keys are set.' })
  services.paystack = createPaystack({ ...settings.paystack!, secretKey: 'sk_test_other' })
  expect((await tested('payments')).body.text).toBe('Paystack refuses the secret key.')
  services.paystack = paystack
  expect((await tested('address')).body.text).toBe('The address does not begin with https.')
})

test('each outside clock is asked for a stamp, and one that gives none is named', async () => {
  expect((await tested('record')).body).toEqual({
    works: true,
    text: expect.stringMatching(/ gave a stamp\.$/),
  })
  const { timestamps } = server().services.settings
  const [first, ...others] = timestamps.authorities
  timestamps.authorities = [{ ...first!, url: 'http://127.0.0.1:2' }, ...others]
  const { body } = await tested('record')
  timestamps.authorities = []
  expect((await tested('record')).body).toEqual({ works: false, text: 'No outside clock is set.' })
  timestamps.authorities = [first!, ...others]
  expect(body).toEqual({ works: false, text: `No stamp came from ${first!.name}: ECONNREFUSED.` })
})

test('a notification goes to the own browsers', async () => {
  expect((await tested('notifications')).body).toEqual({
    works: false,
    text: 'Turn notifications on in your profile first, on your own phone.',
  })
  await turnOn(server(), owner)
  expect((await tested('notifications')).body).toEqual({
    works: true,
    text: 'A push service accepted the notification. Check whether it arrives.',
  })
  expect(await received(server())).toMatchObject([{ title: 'Notifications work' }])
  await pushMode(server(), { status: 403 })
  expect((await tested('notifications')).body).toEqual({
    works: false,
    text: 'No push service accepted the notification. Turn notifications off and on in your profile.',
  })
  await pushMode(server(), {})
})

test('in production the staff’s start says what is missing', async () => {
  const { settings } = server().services
  const notReady = async () => (await owner.get('/api/admin/overview')).body.notReady
  expect(await notReady()).toBeNull()
  settings.mode = 'production'
  expect(await notReady()).toMatch(/^\d parts are missing\. Players cannot .*pay/)
  settings.mode = 'demo'
})
