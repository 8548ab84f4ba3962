import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { tagsOf, textOf } from '../../../tests/support/html.ts'
import { give, newPerson } from '../../../tests/support/people.ts'
import { api, page, textAsRead, words } from '../../../tests/support/record-pages.ts'
import { addAuthor, history, seedLedger } from '../../../tests/support/seed-ledger.ts'
import { testServer } from '../../../tests/support/test-server.ts'
import { mailReceipt } from '../billing/payments/mails.ts'
import { HOUR } from '../../domain/base/calendar.ts'

// The check page, over HTTP and signed out, and the heads that mails note for it.
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** Sends mail. */
const checked = testServer({ standIns: true })
const linksOf = (html: string) =>
  tagsOf(html).flatMap(({ name, attributes }) => (name === 'a' ? (attributes.href ?? []) : []))

describe('the check page', () => {
  const server = testServer()
  const find = async (asked: string) =>
    (await api(server(), `/api/public/ledger-entry?fingerprint=${encodeURIComponent(asked)}`)).found
  beforeAll(async () => {
    const author = await addAuthor(server(), '=Mama <b>')
    await seedLedger(
      server(),
      history(Date.now(), 3, { numbers: [7, 42], form: 'two_sure', author }, () => 0),
    )
  })

  test('finds an entry by its number, by its fingerprint in any writing, and by the head after it', async () => {
    const { entry } = await find('3')
    expect(entry).toMatchObject({
      entry: 3,
      kind: 'version',
      penName: '=Mama <b>',
      draw: { name: 'Diamond' },
    })
    const { fingerprint, head } = entry
    for (const asked of [fingerprint, fingerprint.toUpperCase(), ` ${fingerprint.slice(0, 8)} `])
      expect([(await find(asked)).entry.entry, (await find(asked)).by]).toEqual([3, 'entry'])
    expect(await find(head)).toMatchObject({ by: 'head', entry: { entry: 3 } })
  })

  test('shows the text, whose hash is the fingerprint, and the place in the chain', async () => {
    const [first, second] = [(await find('1')).entry, (await find('2')).entry]
    for (const { text, fingerprint, previous, head } of [first, second]) {
      expect(sha256(text)).toBe(fingerprint)
      expect(sha256(previous + fingerprint)).toBe(head)
    }
    expect(second.previous).toBe(first.head)
    const html = await page(server(), '/record/check?fingerprint=1')
    const shown = textAsRead(html)
    for (const part of ['Entry 1 of 6', 'numbers=7,42', first.head, 'sha256sum', 'What this cannot prove'])
      expect(shown).toContain(part)
    expect(html).not.toContain('<b>"')
    expect(linksOf(html)).toContain('/record/check?fingerprint=2')
  })

  test.each(['0', '7', '999999999', 'f'.repeat(64), 'f'.repeat(7), "'--", '<script>', 'x'.repeat(199), '%'])(
    'answers %j plainly',
    async (asked) => {
      expect(await find(asked)).toBeNull()
      const { status, text } = await server()
        .anonymous()
        .get(`/record/check?fingerprint=${encodeURIComponent(asked)}`)
      expect(status).toBe(200)
      expect(textOf(text)).toContain('The ledger has no such entry.')
    },
  )
})

test('receipts and reminders note a head that the check page finds', async () => {
  const { db } = checked().services
  const author = await addAuthor(checked(), 'Mama Ngozi')
  await seedLedger(
    checked(),
    history(Date.now(), 2, { numbers: [7, 42], form: 'two_sure', author }, () => 0),
  )
  const person = await newPerson(checked())
  const period = { plan: 'pro', startsAt: Date.now(), endsAt: Date.now() + 24 * HOUR } as const
  const payment = {
    reference: 'r'.repeat(27),
    plan: 'pro',
    kobo: 150_000,
    paidAt: null,
    userId: person.uid,
  } as const
  await db.transaction((tx) => mailReceipt(tx, Date.now(), payment, period))
  await give(checked(), person.uid, Date.now() - 28 * 24 * HOUR)
  await checked().sweep()
  await checked().runJobs()
  const mails = await checked().mailbox(person.email)
  const { chain } = await api(checked(), '/api/public/record')
  for (const subject of ['Your receipt', 'Your plan ends soon']) {
    const { text } = mails.find((mail) => mail.subject.startsWith(subject))!
    const [, head] = /4 entries and this head: ([0-9a-f]{64})/.exec(text)!
    expect([subject, head]).toEqual([subject, chain.head])
    expect(await words(checked(), `/record/check?fingerprint=${head}`)).toContain(
      'The chain still contains it.',
    )
  }
})
