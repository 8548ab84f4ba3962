import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '../../src/app/server/routes.ts'
import { DRAW_COLUMNS } from '../../src/draws/rules/ingest/draw-table.ts'
import { MONEY_FILES } from '../../src/money/rules/payments.ts'
import { csv } from '../support/csv.ts'
import { checkoutOf } from '../support/payments.ts'
import { newPerson, uidOf } from '../support/people.ts'
import { type Person, testServer, type Visitor } from '../support/test-server.ts'

// Every file for spreadsheets: its mark, its words and its times.
const server = testServer({ standIns: true })
const BINGO = 'bingo,2025-06-24,49,,ok,20,42,89,13,49,17,33,41,34,32'

/** A row for each CSV file of the API: its address, who reads it, and the names of its columns. */
const EXPORTS: Record<string, readonly { path: string; as: Person; columns: string; body?: object }[]> = {
  'GET /api/downloads/year.csv': [
    { path: '/api/downloads/year.csv?game=bingo&year=2025', as: 'free', columns: DRAW_COLUMNS.join() },
  ],
  'GET /api/downloads/days.csv': [
    {
      path: '/api/downloads/days.csv?from=2025-06-24&to=2025-06-24',
      as: 'basic',
      columns: DRAW_COLUMNS.join(),
    },
  ],
  'GET /record.csv': [
    {
      path: '/record.csv',
      as: 'free',
      columns:
        'entry,kind,time in Lagos,game,date,close,lock,forecast,version,nth,author,pen name,form,numbers,reasons,state,drawn,winning',
    },
  ],
  'GET /api/admin/audit/export': [
    {
      path: '/api/admin/audit/export',
      as: 'admin',
      columns:
        'entry,time in Lagos,who,email,what,action,subject,before,after,reason,details,address,request',
    },
  ],
  'GET /api/admin/money/:file': MONEY_FILES.map((file) => ({
    path: `/api/admin/money/${file}`,
    as: 'admin',
    columns: {
      payments: 'date,reference,payer,plan,channel,state,payout,naira,fee',
      refunds: 'date,reference,plan,kind,reason,naira',
      fees: 'date,payments,naira,fee',
      payouts: 'date,payout,status,charged,fees,deducted,paid out',
      vouchers: 'date,batch,voucher,plan,player,naira in cash',
    }[file],
  })),
  'GET /api/admin/growth/export': [
    {
      path: '/api/admin/growth/export',
      as: 'admin',
      columns: 'month,signed up,paid since,first payment,paying at its end,renewed,lost,renewed in %',
    },
  ],
  'POST /api/admin/people/export': [
    {
      path: '/api/admin/people/export',
      as: 'admin',
      columns: 'account,name,email,verified,staff,plan,plan until,signed up',
      body: { reason: 'For the letter' },
    },
  ],
  'GET /api/profile/data.csv': [
    { path: '/api/profile/data.csv', as: 'pro', columns: 'section,entry,field,value' },
  ],
}

let admin: Visitor
beforeAll(async () => {
  admin = await server().as('admin')
  const raw = { type: 'text/csv', content: csv(BINGO) }
  expect((await admin.request('POST', '/api/admin/draws/import', { raw })).body.inserted).toBe(1)
  await server().rows`insert into push_choices (user_id, games, quiet_from, quiet_until)
    values (${await uidOf(server(), 'pro')}, '{diamond,msp}', 1320, 420)`
})

const rowsOf = (text: string) => parse(text, { bom: true, columns: true }) as Record<string, string>[]

test('every CSV file of the API is in the list', () => {
  const files = Object.entries(api).flatMap(([route, { answer }]) =>
    'media' in answer && answer.media === 'text/csv' ? route : [],
  )
  expect(Object.keys(EXPORTS).sort()).toEqual(files.sort())
})

