import { expect, test } from 'vitest'
import { newPerson, type NewPerson } from '../support/people.ts'
import { testServer } from '../support/test-server.ts'
import { waitFor } from '../support/wait.ts'

// Whole payments with the demo's Paystack stand-in, by the payer and by Paystack's dashboard.
const server = testServer({ standIns: true, jobs: true })
const PAY = { action: 'pay', number: '4084084084084081' }

async function begin({ visitor }: NewPerson, plan = 'pro') {
  const { status, text, body } = await visitor.post('/api/initializeTransaction', { plan })
  if (status !== 200) throw new Error(text)
  return body.data as { access_code: string; reference: string }
}
async function attempt(accessCode: string, body: object): Promise<string> {
  const response = await fetch(`${server().sandboxUrl}/checkout/attempt/${accessCode}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return ((await response.json()) as { outcome: string }).outcome
}
const desk = (reference: string, action: string) =>
  fetch(`${server().sandboxUrl}/paystack/transactions/${reference}/${action}`, { method: 'POST' })
const planOf = async ({ visitor }: NewPerson) => (await visitor.get('/api/me')).body.subscription
/** Waits for the stand-in's webhook and the jobs, without confirming. */
async function until(person: NewPerson, plan: string): Promise<void> {
  await waitFor(`the plan is ${plan}`, async () => (await planOf(person)) === plan, {
    timeoutMs: 100_000,
    intervalMs: 50,
  })
}

test('a card payment opens the plan by the signed webhook alone, and a refund ends it', async () => {
  const person = await newPerson(server())
  const { access_code, reference } = await begin(person)
  expect(await attempt(access_code, PAY)).toBe('success')
  await until(person, 'pro')
  const admin = await server().as('admin')
  const { status } = await admin.post(`/api/admin/payments/${reference}/refund`, { reason: 'Asked for it' })
  expect(status).toBe(200)
  await until(person, 'free')
  expect((await person.visitor.get(`/api/payments/${reference}`)).body.outcome).toBe('refunded')
})

test('a declined card grants nothing, and a second try with the same code is paid', async () => {
  const person = await newPerson(server())
  const { access_code, reference } = await begin(person, 'basic')
  await attempt(access_code, { action: 'decline' })
  const { body } = await person.visitor.post(`/api/payments/${reference}/confirm`)
  expect(['pending', 'failed']).toContain(body.outcome)
  expect(await attempt(access_code, PAY)).toBe('success')
  await until(person, 'basic')
})

test('a bank transfer is pending until it arrives, even with the tab closed', async () => {
  const person = await newPerson(server())
  const { access_code, reference } = await begin(person)
  expect(await attempt(access_code, { action: 'transfer' })).toBe('pending')
  const { body } = await person.visitor.post(`/api/payments/${reference}/confirm`)
  expect(body.outcome).toBe('pending')
  expect(await planOf(person)).toBe('free')
  await desk(reference, 'settle')
  await until(person, 'pro')
})

test('a lost dispute ends the plan', async () => {
  const person = await newPerson(server())
  const { access_code, reference } = await begin(person)
  await attempt(access_code, PAY)
  await until(person, 'pro')
  await desk(reference, 'dispute')
  await desk(reference, 'lose-dispute')
  await until(person, 'free')
})
