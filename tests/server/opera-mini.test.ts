// Opera Mini's extreme mode: no script, no Origin header, and forms as they are in the page.
import { expect, test } from 'vitest'
import { MINUTE } from '../../src/platform/rules/base/calendar.ts'
import { PATHS } from '../../src/platform/rules/site/paths.ts'
import { returnedReference } from '../../src/money/rules/payments.ts'
import { tagsOf, textOf } from '../support/html.ts'
import { paymentServer } from '../support/payment-server.ts'
import { contentOf, formsOf, type PlainForm } from '../support/plain-forms.ts'
import { PASSWORD, give, newPerson, type NewPerson } from '../support/people.ts'
import type { Visitor } from '../support/test-server.ts'

const { server, paystack, planOf, later } = await paymentServer()

const AGENT = 'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; en) Presto/2.12.423 Version/12.16'
const HEADERS = { 'user-agent': AGENT }
/** Longer than the server waits before it asks Paystack again, in milliseconds. */
const AGAIN_MS = 5000
const PROFILE = '/dashboard/profile'
const CHANNELS = PATHS.paymentChannel

const open = (visitor: Visitor, path: string) =>
  visitor.get(path, { headers: { ...HEADERS, accept: 'text/html' } })

const isNamed =
  (name: string) =>
  ({ fields }: PlainForm): boolean =>
    fields.some(([field, value]) => field === 'form' && value === name)

/** Fills in a form of an opened page and sends it. */
async function send(
  visitor: Visitor,
  path: string,
  isWanted: (form: PlainForm) => boolean,
  typed: Record<string, string> = {},
) {
  const form = formsOf((await open(visitor, path)).text).find(isWanted)
  if (!form) throw new Error(`${path} has no such form`)
  const content = contentOf(form, typed)
  const [action] = form.action.split('#') as [string]
  if (form.method === 'get') return open(visitor, `${action}?${content}`)
  return visitor.request('POST', action, {
    foreign: true,
    headers: { ...HEADERS, accept: 'text/html', referer: server().url + path },
    raw: { type: 'application/x-www-form-urlencoded', content },
  })
}

/** Presses the button of a plan. @returns the reference of the opened payment */
async function openPayment({ visitor }: NewPerson, path: string, plan: string): Promise<string> {
  const { status, headers } = await send(
    visitor,
    path,
    ({ buttons }) => buttons.some(([name, value]) => name === 'plan' && value === plan),
    { plan },
  )
  const { origin, hash } = new URL(headers.get('location')!)
  expect([status, origin, hash]).toEqual([303, 'https://checkout.paystack.com', ''])
  const opened = paystack.requests.findLast(({ what }) => what === 'POST /transaction/initialize')!.body
  return opened.reference as string
}

test('a player signs up, chooses Free, logs out and logs in', async () => {
  const visitor = server().anonymous()
  const signUp = await send(visitor, '/signup', ({ action }) => action.startsWith('/signup'), {
    username: 'Ngozi',
    email: 'opera@example.com',
    password: PASSWORD,
    ageConfirmed: 'on',
  })
  expect(signUp.headers.get('location')).toBe('/confirmation?notice=verification-sent')
  const free = await send(visitor, '/confirmation', isNamed('free'))
  expect([free.status, free.headers.get('location')]).toEqual([303, '/dashboard/past-results'])
  const left = await send(visitor, '/dashboard', ({ action }) => action === '/logout')
  expect(left.headers.get('location')).toBe('/login')
  expect((await visitor.get('/api/me')).status).toBe(401)
  await server().rows`update users set email_verified = true where email = 'opera@example.com'`
  const login = await send(visitor, '/login', ({ action }) => action.startsWith('/login'), {
    email: 'opera@example.com',
    password: PASSWORD,
  })
  expect(login.headers.get('location')).toBe('/dashboard/past-results')
})

test.each(['/results', '/results/bingo', '/results/2023-10-02', '/d/bingo.2023-10-02'])(
  'a stranger signs up in %s, keeps what was typed, and comes back to it',
  async (path) => {
    const visitor = server().anonymous()
    visitor.cookies.clear()
    const isSignUp = ({ action }: PlainForm) => action.startsWith('/signup')
    const email = `from${path.replaceAll('/', '-')}@example.com`
    const typed = { username: 'Ngozi', email, password: 'short', ageConfirmed: 'on' }
    const refused = await send(visitor, path, isSignUp, typed)
    expect(refused.status).toBe(400)
    expect(textOf(refused.text)).toEqual(expect.stringContaining('At least 8 characters.'))
    expect(refused.text).not.toContain('value="short"')
    expect(visitor.cookies.size).toBe(1)
    const [form] = formsOf(refused.text).filter(isSignUp)
    const back = encodeURIComponent(path)
    expect(form!.action).toBe(`/signup?from=${back}`)
    expect(Object.fromEntries(form!.fields)).toMatchObject({ username: 'Ngozi', email, ageConfirmed: '' })
    const signedUp = await send(visitor, path, isSignUp, { ...typed, password: PASSWORD })
    const plans = `/confirmation?from=${back}&notice=verification-sent`
    expect([signedUp.status, signedUp.headers.get('location')]).toEqual([303, plans])
    expect((await send(visitor, plans, isNamed('free'))).headers.get('location')).toBe(path)
    // A player's page has no such form.
    expect(formsOf((await open(visitor, path)).text).filter(isSignUp)).toEqual([])
  },
)

