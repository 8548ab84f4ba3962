import { expect, test } from 'vitest'
import { predictionServer } from '../../../tests/support/predictions.ts'
import type { Visitor } from '../../../tests/support/test-server.ts'

const { server, admin, pro, setClock, publish, withdraw } = predictionServer({ keepsLedger: true })

/** A Monday on which Diamond closes at 09:30. */
const MONDAY = '2023-10-02'
const ADDRESS = `/api/draws/diamond.${MONDAY}`
const forecastsFor = async (visitor: Visitor, address = ADDRESS) =>
  (await visitor.get(address)).body.forecasts

test('the page of a draw has its forecasts: the numbers with Pro, and for everyone after the close', async () => {
  await setClock('2023-10-01', '18:00')
  const { body } = await publish({ numbers: '42, 81', date: MONDAY, form: 'two_sure' })
  const free = await server().as('free')
  const place = { nth: 1, of: 1, covered: null, stamps: [] }
  const sealed = { id: body.id, form: 'two sure', publishedAt: expect.any(Number), place, numbers: null }
  await expect.poll(() => forecastsFor(free)).toEqual([sealed])
  expect((await free.get(`/dashboard/draw/diamond.${MONDAY}`)).text).not.toMatch(/\b81\b/)
  expect(await forecastsFor(pro())).toEqual([{ ...sealed, numbers: [42, 81] }])
  expect(await forecastsFor(pro(), '/api/draws/peoples.2023-10-02')).toEqual([])
  // A visitor of the public page has no forecast in any state.
  const address = `/api/public/draws/diamond.${MONDAY}`
  expect((await server().anonymous().get(address)).body).not.toHaveProperty('forecasts')

  expect((await free.post('/api/profile/break', { days: 1 })).status).toBe(200)
  expect(await forecastsFor(free)).toEqual([])
  const basic = await server().as('basic')
  await setClock(MONDAY, '09:31')
  const open = { ...sealed, numbers: [42, 81], place: { ...place, covered: 2 } }
  expect(await forecastsFor(basic)).toEqual([open])
  const draw = { game: 'diamond', date: MONDAY, winning: [42, 1, 2, 3, 4] }
  expect((await admin().post('/api/admin/draws', draw)).status).toBe(201)
  expect((await basic.get(ADDRESS)).body).toMatchObject({
    draw: { winning: [42, 1, 2, 3, 4] },
    forecasts: [open],
  })
})

test('a withdrawn forecast is not on the page of its draw', async () => {
  await setClock('2023-10-03', '18:00')
  const { body } = await publish({ numbers: '5, 6', date: '2023-10-05', form: 'two_sure' })
  // The page shows the log as far as the server has read it, which is a moment behind the commit.
  const shown = () => forecastsFor(pro(), '/api/draws/diamond.2023-10-05')
  await expect.poll(shown).toHaveLength(1)
  const { version } = (await admin().get(`/api/admin/predictions/${body.id}`)).body
  expect((await withdraw(body.id, { version, reason: 'a mistake' })).status).toBe(200)
  await expect.poll(shown).toEqual([])
})
