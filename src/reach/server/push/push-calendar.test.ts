import { expect, test } from 'vitest'
import { received, turnOn } from '../../../../tests/support/push.ts'
import { FRIDAY, pushServer } from '../../../../tests/support/push-server.ts'

const { server, admin, proPerson, texts } = pushServer()

test('followers of a game hear of a change of its calendar, and of a holiday once', async () => {
  const { visitor } = await proPerson()
  await turnOn(server(), visitor, { games: ['gold', 'metro'] })
  await turnOn(server(), (await proPerson()).visitor, { games: ['bonanza'] })
  const { games } = (await admin().get(`/api/admin/calendar?date=${FRIDAY}`)).body
  const told = games.flatMap(({ key, players }: { key: string; players: number }) =>
    players > 0 ? [[key, players]] : [],
  )
  expect(told.toSorted()).toEqual([
    ['bonanza', 1],
    ['gold', 1],
    ['metro', 1],
  ])
  const change = {
    game: 'gold',
    kind: 'time',
    date: FRIDAY,
    time: '16:45',
    reason: 'The machine',
    seen: null,
  }
  const { id } = (await admin().post('/api/admin/calendar', change)).body
  await server().runJobs()
  expect((await admin().post(`/api/admin/calendar/${id}/undo`, {})).status).toBe(200)
  await server().runJobs()
  await admin().post('/api/admin/calendar/holidays', { date: FRIDAY, reason: 'Eid' })
  await server().runJobs()
  expect(await texts()).toEqual([
    'Gold: Fri 20 Mar, 16:45 | It was 15:30. The machine',
    'Gold: Fri 20 Mar, 15:30 | It was 16:45. The change was undone.',
    'No draws on Fri 20 Mar | Eid',
    'No draws on Fri 20 Mar | Eid',
  ])
  const [first] = await received(server())
  expect(first!.path).toBe(`/dashboard/draw/gold.${FRIDAY}`)
})