test.each(['/confirmation', CHANNELS])(
  'a plan is paid from %s, and its return page opens it',
  async (path) => {
    const person = await newPerson(server())
    const reference = await openPayment(person, path, 'pro')
    expect(await openPayment(person, path, 'pro')).toBe(reference)

    const { body } = paystack.requests.findLast(({ what }) => what === 'POST /transaction/initialize')!
    const { cancel_action: cancelled } = body.metadata as { cancel_action: string }
    expect(returnedReference(new URL(cancelled).searchParams)).toBe(reference)
    const after = await open(person.visitor, cancelled.slice(server().url.length))
    expect(textOf(after.text)).toContain('Payment was cancelled.')
    expect(textOf(after.text)).not.toContain('We are waiting')

    // Paystack names the payment twice.
    const returned = `${CHANNELS}?trxref=${reference}&reference=${reference}`
    paystack.pay(reference, { status: 'pending', paidAt: null })
    later(AGAIN_MS)
    const waiting = await open(person.visitor, returned)
    expect(textOf(waiting.text)).toContain('We are waiting for Paystack to confirm your payment.')
    // The payer is sure that nothing was sent.
    const dismissed = await send(
      person.visitor,
      returned,
      ({ buttons }) => buttons.some(([name]) => name === 'dismissed'),
      { dismissed: '1' },
    )
    expect(textOf(dismissed.text)).not.toContain('We are waiting')

    paystack.pay(reference)
    later(2 * AGAIN_MS)
    const [again] = formsOf(waiting.text).filter(({ buttons }) =>
      buttons.some(([name]) => name === 'reference'),
    )
    expect(again).toMatchObject({ method: 'get', action: CHANNELS })
    const paid = await open(person.visitor, `${again!.action}?${new URLSearchParams([again!.buttons[0]!])}`)
    expect(textOf(paid.text)).toContain('Payment received. Your Pro plan is active')
    expect(tagsOf(paid.text)).toContainEqual(
      expect.objectContaining({
        attributes: expect.objectContaining({ href: `/dashboard/prediction?notice=paid&paid=${reference}` }),
      }),
    )
    expect(await planOf(person)).toBe('pro')
    expect(textOf((await open(person.visitor, '/dashboard/prediction')).text)).not.toContain('Upgrade to Pro')
  },
)

test('the return page says that a payment failed, and that it is not the payer’s', async () => {
  const person = await newPerson(server())
  const reference = await openPayment(person, CHANNELS, 'basic')
  paystack.pay(reference, { status: 'failed', paidAt: null })
  const failed = await open(person.visitor, `${CHANNELS}?reference=${reference}`)
  expect(textOf(failed.text)).toContain('The payment did not go through. You have not been charged.')
  const other = await newPerson(server())
  const theirs = await open(other.visitor, `${CHANNELS}?reference=${reference}`)
  expect(textOf(theirs.text)).toContain('You have no such payment.')
})

test('a payment that cannot be opened says so above the plans', async () => {
  const { visitor } = await newPerson(server())
  paystack.fault = '500'
  const refused = await send(visitor, CHANNELS, isNamed('pay'), { plan: 'pro' })
  expect(refused.status).toBe(503)
  expect(textOf(refused.text)).toContain('The payment service does not answer. You have not been charged.')
})

test('a plan that is not sold, and an unknown form, change nothing', async () => {
  const { visitor } = await newPerson(server())
  const wrong = await send(visitor, CHANNELS, isNamed('pay'), { plan: 'free' })
  expect(wrong.status).toBe(400)
  const unknown = await send(visitor, CHANNELS, isNamed('pay'), { form: 'username' })
  expect([unknown.status, unknown.body.code]).toEqual([400, 'bad-request'])
})

