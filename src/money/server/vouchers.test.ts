import { beforeAll, describe, expect, test } from 'vitest'
import { newPerson, uidOf } from '../../../tests/support/people.ts'
import { mailsOfPowers } from '../../../tests/support/powers.ts'
import { statusesOf, testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { RATE_LIMITS } from '../../platform/rules/access/rate-limits.ts'
import { newCode, shownCode, VOUCHER_MESSAGES } from '../rules/vouchers.ts'

const server = testServer({ standIns: true })
let owner: Visitor
beforeAll(async () => {
  owner = await server().as('admin')
})

const KIOSK = { plan: 'pro', vouchers: 3, name: 'Kiosk at Yaba', reason: 'First' }
const make = (body: object = {}) => owner.post('/api/admin/vouchers', { ...KIOSK, ...body })
const confirm = (id: number) => owner.post(`/api/admin/vouchers/${id}/confirm`)
/** The codes of a batch that staff have confirmed. */
async function codesOf(vouchers = 3): Promise<string[]> {
  const { id, codes } = (await make({ vouchers })).body
  expect((await confirm(id)).status).toBe(200)
  return codes.map(({ code }: { code: string }) => code)
}
const batchOf = async (id: number) =>
  (await owner.get('/api/admin/vouchers')).body.batches.find((one: { id: number }) => one.id === id)
const redeem = ({ visitor }: Awaited<ReturnType<typeof newPerson>>, code: string) =>
  visitor.post('/api/vouchers/redeem', { code })
/** A code that is no voucher but could be one. */
const guess = () => newCode((below) => Math.floor(Math.random() * below))

describe('a batch of vouchers', () => {
  test('shows its codes once, stores only hashes of them, and is mailed to owners', async () => {
    const { status, body } = await make({ vouchers: 24 })
    expect([status, body.codes.length]).toEqual([201, 24])
    const { code, qr } = body.codes[0]
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    expect(qr.path).toMatch(/^M\d+ \d+h\d+v1h-\d+z/)
    const everything = await server().rows`select * from vouchers`
    expect(JSON.stringify(everything)).not.toContain(code.replaceAll('-', ''))
    expect(await batchOf(body.id)).toMatchObject({
      vouchers: 24,
      name: 'Kiosk at Yaba',
      sold: 0,
      used: 0,
      revoked: 0,
      kobo: 150_000,
      isConfirmed: false,
      isCancelled: false,
    })
    const news = (await mailsOfPowers(server())).get(await uidOf(server(), 'admin'))
    expect(news!.sums).toEqual(['Vouchers made: 24 on this day, at most 600.'])
    expect(news!.changes.map(({ did }) => did)).toEqual([
      'made a batch of vouchers: 24 vouchers, Pro, ₦1,500, for Kiosk at Yaba',
    ])
    expect(JSON.stringify(await server().rows`select * from audit`)).not.toContain(code)
  })

  test.each([
    [{ vouchers: 0 }, 'Make at least one voucher.'],
    [{ vouchers: 121 }, 'Make at most 120 vouchers at once.'],
    [{ vouchers: 1.5 }, 'Enter a whole number.'],
    [{ plan: 'free' }, 'Choose Basic or Pro.'],
    [{ reason: ' ' }, 'Say why.'],
    [{ name: ' ' }, 'Name the kiosk.'],
  ])('is refused for %j', async (wrong, text) =>
    expect(Object.values((await make(wrong)).body.fields)).toEqual([text]),
  )

  test('is worth nothing before staff confirm that they have its codes', async () => {
    const { id, codes } = (await make()).body
    const person = await newPerson(server())
    const refused = await redeem(person, codes[0].code)
    expect([refused.status, refused.body.fields.code]).toEqual([400, VOUCHER_MESSAGES.unknown])
    expect(statusesOf([await confirm(id), await confirm(id)])).toEqual([200, 200])
    expect(await batchOf(id)).toMatchObject({ used: 0, isConfirmed: true })
    expect((await redeem(person, codes[0].code)).status).toBe(200)
    expect(await server().trail(`user:${person.uid}`)).toEqual([
      ['voucher.use', { plan: 'pro', voucher: `${id}-001`, grantId: expect.any(Number) }],
    ])
    const left = (await make()).body
    await owner.post(`/api/admin/vouchers/${left.id}/cancel`, { reason: 'The page was closed' })
    expect((await confirm(left.id)).body.title).toBe('This batch does not exist, or was cancelled.')
    const late = await redeem(await newPerson(server()), left.codes[0].code)
    expect(late.body.fields.code).toBe(VOUCHER_MESSAGES.unknown)
  })

  test('leaves its used vouchers when the others are cancelled', async () => {
    const { id, codes } = (await make()).body
    expect((await confirm(id)).status).toBe(200)
    const [first, second] = [await newPerson(server()), await newPerson(server())]
    expect((await redeem(first, codes[0].code)).status).toBe(200)
    const cancel = () => owner.post(`/api/admin/vouchers/${id}/cancel`, { reason: 'Lost' })
    const answers = await Promise.all([cancel(), cancel()])
    expect(answers.map(({ body }) => body).toSorted((a, b) => (a.status ?? 0) - (b.status ?? 0))).toEqual([
      { cancelled: 2, revoked: 0 },
      expect.objectContaining({ status: 409, title: 'This batch was cancelled before.' }),
    ])
    const refused = await redeem(second, codes[1].code)
    expect([refused.status, refused.body.fields.code]).toEqual([400, VOUCHER_MESSAGES.cancelled])
    expect((await redeem(first, codes[0].code)).status).toBe(200)
    expect((await second.visitor.get('/api/me')).body.subscription).toBe('free')
  })

  test('shows what the kiosk has paid for, at most all, and the change is in the audit', async () => {
    const { id } = (await make()).body
    await confirm(id)
    const sell = (sold: unknown) => owner.post(`/api/admin/vouchers/${id}/sold`, { sold, reason: 'Friday' })
    expect(statusesOf([await sell(2), await sell(3), await sell(1)])).toEqual([200, 200, 200])
    for (const wrong of [4, -1, 0.5, '2'])
      expect(Object.keys((await sell(wrong)).body.fields), String(wrong)).toEqual(['sold'])
    expect((await sell(4)).body.fields.sold).toBe('This batch has 3 vouchers.')
    expect(await batchOf(id)).toMatchObject({ sold: 1, used: 0 })
    expect((await server().trail(`voucher-batch:${id}`)).at(-1)).toEqual([
      'voucher.sold',
      { old: { sold: 3 }, new: { sold: 1 }, reason: 'Friday' },
    ])
  })

  test('that was stolen is cancelled with the time of its used vouchers, once', async () => {
    const { id, codes } = (await make()).body
    await confirm(id)
    const [thief, other] = [await newPerson(server()), await newPerson(server())]
    await redeem(thief, codes[0].code)
    const bought = (await make({ vouchers: 1 })).body
    await confirm(bought.id)
    await redeem(other, bought.codes[0].code)
    const late = await owner.post(`/api/admin/vouchers/${bought.id}/cancel`, { reason: 'Stolen' })
    expect(late.body.title).toBe('All vouchers of this batch are used.')
    const cancel = () => owner.post(`/api/admin/vouchers/${id}/cancel`, { revoke: true, reason: 'Stolen' })
    expect((await cancel()).body).toEqual({ cancelled: 2, revoked: 1 })
    expect((await cancel()).body.title).toBe('Nothing of this batch is left.')
    expect(await server().trail(`voucher-batch:${id}`)).toEqual([
      ['voucher.make', { ...KIOSK, kobo: 150_000 }],
      ['voucher.confirm', { plan: 'pro', vouchers: 3 }],
      ['voucher.cancel', { plan: 'pro', vouchers: 2, revoked: 1, reason: 'Stolen' }],
    ])
    expect((await thief.visitor.get('/api/me')).body.subscription).toBe('free')
    expect((await other.visitor.get('/api/me')).body.subscription).toBe('pro')
    expect((await redeem(thief, codes[0].code)).body.fields).toEqual({ code: VOUCHER_MESSAGES.used })
    expect(await batchOf(id)).toMatchObject({ used: 1, revoked: 1, isCancelled: true })
  })
})

describe('a voucher', () => {
  test('adds its plan once, also when it is sent twice', async () => {
    const [code] = await codesOf(1)
    const person = await newPerson(server())
    const typed = ` ${code!.toLowerCase().replaceAll('-', ' ')}`
    const answers = [await redeem(person, typed), await redeem(person, code!)]
    expect(statusesOf(answers)).toEqual([200, 200])
    expect(answers[0]!.body).toEqual(answers[1]!.body)
    expect((await person.visitor.get('/api/plan')).body.periods).toHaveLength(1)
    expect((await person.visitor.get('/api/me')).body.subscription).toBe('pro')
  })

  test('works for one of two phones at once', async () => {
    const [code] = await codesOf(1)
    const people = await Promise.all([1, 2, 3, 4].map(() => newPerson(server())))
    const answers = await Promise.all(people.map((person) => redeem(person, code!)))
    expect(statusesOf(answers)).toEqual([200, 400, 400, 400])
    expect(answers.find(({ status }) => status === 400)!.body.fields.code).toBe(VOUCHER_MESSAGES.used)
    const given = await server().rows`select id from grants where kind = 'voucher' and user_id in
      (${people[0]!.uid}, ${people[1]!.uid}, ${people[2]!.uid}, ${people[3]!.uid})`
    expect(given).toHaveLength(1)
  })

  test('cannot be guessed: after ten wrong codes the account waits, and a typing error is no guess', async () => {
    const [code] = await codesOf(1)
    const person = await newPerson(server())
    for (let i = 0; i < RATE_LIMITS.voucherAccount.points + 2; i++)
      expect((await redeem(person, '2222-2222-2223')).body.fields.code).toBe(VOUCHER_MESSAGES.notACode)
    for (let i = 0; i < RATE_LIMITS.voucherAccount.points; i++)
      expect((await redeem(person, shownCode(guess()))).body.fields.code).toBe(VOUCHER_MESSAGES.unknown)
    const late = await redeem(person, code!)
    expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await redeem(await newPerson(server()), code!)).status).toBe(200)
  })
})
