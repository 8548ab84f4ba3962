import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Mail } from './mailbox.ts'
import { type Sandbox, startSandbox } from './start.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appUrl: 'http://localhost:3999' })
})
afterEach(async () => {
  await setMode({})
  await fetch(`${sandbox.url}/mailbox.json`, { method: 'DELETE' })
})
afterAll(() => sandbox.stop())

const setMode = (body: object) =>
  fetch(`${sandbox.url}/mailbox/mode`, { method: 'PUT', body: JSON.stringify(body) })
const mails = async (query = '') =>
  (await (await fetch(`${sandbox.url}/mailbox.json${query}`)).json()) as Mail[]
const get = async (path: string) => await fetch(sandbox.url + path)

const MAIL = {
  from: 'Lotto Forecast <no-reply@lotto.test>',
  to: 'Ada Obi <ada@lotto.test>',
  subject: 'Prüfe ₦2,000',
  text: 'Open http://localhost:3999/verify?token=a_b&next=/login.',
  html: '<p>Open <a href="http://localhost:3999/verify?token=a_b&amp;next=/login">this</a></p>',
}
const send = (mail: SendMailOptions = {}, url = sandbox.smtpUrl) =>
  createTransport(url).sendMail({ ...MAIL, ...mail })

test('shows mail as it was sent', async () => {
  const { messageId } = await send()
  expect(await mails()).toEqual([
    {
      id: expect.any(String),
      to: 'ada@lotto.test',
      from: 'no-reply@lotto.test',
      subject: MAIL.subject,
      text: expect.stringContaining(MAIL.text),
      html: expect.stringContaining(MAIL.html),
      messageId,
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
  ])
})

test('lists the newest mail first, one per recipient, filters by address and can be emptied', async () => {
  await send({ subject: 'one' })
  await send({ subject: 'two', bcc: 'hidden@lotto.test' })
  await send({ subject: 'three', to: 'Obi@lotto.test' })
  expect((await mails()).map(({ subject }) => subject)).toEqual(['three', 'two', 'two', 'one'])
  expect((await mails('?to=ADA@lotto.test')).map(({ subject }) => subject)).toEqual(['two', 'one'])
  expect(await mails('?to=hidden@lotto.test')).toHaveLength(1)
  expect(await mails('?to=nobody@lotto.test')).toEqual([])
  expect((await fetch(`${sandbox.url}/mailbox.json`, { method: 'DELETE' })).status).toBe(204)
  expect(await mails()).toEqual([])
})

test('keeps the newest 500 mails', async () => {
  const to = Array.from({ length: 300 }, (_, i) => `player${i}@lotto.test`).join(', ')
  await send({ to, subject: 'old' })
  await send({ to, subject: 'new' })
  const subjects = (await mails()).map(({ subject }) => subject)
  expect(subjects).toHaveLength(500)
  expect(subjects.filter((subject) => subject === 'new')).toHaveLength(300)
})

test('the pages escape a mail and run none of its scripts', async () => {
  await send({ subject: '<script>alert(1)</script>', html: `<script>alert(2)</script>${MAIL.html}` })
  const [{ id }] = (await mails()) as [Mail]
  expect(await (await get('/mailbox')).text()).toContain(
    `<a href="/mailbox/${id}">&lt;script&gt;alert(1)&lt;/script&gt;</a>`,
  )
  const page = await (await get(`/mailbox/${id}`)).text()
  expect(page).not.toContain('<script>')
  expect(page).toContain('<a href="http://localhost:3999/verify?token=a_b&amp;next=/login">')
  const framed = await get(`/mailbox/${id}/html`)
  expect(await framed.text()).toContain(MAIL.html)
  const policy = framed.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/sandbox (?!.*allow-(scripts|same-origin))/)
  expect((await get('/mailbox/none')).status).toBe(404)
})
