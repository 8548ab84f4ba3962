import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LagosDate } from '../../rules/base/calendar.ts'
import { greeting, renderMail, MAILS, type MailData, type Template } from './render.ts'

const APP = 'https://lotto.example'
const PAYMENTS = `${APP}/dashboard/payment-channel`
/** Where a mail that can be stopped is stopped. */
const STOP = `${APP}/stop-mails?link=a_b-c`
const LINK = `${APP}/api/auth/verify-email?token=a_b-c&copy=1&callbackURL=%2Flogin`
/** Monday 2 October 2023, 23:30 UTC: Tuesday in Lagos. */
const AT = Date.UTC(2023, 9, 2, 23, 30)
const DATE = '2023-10-02' as LagosDate
const HEAD = `1421 ${'8f99'.repeat(16)}`
const RECORD = { isSample: false, head: HEAD }
const notice = (username: string) => ({ username, at: AT })
const PAID = { plan: 'pro', kobo: 150_000, reference: 'r'.repeat(27), at: AT } as const

const alarms = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ meaning: 'A refund failed.', reference: `r${i}`, raisedAt: AT }))

const lateDraws = (count: number) =>
  Array.from({ length: count }, () => ({ gameName: 'Diamond', date: DATE, expectedAt: AT }))

/** Example data of each mail, and the target of its button. */
const SAMPLES: { [Name in Template]: { data: (username: string) => MailData<Name>; leadsTo: string } } = {
  'verify-email': { data: () => ({ link: LINK }), leadsTo: LINK },
  'reset-password': { data: () => ({ link: LINK }), leadsTo: LINK },
  continue: { data: () => ({ link: `${APP}/login?token=abc` }), leadsTo: `${APP}/login?token=abc` },
  'account-exists': { data: () => ({}), leadsTo: `${APP}/login` },
  'password-changed': { data: notice, leadsTo: `${APP}/forgot-password` },
  'google-linked': { data: notice, leadsTo: `${APP}/forgot-password` },
  'google-unlinked': { data: notice, leadsTo: `${APP}/forgot-password` },
  'way-in-added': { data: notice, leadsTo: `${APP}/forgot-password` },
  'second-factor-added': { data: notice, leadsTo: `${APP}/dashboard/second-factor` },
  'second-factor-removed': { data: notice, leadsTo: `${APP}/forgot-password` },
  'second-factor-reset': { data: notice, leadsTo: `${APP}/forgot-password` },
  'second-factor-refused': { data: notice, leadsTo: `${APP}/forgot-password` },
  'recovery-code-used': { data: notice, leadsTo: `${APP}/dashboard/second-factor` },
  'account-deleted': { data: notice, leadsTo: APP },
  'confirm-email': { data: () => ({ link: LINK }), leadsTo: LINK },
  'email-change-begun': { data: notice, leadsTo: `${APP}/forgot-password` },
  'email-changed': { data: notice, leadsTo: APP },
  'account-suspended': {
    data: (username) => ({ username, until: AT, reason: 'Many accounts.' }),
    leadsTo: APP,
  },
  receipt: {
    data: () => ({ ...PAID, startsAt: AT, endsAt: AT + 30 * 86_400_000, record: RECORD }),
    leadsTo: PAYMENTS,
  },
  'part-refunded': {
    data: () => ({ ...PAID, kobo: 50_000, days: 10, endsAt: AT + 20 * 86_400_000 }),
    leadsTo: PAYMENTS,
  },
  'nothing-received': { data: () => PAID, leadsTo: PAYMENTS },
  refunded: { data: () => ({ ...PAID, plan: 'basic' }), leadsTo: PAYMENTS },
  'plan-ends': { data: () => ({ plan: 'pro', endsAt: AT, days: 3, record: RECORD }), leadsTo: PAYMENTS },
  'forecast-receipt': {
    data: () => ({
      game: 'Diamond',
      date: DATE,
      version: 2,
      entry: 41,
      note: 'First of 2 forecasts so far. Dated by our own clock only',
      head: HEAD,
    }),
    leadsTo: `${APP}/record/check?fingerprint=41#lookup`,
  },
  test: { data: () => ({}), leadsTo: `${APP}/admin/ready` },
  'owners-news': {
    data: () => ({ by: 'Bayo', did: 'removed the roles of ada@example.com', reason: 'She left.', at: AT }),
    leadsTo: `${APP}/admin/audit`,
  },
  'powers-used': {
    data: () => ({
      by: 'Bayo',
      sums: ['People erased: 2 on this day, at most 10.'],
      changes: [{ did: 'deleted a user', reason: 'A request by mail', at: AT }],
    }),
    leadsTo: `${APP}/admin/audit`,
  },
  'alarm-raised': { data: () => ({ alarms: alarms(1) }), leadsTo: `${APP}/admin/payments` },
  'alarms-open': { data: () => ({ alarms: alarms(21) }), leadsTo: `${APP}/admin/payments` },
  'draws-late': { data: () => ({ draws: lateDraws(1) }), leadsTo: `${APP}/admin/results` },
  'draws-still-late': { data: () => ({ draws: lateDraws(21) }), leadsTo: `${APP}/admin/results` },
  'about-plans': {
    data: () => ({
      held: { plan: 'pro', endsAt: AT, isOver: false },
      text: 'Every forecast of November can be checked now.',
      costs: 'Basic costs ₦2,000 per year, Pro costs ₦1,500 per month.',
    }),
    leadsTo: PAYMENTS,
  },
  'days-given-back': {
    data: () => ({ plan: 'pro', days: 1, reason: 'Results were late.', endsAt: AT }),
    leadsTo: APP,
  },
}
/** The mails that show an amount. */
const WITH_AMOUNTS = new Set<Template>(['about-plans', 'nothing-received', 'receipt', 'plan-ends'])
const templates = Object.keys(MAILS) as Template[]
const NOTICES = templates.filter((template) => SAMPLES[template].data === notice)
const sample = (template: Template, username = 'Ada') =>
  renderMail(template, SAMPLES[template].data(username), APP, template === 'about-plans' ? STOP : null)

