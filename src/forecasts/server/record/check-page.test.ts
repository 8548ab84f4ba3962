import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { textOf } from '../../../../tests/support/html.ts'
import { give, newPerson } from '../../../../tests/support/people.ts'
import { api, page, textAsRead } from '../../../../tests/support/record-pages.ts'
import { addAuthor, history, seedLedger } from '../../../../tests/support/seed-ledger.ts'
import { testServer } from '../../../../tests/support/test-server.ts'
import { mailReceipt } from '../../../money/server/payments/mails.ts'
import { HOUR } from '../../../platform/rules/base/calendar.ts'

// The check page, over HTTP and signed out, and the heads that mails have for it.
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const server = testServer({ standIns: true })

describe('the check page', () => {
  const find = async (asked: string) =>
    (await api(server(), `/api/public/ledger-entry?fingerprint=${encodeURIComponent(asked)}`)).found
  beforeAll(async () => {
    const author = await addAuthor(server(), '=Mama <b>')
    await seedLedger(
      server(),
      history(Date.now(), 3, { numbers: [7, 42], form: 'two_sure', author }, () => 0),
    )
  })

  const last = async () => (await api(server(), '/api/public/record')).log.entries

  test('finds an entry by its line, and by its commitment in any writing', async () => {
    const index = (await last()) - 2
    const entry = await find(String(index))
    expect(entry).toMatchObject({
      entry: index,
      kind: 'version',
      penName: '=Mama <b>',
      draw: { name: 'Diamond' },
    })
    const { commitment } = JSON.parse(entry.leaf)
    for (const asked of [commitment, commitment.toUpperCase(), ` ${commitment.slice(0, 8)} `])
      expect((await find(asked)).entry).toBe(index)
  })

  test('shows the line of the file, and the text whose hash is the commitment', async () => {
    const index = (await last()) - 2
    const { leaf, opening } = await find(String(index))
    expect(sha256(opening)).toBe(JSON.parse(leaf).commitment)
    const html = await page(server(), `/record/check?fingerprint=${index}`)
    const shown = textAsRead(html)
    for (const part of [
      `${index}`,
      leaf,
      'Dated by our own clock only',
      'If we changed or removed an entry, anyone with a saved copy could prove it.',
      `SITE=${server().url}`,
    ])
      expect(shown).toContain(part)
    expect(html).not.toContain('<b>"')
  })

  test.each(['9999999', '999999999', 'f'.repeat(64), 'f'.repeat(7), "'--", '<script>', 'x'.repeat(199), '%'])(
    'answers %j plainly',
    async (asked) => {
      expect(await find(asked)).toBeNull()
      const { status, text } = await server()
        .anonymous()
        .get(`/record/check?fingerprint=${encodeURIComponent(asked)}`)
      expect(status).toBe(200)
      expect(textOf(text)).toContain('The record has no such entry.')
    },
  )
})

test('receipts and reminders have the newest head of the record', async () => {
  const { db } = server().services
  await server().services.draws.catchUp()
  const person = await newPerson(server())
  const period = { plan: 'pro', startsAt: Date.now(), endsAt: Date.now() + 24 * HOUR } as const
  const payment = {
    reference: 'r'.repeat(27),
    plan: 'pro',
    kobo: 150_000,
    paidAt: null,
    userId: person.uid,
  } as const
  await db.transaction((tx) => mailReceipt(tx, Date.now(), payment, period))
  await give(server(), person.uid, Date.now() - 28 * 24 * HOUR)
  await server().sweep()
  await server().runJobs()
  const mails = await server().mailbox(person.email)
  const { log } = await api(server(), '/api/public/record')
  for (const subject of ['Your receipt', 'Your plan ends soon']) {
    const { text } = mails.find((mail) => mail.subject.startsWith(subject))!
    expect(text).toContain(`Record ${log.entries} ${log.head} Keep this mail`)
  }
})
