import { beforeEach, expect, test } from 'vitest'
import { addDays, parseDate } from '../../platform/rules/base/calendar.ts'
import { newPerson } from '../../../tests/support/people.ts'
import { FRIDAY, pushServer, TUESDAY } from '../../../tests/support/push-server.ts'
import { expectProblem } from '../../../tests/support/refusals.ts'
import type { Visitor } from '../../../tests/support/test-server.ts'

const { server, admin, record, subscribed, setClock, texts } = pushServer()
let player: Visitor
let uid: string

beforeEach(async () => {
  ;({ visitor: player, uid } = await newPerson(server()))
})

const TWO_SURE = { bet: 'two_sure', numbers: '41-21', stake: '100', game: 'gold', from: TUESDAY }
const save = async (entry: object = TWO_SURE, visitor = player) =>
  (await visitor.post('/api/slip', entry)).body.id as number
const slip = async () => (await player.get('/api/slip')).body

test('waits for the next draw, which judges the entry, and so does a correction', async () => {
  const id = await save({ ...TWO_SURE, once: false })
  const before = await slip()
  expect(before.waiting).toMatchObject([{ entry: id, name: 'Gold', date: TUESDAY }])
  expect(before.entries).toMatchObject([{ id, numbers: [41, 21], stake: 10_000, until: null }])
  const draw = await record({ date: TUESDAY, winning: [41, 21, 3, 4, 5] })
  const after = await slip()
  expect(after.judged).toMatchObject([
    { entry: id, came: [41, 21], isWin: true, cost: 10_000, won: 2_400_000 },
  ])
  expect([after.staked, after.back, after.unpriced]).toEqual([10_000, 2_400_000, 0])
  expect(after.waiting).toMatchObject([{ date: FRIDAY }])
  const corrected = { version: 1, date: TUESDAY, winning: [41, 20, 3, 4, 5], reason: 'typed wrongly' }
  expect((await admin().request('PUT', `/api/admin/draws/${draw}`, { body: corrected })).status).toBe(200)
  expect((await slip()).judged).toMatchObject([{ came: [41], isWin: false, won: 0 }])
})

test('the page of a draw judges it, however old it is', async () => {
  const old = '2025-01-07'
  await record({ date: old, winning: [41, 21, 3, 4, 5] })
  const id = await save({ ...TWO_SURE, from: old })
  const mine = async () => (await player.get(`/api/draws/gold.${old}`)).body.mine
  expect((await slip()).judged).toEqual([])
  expect(await mine()).toMatchObject([{ entry: id, isWin: true, won: 2_400_000 }])
  await player.request('DELETE', `/api/slip/${id}`)
  expect(await mine()).toEqual([])
})

test('the screen shows five judged entries, and the others as earlier ones', async () => {
  for (let i = 0; i < 6; i++) await save({ ...TWO_SURE, numbers: `41-${i + 1}` })
  await record({ date: TUESDAY, winning: [41, 21, 33, 44, 55] })
  const { text } = await player.get('/dashboard/slip')
  const [, newest, earlier] = /Judged<([^]*)Earlier draws<([^]*?)<\/details>/.exec(text)!
  expect([newest, earlier].map((part) => part!.match(/<li/g)!.length)).toEqual([5, 1])
})

test('any game begins with the draws that were open when it was saved', async () => {
  const { visitor } = await subscribed()
  await save({ ...TWO_SURE, game: '', from: '', once: false, notify: true }, visitor)
  const judged = async () => (await visitor.get('/api/slip')).body.judged
  // Gold closed at 9:30, half an hour before.
  await record({ date: TUESDAY, winning: [41, 21, 3, 4, 5] })
  expect(await judged()).toEqual([])
  expect((await visitor.get(`/api/draws/gold.${TUESDAY}`)).body.mine).toEqual([])
  await setClock(`${TUESDAY} 23:00`)
  await record({ game: 'jackpot', date: TUESDAY, winning: [41, 21, 3, 4, 5] })
  expect(await judged()).toMatchObject([{ game: 'jackpot', isWin: true }])
  expect((await texts()).filter((text) => text.startsWith('Your two sure came'))).toHaveLength(1)
})

test('is changed and deleted by its owner only', async () => {
  const id = await save()
  const other = (await newPerson(server())).visitor
  expectProblem(await other.request('PUT', `/api/slip/${id}`, { body: TWO_SURE }), 'not-found')
  await other.request('DELETE', `/api/slip/${id}`)
  expect((await slip()).entries).toHaveLength(1)
  const watched = { bet: 'watch', numbers: '7', game: '', notify: true }
  expect((await player.request('PUT', `/api/slip/${id}`, { body: watched })).status).toBe(200)
  expect((await slip()).entries).toMatchObject([{ id, bet: 'watch', game: null, stake: 0, notify: true }])
  expect((await player.request('DELETE', `/api/slip/${id}`)).status).toBe(200)
  expect((await slip()).entries).toEqual([])
})

