import { expect, test } from 'vitest'
import { FRIDAY, pushServer, TUESDAY } from '../../../../tests/support/push-server.ts'
import { turnOn } from '../../../../tests/support/push.ts'
import { newPerson } from '../../../../tests/support/people.ts'

const { server, admin, setClock, subscribed, record, texts } = pushServer()

const ENTRY = { bet: 'two_sure', numbers: '1-2', stake: '100', game: 'gold', from: TUESDAY, notify: true }
const WON = 'Your two sure came in Gold: ₦24,000 at Premier’s prices | 1 - 2 - 3 - 4 - 5'
const RESULT = 'New result: Gold, Tue 17 Mar | 1 - 2 - 3 - 4 - 5'

test('a saved ticket that won replaces the news of the result, and a correction replaces it', async () => {
  const { visitor } = await subscribed()
  await visitor.post('/api/slip', ENTRY)
  const other = await subscribed()
  await other.visitor.post('/api/slip', { ...ENTRY, notify: false })
  const id = await record({ date: TUESDAY })
  expect((await texts()).sort()).toEqual([RESULT, WON])
  const body = { version: 1, date: TUESDAY, winning: [1, 9, 3, 4, 5], reason: 'typed wrongly' }
  await admin().request('PUT', `/api/admin/draws/${id}`, { body })
  await server().runJobs()
  const correction = 'Corrected: Gold, Tue 17 Mar | winning 1 - 9 - 3 - 4 - 5, was 1 - 2 - 3 - 4 - 5'
  expect((await texts()).slice(2)).toEqual([correction, correction])
})

test('watched numbers that came are notified of, a ticket without a win is not', async () => {
  const { visitor } = await subscribed()
  // Before Gold closes, because any game begins with the draws that are open.
  await setClock(`${TUESDAY} 09:00`)
  await visitor.post('/api/slip', { ...ENTRY, bet: 'watch', numbers: '3 60', game: '' })
  // After the players became Pro.
  await setClock(`${TUESDAY} 10:01`)
  const other = await subscribed()
  await other.visitor.post('/api/slip', { ...ENTRY, numbers: '1 60' })
  await record({ date: TUESDAY })
  expect((await texts()).sort()).toEqual([RESULT, 'Your 3 came in Gold | 1 - 2 - 3 - 4 - 5'])
})

test('who follows a game for the own numbers hears of every entry that came, and of nothing else', async () => {
  const { visitor } = await subscribed()
  await visitor.request('PUT', '/api/follows/gold', { body: { following: 'mine' } })
  await record({ date: TUESDAY })
  expect(await texts()).toEqual([])
  await visitor.post('/api/slip', { ...ENTRY, from: FRIDAY, notify: false })
  await setClock(`${FRIDAY} 16:00`)
  await record({ date: FRIDAY })
  expect(await texts()).toEqual([WON])
})

test('players of other plans get none', async () => {
  const { visitor } = await newPerson(server())
  await visitor.post('/api/slip', ENTRY)
  const subscription = await turnOn(server(), visitor).catch(() => null)
  await record({ date: TUESDAY })
  expect([subscription, await texts()]).toEqual([null, []])
})