test('the profile changes the name, the password and the devices, and keeps what was typed', async () => {
  const person = await newPerson(server())
  const { visitor } = person
  const long = 'x'.repeat(200)
  const refused = await send(visitor, PROFILE, isNamed('username'), { username: long })
  expect(refused.status).toBe(400)
  const shown = formsOf(refused.text).find(isNamed('username'))!
  expect(Object.fromEntries(shown.fields).username).toBe(long)
  expect(shown.action).toBe(`${PROFILE}#username`)
  const saved = await send(visitor, PROFILE, isNamed('username'), { username: 'Ada' })
  expect(saved.headers.get('location')).toBe(`${PROFILE}?notice=saved#content`)
  expect(textOf((await open(visitor, `${PROFILE}?notice=saved`)).text)).toContain('Saved.')
  expect((await visitor.get('/api/me')).body.username).toBe('Ada')

  const wrong = await send(visitor, PROFILE, isNamed('password'), {
    currentPassword: 'not the password',
    newPassword: 'jollof rice on sunday',
  })
  expect(textOf(wrong.text)).toContain('This is not your password.')
  expect(wrong.text).not.toContain('jollof rice on sunday')
  const other = server().anonymous()
  const logIn = (password: string) => other.post('/api/auth/sign-in/email', { email: person.email, password })
  await logIn(PASSWORD)
  const [{ id }] = (await visitor.get('/api/profile')).body.sessions.filter(
    ({ current }: { current: boolean }) => !current,
  )
  const ended = await send(visitor, PROFILE, isNamed('session'), { id })
  expect(ended.headers.get('location')).toContain('notice=session-ended')
  expect((await other.get('/api/me')).status).toBe(401)
  await logIn(PASSWORD)
  expect((await send(visitor, PROFILE, isNamed('sessions'))).headers.get('location')).toContain(
    'notice=sessions-ended',
  )
  expect((await other.get('/api/me')).status).toBe(401)
  const changed = await send(visitor, PROFILE, isNamed('password'), {
    currentPassword: PASSWORD,
    newPassword: 'jollof rice on sunday',
  })
  expect(changed.headers.get('location')).toBe(`${PROFILE}?notice=password-saved#content`)
  expect((await logIn('jollof rice on sunday')).status).toBe(200)
})

test('quiet hours and a break are chosen', async () => {
  const { visitor, uid } = await newPerson(server())
  await give(server(), uid, await server().now())
  const same = await send(visitor, PROFILE, isNamed('notifications'), {
    quiet: 'on',
    from: '21:00',
    until: '21:00',
  })
  expect(textOf(same.text)).toContain('Choose two different times.')
  expect(Object.fromEntries(formsOf(same.text).find(isNamed('notifications'))!.fields)).toMatchObject({
    quiet: expect.any(String),
    from: '21:00',
    until: '21:00',
  })
  const missing = await send(visitor, PROFILE, isNamed('notifications'), { quiet: 'on', from: '' })
  expect(textOf(missing.text)).toContain('Choose two different times.')
  await send(visitor, PROFILE, isNamed('notifications'), { quiet: 'on', from: '21:00', until: '06:30' })
  expect((await visitor.get('/api/push')).body.quiet).toEqual({ from: 21 * 60, until: 6 * 60 + 30 })
  const started = await send(visitor, PROFILE, isNamed('break'), { days: '7' })
  expect(started.headers.get('location')).toBe(`${PROFILE}#break`)
  const stopped = await send(visitor, PROFILE, isNamed('break'), { days: '5000' })
  expect(textOf(stopped.text)).toContain('Choose a break of the list.')
})

test('the account is deleted after the box is ticked, with a fresh login', async () => {
  const { visitor } = await newPerson(server())
  expect(textOf((await send(visitor, PROFILE, isNamed('delete'))).text)).toContain('Tick the box first.')
  later(15 * MINUTE)
  expect(textOf((await send(visitor, PROFILE, isNamed('delete'), { confirm: 'on' })).text)).toContain(
    'log out, log in again',
  )
  later(0)
  const deleted = await send(visitor, PROFILE, isNamed('delete'), { confirm: 'on' })
  expect(deleted.headers.get('location')).toBe('/login?notice=account-deleted')
  expect((await visitor.get('/api/me')).status).toBe(401)
})

test('a voucher that is wrong is said at its field', async () => {
  const { visitor } = await newPerson(server())
  const wrong = await send(visitor, CHANNELS, isNamed('voucher'), { code: 'no voucher' })
  expect(textOf(wrong.text)).toContain('This is not a voucher code.')
  expect(Object.fromEntries(formsOf(wrong.text).find(isNamed('voucher'))!.fields).code).toBe('no voucher')
})

test('a session that has ended leads to the login', async () => {
  const person = await newPerson(server())
  const page = formsOf((await open(person.visitor, PROFILE)).text).find(isNamed('username'))!
  await person.visitor.post('/api/auth/sign-out')
  const answer = await person.visitor.request('POST', page.action.split('#')[0]!, {
    raw: { type: 'application/x-www-form-urlencoded', content: 'form=username&username=Ada' },
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login'])
})

test('Save-Data is read by the server, and its answer varies by it', async () => {
  const { visitor } = await newPerson(server())
  const saving = await visitor.get('/dashboard', { headers: { 'save-data': 'on' } })
  const usual = await visitor.get('/dashboard')
  expect(saving.text).toContain('"savesData":true')
  expect(usual.text).not.toContain('savesData')
  for (const { headers } of [saving, usual]) expect(headers.get('vary')).toBe('accept-encoding, save-data')
})