test('names the field that is wrong', async () => {
  const wrong = async (entry: object) =>
    (await player.post('/api/slip', { ...TWO_SURE, ...entry })).body.fields
  expect(await wrong({ numbers: '41-91' })).toEqual({ numbers: '“91” is not a number from 1 to 90.' })
  const stake = 'Enter a stake of ₦1 to ₦100,000, without kobo.'
  expect(await wrong({ stake: '-1' })).toEqual({ stake })
  expect(await wrong({ game: 'nothing' })).toEqual({ game: 'Choose a game of the list.' })
  expect(await wrong({ from: '2199-01-01' })).toEqual({ from: 'Choose a day up to the coming year.' })
  const { fields } = (await player.post('/api/slip', { ...TWO_SURE, numbers: '1'.repeat(101) })).body
  expect(fields).toEqual({ numbers: 'At most 100 characters.' })
  const tuesday = parseDate(TUESDAY)!
  const wednesday = addDays(tuesday, 1)
  const from = 'This game has no draw then. Choose another day.'
  expect(await wrong({ from: wednesday })).toEqual({ from })
  expect(await wrong({ from: wednesday, until: addDays(tuesday, 2), once: false })).toEqual({ from })
  expect(await wrong({ from: wednesday, until: FRIDAY, once: false, stake: '-1' })).toEqual({ stake })
})

test('has at most 50 entries, also by simultaneous requests', async () => {
  const answers = await Promise.all(Array.from({ length: 55 }, () => player.post('/api/slip', TWO_SURE)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50)
  expect((await player.post('/api/slip', TWO_SURE)).body).toMatchObject({
    code: 'conflict',
    title: 'You have saved 50 entries. Delete one first.',
  })
})

test('is part of the export, and goes with the account', async () => {
  await save()
  expect((await player.get('/api/profile/data.json')).body['my slip']).toMatchObject([
    { numbers: [41, 21], bet: 'two_sure', stakeKobo: 10_000 },
  ])
  await player.request('DELETE', '/api/profile', { body: { confirm: true } })
  expect(await server().rows`select id from slip_entries where user_id = ${uid}`).toEqual([])
})

test('offers the games with their next close', async () => {
  const { games } = (await player.get('/api/slip/games')).body
  expect(games).toHaveLength(18)
  expect(games.find(({ key }: any) => key === 'diamond').closesAt).toBeGreaterThan(await server().now())
})

const pictureOf = (entry: number, visitor = player, more = '') =>
  visitor.get(`/api/slip/card/picture?entry=${entry}&game=gold&date=${TUESDAY}${more}`)

test('a picture of own numbers is for their player, and for draws in which they were', async () => {
  const id = await save()
  await record({ date: TUESDAY, winning: [41, 21, 3, 4, 5] })
  for (const more of ['', '&amount=off', '&name=on', '&shape=wide']) {
    const { status, headers } = await pictureOf(id, player, more)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('cache-control')).toBe('private, no-store')
  }
  const { visitor: other } = await newPerson(server())
  expect((await pictureOf(id, other)).body.title).toBe('These numbers were not in this draw.')
  const later = await player.get(`/api/slip/card/picture?entry=${id}&game=gold&date=${FRIDAY}`)
  expect(later.body.title).toBe('There is no such draw.')
  expectProblem(await player.get(`/api/slip/card/picture?entry=${id}&game=none&date=${TUESDAY}`), 'not-found')
})

test('numbers that are changed after the close are not kept from before it; their notification may change', async () => {
  const id = await save({ ...TWO_SURE, once: false })
  const { keptAt, savedAt } = (await slip()).entries[0]
  expect(keptAt).toBe(savedAt)
  const change = (more: object) =>
    player.request('PUT', `/api/slip/${id}`, { body: { ...TWO_SURE, once: false, ...more } })
  expect((await change({ notify: true })).status).toBe(200)
  expect((await slip()).entries[0]).toMatchObject({ notify: true, keptAt })
  for (const more of [{ numbers: '41-22' }, { stake: '5000' }]) {
    const before = (await slip()).entries[0].keptAt
    await server().rows`update slip_entries set changed_at = ${new Date(keptAt)} where id = ${id}`
    expect((await change(more)).status).toBe(200)
    expect((await slip()).entries[0].keptAt).toBeGreaterThanOrEqual(before)
    expect((await slip()).entries[0].keptAt).not.toBe(keptAt)
  }
})
