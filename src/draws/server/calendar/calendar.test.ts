import { describe, expect, test } from 'vitest'
import { addDays, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { lateAlert } from '../../../../tests/support/late-alert.ts'
import { contentsOf } from '../../../../tests/support/database.ts'
import { ledgerServer } from '../../../../tests/support/ledger-days.ts'
import { instant } from '../../../../tests/support/predictions.ts'
import { readRecord } from '../../../../tests/support/record.ts'
import { statusesOf } from '../../../../tests/support/test-server.ts'

// Monday 08:00: Diamond closes today at 09:30 and on Thursday at 15:30.
const { server, admin, pro, setClock, publish, detail, day, thursday, record, added } = ledgerServer()

const change = (body: object) =>
  admin().post('/api/admin/calendar', {
    game: 'diamond',
    kind: 'time',
    reason: 'The machine',
    seen: null,
    ...body,
  })
const holiday = (body: object) => admin().post('/api/admin/calendar/holidays', { reason: 'Eid', ...body })
const undo = (id: number) => admin().post(`/api/admin/calendar/${id}/undo`, {})
const week = async () => (await admin().get(`/api/admin/calendar?date=${day()}`)).body
const onDay = async (date: LagosDate, key = 'diamond') =>
  (await pro().get(`/api/days/${date}`)).body.games.find((game: any) => game.key === key)
/** The newest entries of the audit trail about the calendar. */
const audited = async (count: number) =>
  (
    await server()
      .rows`select action, subject, details #- '{old,at}' #- '{old,id}' as details from audit where action like 'calendar.%' order by id desc limit ${count}`
  )
    .toReversed()
    .map(({ action, subject, details }) => [action, subject, details])
const friday = () => addDays(day(), 4)

describe('another time', () => {
  test('holds for players, the countdown and open forecasts, and is reversed', async () => {
    const { id } = (await publish({ date: day() })).body
    const answer = await change({ date: day(), time: '20:15' })
    expect(answer.status).toBe(201)
    const late = instant(day(), '20:15')
    expect(await onDay(day())).toMatchObject({
      schedule: { closesAt: late },
      note: { kind: 'time', reason: 'The machine', close: 570 },
    })
    expect((await detail(id)).forecast.closesAt).toBe(late)
    expect((await pro().get('/api/overview')).body.next.name).not.toBe('Diamond')
    expect((await week()).changes).toMatchObject([{ name: 'Diamond', kind: 'time', by: 'Ada Admin' }])
    expect((await undo(answer.body.id)).status).toBe(200)
    expect(await onDay(day())).toMatchObject({ schedule: { closesAt: instant(day(), '09:30') }, note: null })
    expect((await detail(id)).forecast.closesAt).toBe(instant(day(), '09:30'))
    expect((await undo(answer.body.id)).status, 'again').toBe(200)
    const reason = 'The machine'
    const entry = { kind: 'time', date: day(), toDate: null, close: 1215 }
    expect(await audited(2)).toEqual([
      ['calendar.change', 'game:diamond', { new: entry, reason }],
      ['calendar.undo', 'game:diamond', { old: { ...entry, reason }, reason }],
    ])
  })

  test('that is earlier locks what is published from then on, and the log has it for that day alone', async () => {
    const { id } = (await publish({ date: day() })).body
    await change({ date: day(), time: '09:00' })
    expect((await detail(id)).lock).toBe(instant(day(), '09:15'))
    const late = (await publish({ date: day(), numbers: '1,2' })).body
    expect((await detail(late.id)).lock).toBe(instant(day(), '08:45'))
    const slots = added((await readRecord(server())).rows).flatMap(({ leaf }) => {
      const { kind, close, from } = JSON.parse(leaf)
      return kind === 'slot' ? [[close, from]] : []
    })
    expect(slots.slice(-2)).toEqual([
      ['09:00', day()],
      ['09:30', addDays(day(), 7)],
    ])
  })
})

test('a moved draw takes its forecasts with it, and its result scores them', async () => {
  const { id } = (await publish({ date: thursday() })).body
  expect((await change({ date: thursday(), kind: 'moved', toDate: friday() })).status).toBe(201)
  expect(await onDay(thursday())).toMatchObject({
    schedule: null,
    note: { kind: 'moved-away', date: friday() },
  })
  expect(await onDay(friday())).toMatchObject({ note: { kind: 'moved-here', date: thursday() } })
  const slot = { weekday: 'friday', validFrom: addDays(day(), 1), close: 900, marginMinutes: 15 }
  const taken = await admin().post('/api/admin/games/diamond/slots', { ...slot, expectedMinutes: 30 })
  expect(taken.body.fields?.weekday ?? taken.text).toMatch(
    /^Diamond has a moved draw on Fri \d+ \w+ \d{4}\. Undo that in the calendar first\.$/,
  )
  expect((await detail(id)).forecast.closesAt).toBe(instant(friday(), '15:30'))
  const second = (await publish({ date: friday(), numbers: '1,2' })).body
  expect((await detail(second.id)).forecast.date).toBe(thursday())
  const drawPage = async (date: LagosDate) => (await pro().get(`/api/draws/diamond.${date}`)).body
  expect(await drawPage(thursday())).toMatchObject({ movedTo: friday(), note: { reason: 'The machine' } })
  expect((await drawPage(friday())).forecasts.length).toBe(2)
  await setClock(friday(), '16:00')
  await record(undefined, friday())
  const { standing } = await readRecord(server())
  expect([id, second.id].map((one) => standing(one)!.state)).toEqual(['scored', 'scored'])
})

test('a cancelled draw is neither due nor late, and voids its forecasts at its close', async () => {
  const { id } = (await publish({ date: day() })).body
  await change({ date: day(), kind: 'cancelled' })
  expect(await onDay(day())).toMatchObject({ schedule: null, draw: null, note: { kind: 'cancelled' } })
  await setClock(day(), lateAlert(5))
  await server().sweep()
  expect(await onDay(day())).toMatchObject({ draw: { state: 'no_draw' }, note: { reason: 'The machine' } })
  const { lateDraws } = (await admin().get('/api/admin/overview')).body
  expect(
    lateDraws.first.filter(({ date }: any) => date === day()).map(({ gameName }: any) => gameName),
  ).not.toContain('Diamond')
  const { standing } = await readRecord(server())
  expect(standing(id)!.state).toBe('void')
})

test('an extra draw is one of the day, with forecasts, desk and countdown', async () => {
  const saturday = addDays(day(), 5)
  expect((await change({ kind: 'extra', date: saturday, time: '11:00' })).status).toBe(201)
  expect(await onDay(saturday)).toMatchObject({
    schedule: { closesAt: instant(saturday, '11:00') },
    note: { kind: 'extra' },
  })
  // Without a week of notice its forecasts are listed and not scored.
  expect((await publish({ date: saturday })).body.inTime).toBe(false)
  const noticed = addDays(saturday, 7)
  expect((await change({ kind: 'extra', date: noticed, time: '11:00' })).status).toBe(201)
  const { id } = (await publish({ date: noticed })).body
  expect((await detail(id)).forecast.closesAt).toBe(instant(noticed, '11:00'))
  await setClock(saturday, '10:55')
  expect((await pro().get('/api/overview')).body.next).toMatchObject({ name: 'Diamond' })
  const desk = (await admin().get(`/api/admin/desk?date=${saturday}`)).body
  expect(desk.games.find(({ key }: any) => key === 'diamond').schedule).not.toBeNull()
})

test('a holiday ends every draw that has not closed, and one game can draw after all', async () => {
  await setClock(day(), '10:00')
  const { status, body } = await holiday({ date: day() })
  expect(status).toBe(201)
  const { games } = (await pro().get(`/api/days/${day()}`)).body
  const drawing = games.filter(({ schedule }: any) => schedule).map(({ key }: any) => key)
  expect(drawing).toEqual(['diamond'])
  expect(games.filter(({ note }: any) => note?.kind === 'holiday').length).toBe(5)
  expect((await holiday({ date: day() })).body).toEqual(body)
  expect((await holiday({ date: day(), reason: 'Christmas' })).status).toBe(400)
  expect(
    (await change({ game: 'bingo', kind: 'extra', date: day(), time: '15:30', seen: body.id })).status,
  ).toBe(201)
  expect((await onDay(day(), 'bingo')).schedule.closesAt).toBe(instant(day(), '15:30'))
  expect((await undo(body.id)).status).toBe(200)
  expect((await onDay(day(), 'metro')).schedule).not.toBeNull()
  const whole = { kind: 'holiday', date: day(), toDate: null, close: null }
  expect(await audited(3)).toEqual([
    ['calendar.holiday', 'games', { new: whole, reason: 'Eid' }],
    [
      'calendar.change',
      'game:bingo',
      { new: { ...whole, kind: 'extra', close: 930 }, reason: 'The machine' },
    ],
    ['calendar.holiday-undo', 'games', { old: { ...whole, reason: 'Eid' }, reason: 'Eid' }],
  ])
})

describe('staff', () => {
  test('who act at once do not lose a change', async () => {
    const answers = await Promise.all(['20:15', '21:15'].map((time) => change({ date: thursday(), time })))
    expect(statusesOf(answers)).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)!.body.title).toBe(
      'Another user changed this draw meanwhile. Look at it again first.',
    )
    const { id } = answers.find(({ status }) => status === 201)!.body
    expect((await change({ date: thursday(), time: '22:00', seen: id })).status).toBe(201)
  })

  test('who send a change twice make one', async () => {
    const first = await change({ date: thursday(), time: '20:15' })
    const before = await contentsOf(server())
    expect((await change({ date: thursday(), time: '20:15' })).body).toEqual(first.body)
    expect(await contentsOf(server())).toEqual(before)
  })

  test.each<[string, object, string, string]>([
    ['a taken day', { kind: 'extra', time: '20:00' }, 'date', 'Diamond already draws on'],
    ['no reason', { time: '20:00', reason: ' ' }, 'reason', 'Give the reason. Players see it.'],
  ])('who give %s read what is wrong at the field', async (_, body, field, sentence) => {
    const before = await contentsOf(server())
    const answer = await change({ date: thursday(), ...body })
    expect(answer.status).toBe(400)
    expect(answer.body.fields[field]).toMatch(sentence)
    expect(await contentsOf(server())).toEqual(before)
  })

  test('cannot change a draw that has a result, or reverse a change after the close', async () => {
    const { id } = (await change({ date: day(), time: '09:40' })).body
    await setClock(day(), '09:45')
    expect((await undo(id)).body.title).toMatch('Diamond would have closed by now.')
    expect((await change({ date: day(), time: '11:00', seen: id })).body.fields.date).toMatch(
      'This draw closed at 09:40.',
    )
    await record()
    expect((await change({ date: day(), time: '11:00', seen: id })).body.fields.date).toMatch('has a result')
  })

  test('move no result that is about to be published', async () => {
    await admin().post('/api/admin/draws', {
      game: 'metro',
      date: day(),
      winning: [1, 2, 3, 4, 5],
      name: 'Metro',
      undo: true,
    })
    const answer = await change({ game: 'metro', date: day(), time: '21:00' })
    expect(answer.body.fields.date).toMatch('has a result')
    expect((await holiday({ date: day() })).body.fields.date).toBe(
      'A result of Metro is about to be published on that day. Undo it first.',
    )
    const { held } = (await admin().get('/api/admin/desk')).body
    for (const { id } of held) await admin().request('DELETE', `/api/admin/held-results/${id}`)
  })
})