describe.each(Object.values(EXPORTS).flat())('$path', ({ path, as, columns, body }) => {
  test('has a byte order mark, named columns, Lagos times and words', async () => {
    const visitor = await server().as(as)
    const answer = await (body ? visitor.post(path, body) : visitor.get(path))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/)
    expect(answer.text.startsWith(`\uFEFF${columns}\r\n`)).toBe(true)
    expect(answer.text.lastIndexOf('\uFEFF')).toBe(0)
    const rows = rowsOf(answer.text)
    expect(rows.length).toBeGreaterThan(0)
    for (const cell of rows.flatMap((row) => Object.values(row))) {
      expect(cell).not.toMatch(/^[[{]|\dT\d\d:\d\d|_/)
      if (/^\d{4}-\d\d-\d\d./.test(cell)) expect(cell).toMatch(/^[\d-]{10} \d\d:\d\d:\d\d$/)
    }
  })
})

test('a time is that of a clock in Lagos', async () => {
  const [entry] = (await admin.get('/api/admin/audit?action=draws.import')).body.entries
  const [row] = rowsOf((await admin.get('/api/admin/audit/export?action=draws.import')).text)
  expect(Date.parse(`${row!['time in Lagos']!.replace(' ', 'T')}+01:00`)).toBe(
    Math.floor(entry.at / 1000) * 1000,
  )
  expect(row!.what).toMatch(/^imported draws: /)
})

test('values of the audit trail and of a profile are in words', async () => {
  const body = {
    version: 1,
    name: 'Bingo Gold',
    operator: 'Premier Lotto',
    active: true,
    reason: 'A new name',
  }
  expect((await admin.request('PUT', '/api/admin/games/bingo', { body })).status).toBe(200)
  const [row] = rowsOf((await admin.get('/api/admin/audit/export?action=game.change')).text)
  expect(row!.after).toContain('name: Bingo Gold')
  const mine = rowsOf((await (await server().as('pro')).get('/api/profile/data.csv')).text)
  const valueOf = (wanted: string) => mine.find(({ field }) => field === wanted)?.value
  expect(valueOf('games')).toBe('Diamond, Monday Special (MSP)')
  expect(valueOf('quiet from')).toBe('22:00')
  expect(valueOf('email verified')).toBe('yes')
})

test('entries are counted from one', async () => {
  for (const path of ['/record.csv', '/api/profile/data.csv'])
    expect([path, rowsOf((await admin.get(path)).text)[0]!.entry]).toEqual([path, '1'])
})

test('payments name the payer and the plan, vouchers add up to the cash on the screen', async () => {
  const batch = { plan: 'basic', vouchers: 2, name: 'Kiosk', reason: 'Kiosk' }
  const made = await admin.post('/api/admin/vouchers', batch)
  await admin.post(`/api/admin/vouchers/${made.body.id}/confirm`)
  const { visitor, email } = await newPerson(server())
  await visitor.post('/api/vouchers/redeem', { code: made.body.codes[0].code })
  await checkoutOf(server).pay({ visitor })

  const screen = (await admin.get('/api/admin/money')).body
  const used = rowsOf((await admin.get('/api/admin/money/vouchers')).text)
  expect(used).toMatchObject([{ plan: 'Basic', player: email, 'naira in cash': '2000.00' }, { date: 'Sum' }])
  expect(used.at(-1)!['naira in cash']).toBe((screen.vouchers.kobo / 100).toFixed(2))
  const paid = rowsOf((await admin.get('/api/admin/money/payments')).text)
  expect(paid[0]).toMatchObject({ payer: email, plan: 'Pro', naira: '1500.00', fee: '22.50' })
})

test('a download with its byte order mark can be imported again', async () => {
  const { text } = await (await server().as('free')).get('/api/downloads/year.csv?game=bingo&year=2025')
  const raw = { type: 'text/csv', content: text }
  const again = await admin.request('POST', '/api/admin/draws/import', { raw })
  expect(again.body).toMatchObject({ inserted: 0, unchanged: 1, refused: [] })
})