describe.each(templates)('%s', (template) => {
  const { leadsTo } = SAMPLES[template]

  test('has the same content as text and as HTML', async () => {
    const { text, html } = await sample(template)
    expect(text).toContain(leadsTo)
    expect(text).not.toMatch(/[<>]|&\w+;|&#|undefined|\n{3}|[ \t]$/m)
    const words = textOf(html)
    for (const line of text.split('\n').filter((line) => line !== '' && ![leadsTo, STOP].includes(line)))
      expect(words).toContain(line.replace(/\s+/g, ' '))
  })

  test('names the app and why it was sent, and advertises nothing', async () => {
    const { subject, text, html } = await sample(template)
    expect(subject).toMatch(/ - Lotto Forecast$/)
    expect(text).toMatch(/Lotto Forecast, https:\/\/lotto\.example - You received this email because .+\.$/)
    expect(textOf(html)).toContain('You received this email because')
    expect(text).not.toMatch(/upgrade|offer|subscribe|\bwin/i)
    expect(text.includes('₦')).toBe(WITH_AMOUNTS.has(template) || template === 'part-refunded')
  })

  test('loads nothing, runs nothing and links only to the app', async () => {
    const { html } = await sample(template)
    expect(html).not.toMatch(/<(script|img|iframe|object|link|form|base)\b|\son\w+=|url\(|@import|\ssrc=/i)
    const links = [...html.matchAll(/\shref="([^"]*)"/g)].map(([, link]) => decoded(link!))
    expect(links).toContain(leadsTo)
    for (const link of links) expect(new URL(link).origin).toBe(APP)
  })

  test('declares its language and has enough contrast', async () => {
    const { html } = await sample(template)
    expect(html).toMatch(/<html lang="en"/)
    expect(html).toMatch(/<table class="email-wrapper"[^>]* style="word-break: break-word;/)
    expect(html).not.toMatch(/#74787E|#AEAEAE|#3869D4/i)
  })

  test('does not show a hostile name', async () => {
    const harmless = await sample(template, '')
    for (const name of HOSTILE) expect(await sample(template, name)).toEqual(harmless)
  })
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '<a href="https://evil.example">Ada</a>',
  '"><img src=x onerror=alert(1)>',
  '&lt;b&gt;',
  '<% process.exit() %>',
  'http://evil.example',
  'www.evil.example/login',
  'evil.example',
  'Ada. evil.example',
  'help@evil.example',
  'Ada\r\nBcc: victim@lotto.test',
  'Ada\nSubject: You won',
  'Call 08031234567',
  'Ada\u202Egro.live',
  'Ada\u200B',
  'Ада\u0000',
  'You have won a lot of money, come and get it',
  'a'.repeat(61),
  '₦5,000,000',
  'No name',
]

test.each([
  ['Ada', 'Hello Ada,'],
  ["  Ngozi O'Neil-Obi ", "Hello Ngozi O'Neil-Obi,"],
  ['J. T. Obi', 'Hello J. T. Obi,'],
  ['Ọlá_90', 'Hello Ọlá_90,'],
  ['محمد', 'Hello محمد,'],
  ['', 'Hello,'],
])('%j is greeted %j', (username, words) => {
  expect(greeting(username)).toBe(words)
})

test('no name adds markup, a link or a header to a mail', () => {
  const signs = fc.constantFrom(...'<>&"%:/@.\r\n\t,;=\\', 'a', 'é', '9', ' ', "'", '.com', 'http', '\u200F')
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: signs }), fc.string({ unit: 'grapheme' })), (name) => {
      const words = greeting(name)
      expect(words).toMatch(/^Hello( [\p{L}\p{M}\p{N} .'’_-]{1,30})?,$/u)
      expect(words).not.toMatch(/\.\p{L}|\p{N}{5}/u)
    }),
    { numRuns: 2000 },
  )
})

test.each(NOTICES)('%s shows the Lagos time and greets by name', async (template) => {
  const { text } = await sample(template)
  expect(text).toMatch(/^Hello Ada,\n/)
  expect(text).toContain('00:30 on Tuesday 3 October 2023, Lagos time')
})

test.each(['verify-email', 'reset-password', 'account-exists'] as const)(
  '%s goes to an address that nobody may have proved, so it greets nobody by a name that a stranger chose',
  async (template) => {
    expect((await sample(template)).text).toMatch(/^Hello,\n/)
  },
)

test('text by staff appears unchanged in text and HTML', async () => {
  const reason = 'late by > 2 h & <b>unfair</b>, sorry &copy; us'
  const data = { username: 'Ada', plan: 'pro', days: 2, reason, endsAt: AT } as const
  const { text, html } = await renderMail('days-given-back', data, APP)
  expect(text).toContain(`to your Pro plan: ${reason}\n`)
  expect(html).not.toContain('<b>')
  expect(textOf(html)).toContain(reason)
})

test.each(['receipt', 'plan-ends'] as const)('%s has the head of the record', async (template) => {
  const { text } = await sample(template)
  expect(text).toContain(`Record ${HEAD} Keep this mail: ${APP}/record/check`)
  const { record: _none, ...before } = SAMPLES[template].data('Ada') as MailData<'receipt'> &
    MailData<'plan-ends'>
  expect((await renderMail(template, before, APP)).text).not.toContain('Keep this mail')
})

test.each(['verify-email', 'reset-password'] as const)(
  '%s says how long its link works',
  async (template) => {
    expect((await sample(template)).text).toMatch(/for 1 hour/)
  },
)

test('a mail that waits too long is not sent any more', () => {
  const byHours = Map.groupBy(templates, (template) => MAILS[template].expiresAfterMs / 3_600_000)
  expect(Object.fromEntries(byHours)).toEqual({
    1: ['verify-email', 'reset-password', 'continue', 'test'],
    24: [
      'confirm-email',
      'account-exists',
      'nothing-received',
      'plan-ends',
      'about-plans',
      'alarms-open',
      'draws-late',
      'draws-still-late',
    ],
    168: ['receipt', 'refunded', 'part-refunded', 'days-given-back'],
    72: expect.any(Array),
  })
})

test('a mail about plans says what the player holds, and how to stop it', async () => {
  const { text, html } = await sample('about-plans')
  expect(text).toContain('Your Pro plan is paid to the end of Tuesday 3 October 2023.')
  expect(text).toContain(`To get no more of them:\n${STOP}\n`)
  expect(html).toContain(`href="${STOP}"`)
  const data = SAMPLES['about-plans'].data('')
  const textOfHeld = async (held: typeof data.held) =>
    (await renderMail('about-plans', { ...data, held }, APP, STOP)).text
  expect(await textOfHeld({ ...data.held!, isOver: true })).toContain('Your Pro plan ended on Tuesday')
  expect(await textOfHeld(null)).toContain('Your account has the Free plan.')
  await expect(renderMail('about-plans', data, APP)).rejects.toThrow()
})

test.each([
  'https://evil.example/x',
  'https://lotto.example.evil.example/',
  'http://lotto.example/',
  'javascript:alert(1)',
])('no mail links to %s', async (link) => {
  await expect(renderMail('reset-password', { link }, APP)).rejects.toThrow('foreign link')
})

const decoded = (html: string) =>
  html
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

/** The visible text of HTML. */
function textOf(html: string): string {
  const seen = html.replace(/<!--[\s\S]*?-->|<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')
  return decoded(seen).replaceAll('&apos;', "'").replace(/\s+/g, ' ')
}