describe('a game', () => {
  const body = () => ({
    name: 'Mark II',
    operator: 'Premier Lotto',
    colour: 'purple',
    firstSerial: 7,
    validFrom: addDays(day(), 1),
    times: [{ weekday: 'wednesday', close: 660 }],
  })
  const add = (more: object = {}) => admin().post('/api/admin/games', { ...body(), ...more })

  test('that staff add is on every list, draws, and has its first serial number', async () => {
    expect((await add()).body).toEqual({ key: 'mark_ii' })
    const { times, ...fields } = body()
    expect(await server().trail('game:mark_ii')).toEqual([['game.add', { new: fields, times }]])
    const wednesday = addDays(day(), 2)
    expect(await onDay(wednesday, 'mark_ii')).toMatchObject({ name: 'Mark II', note: null })
    const { games } = (await pro().get('/api/history')).body
    expect(games.at(-1)).toMatchObject({ key: 'mark_ii', name: 'Mark II' })
    await setClock(wednesday, '08:00')
    const desk = (await admin().get(`/api/admin/desk?date=${wednesday}`)).body
    expect(desk.games.at(-1)).toMatchObject({ key: 'mark_ii', nextSerial: 7 })
    const [whole] = (await pro().get('/api/assistant?question=when+does+mark+ii+play')).body.suggestions
    const answer = (await pro().get(`/api/assistant?chosen=${encodeURIComponent(whole.address)}`)).body
    expect(answer.figure).toMatch('Wed 11:00')
    const before = await contentsOf(server())
    expect((await add({ validFrom: addDays(day(), 7) })).body.fields.name).toBe(
      'There is another game named Mark II.',
    )
    expect(await contentsOf(server())).toEqual(before)
  })

  test('that two members of staff add at once is added once', async () => {
    const answers = await Promise.all([0, 1].map((i) => add({ name: 'Twin', key: `twin_${i}` })))
    expect(statusesOf(answers)).toEqual([201, 409])
  })

  const twice = [660, 720].map((close) => ({ weekday: 'wednesday', close }))
  test.each<[object, string, string | RegExp]>([
    [{ name: '' }, 'name', 'Give the game a name.'],
    [{ name: '★' }, 'name', 'Use letters or digits in the name.'],
    [{ name: 'Gold 2', key: 'gold' }, 'name', 'Another game has the short name gold.'],
    [{ name: 'New', operator: '' }, 'operator', 'Name the operator.'],
    [{ name: 'New', times: [] }, 'times', 'Give the time of at least one weekday.'],
    [{ name: 'New', times: twice }, 'times', 'A game has at most one draw on a weekday.'],
    [{ name: 'New', validFrom: '2023-01-01' }, 'validFrom', /^A game starts on .* at the earliest\.$/],
  ])('with %j is refused at %s', async (more, field, text) => {
    const answer = await add(more)
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: expect.stringMatching(text) }])
  })

  test('that ends has no draws from that day, and keeps those before', async () => {
    const end = (days: number) => {
      const body = { validFrom: addDays(day(), days), reason: 'The operator' }
      return admin().post('/api/admin/games/aseda/end', body)
    }
    expect((await end(7)).status).toBe(200)
    // A second end, from an older page, would end nothing.
    expect((await end(14)).body.title).toBe('This game already ends before that day.')
    expect(await server().trail('game:aseda')).toEqual([
      ['game.end', { new: { validFrom: addDays(day(), 7) }, reason: 'The operator' }],
    ])
    const sunday = addDays(day(), 6)
    expect(await onDay(sunday, 'aseda')).toBeDefined()
    const { games } = (await admin().get(`/api/admin/calendar?date=${addDays(sunday, 7)}`)).body
    const aseda = games.find(({ key }: any) => key === 'aseda')
    expect(aseda.days.map(({ schedule }: any) => schedule)).toEqual(Array(7).fill(null))
  })
})
