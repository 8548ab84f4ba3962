import { beforeAll, expect, test } from 'vitest'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { addDays, instantAt, lagosDate } from '../../../platform/rules/base/calendar.ts'
import type { LabAnswer } from '../../rules/lab/figure.ts'

const server = testServer()
let admin: Visitor
let pro: Visitor
let began: number

beforeAll(async () => {
  admin = await server().as('admin')
  pro = await server().as('pro')
  began = await server().now()
})

const nextDay = (days: number) =>
  server().services.clock.setOffset(instantAt(addDays(lagosDate(began), days), 5) - Date.now())
const record = (date: string, winning: number[]) =>
  admin.post('/api/admin/draws', { game: 'diamond', date, winning })
const rows = () =>
  server()
    .rows`select date::text, figure, draws, late, corrected, state from proof_days where figure = 'frequency' order by date`
const sentences = async () => (await pro.get<LabAnswer>('/api/lab/frequency')).body.sentences

test('each day keeps what the proofs told, and later and corrected draws are counted', async () => {
  expect((await record('2023-10-03', [1, 2, 3, 4, 5])).status).toBe(201)
  nextDay(1)
  await server().sweep()
  await server().sweep()
  expect(await rows()).toMatchObject([{ draws: 1, late: 0, corrected: 0, state: 'nothing-unusual' }])
  expect((await sentences()).slice(-3)).toEqual([
    'Nothing unusual: a fair lottery looks like this.',
    'Nothing is proved: the evidence is far below what we ask for.',
    'Counted since 1 October 2023: 1 draw.',
  ])

  // The session of a member of staff has ended.
  admin = await server().as('admin')
  const late = await record('2023-10-10', [6, 7, 8, 9, 10])
  expect(late.status).toBe(201)
  const corrected = await admin.request('PUT', `/api/admin/draws/${late.body.id}`, {
    body: { date: '2023-10-10', winning: [6, 7, 8, 9, 11], version: 1, reason: 'A typing error' },
  })
  expect(corrected.status).toBe(200)
  nextDay(2)
  await server().sweep()
  expect(await rows()).toHaveLength(2)
  expect((await rows())[1]).toMatchObject({ draws: 2, late: 1, corrected: 1 })
  expect((await sentences()).at(-1)).toBe(
    'Counted since 1 October 2023: 2 draws. 1 was added late, 1 corrected.',
  )
})

test('a day that was shown stays, and a figure that was unusual says when', async () => {
  await expect(server().rows`update proof_days set state = 'unusual'`).rejects.toThrow(/Failed query/)
  await server().rows`insert into proof_days (date, figure, at, draws, log_e, state, late, corrected)
    values ('2024-05-03', 'frequency', now(), 9, 7, 'unusual', 0, 0), ('2024-05-05', 'frequency', now(), 9, 7, 'unusual', 0, 0)`
  const former = 'It was unusual from 3 May 2024 to 5 May 2024. It no longer is.'
  expect((await sentences()).at(-1)).toBe(former)
  const { sentences: all, proofs } = (await pro.get('/api/lab/fair')).body
  expect(all[1]).toBe('Counted since 1 October 2023: 2 draws. 1 was added late, 1 corrected.')
  expect(proofs[0]).toMatchObject({ figure: 'frequency', state: 'nothing-unusual', notes: [former] })
})
