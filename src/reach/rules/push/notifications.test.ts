import { describe, expect, test } from 'vitest'
import { HOUR, instantAt, type LagosDate, parseClock } from '../../../platform/rules/base/calendar.ts'
import { seedGames } from '../../../draws/rules/games.ts'
import { type DueMessage, drawNotification, planDelivery, staleAt } from './notifications.ts'

const at = (text: string) => {
  const [date, time] = text.split(' ') as [LagosDate, string]
  return instantAt(date, parseClock(time)!)
}
const hours = (from: string, until: string) => ({ from: parseClock(from)!, until: parseClock(until)! })

describe('quiet hours', () => {
  const night = hours('22:00', '06:00')
  const noon = hours('12:00', '14:00')
  test.each([
    [night, '2026-03-17 21:59', null],
    [night, '2026-03-17 22:00', '2026-03-18 06:00'],
    [night, '2026-03-17 23:59', '2026-03-18 06:00'],
    [night, '2026-03-18 00:00', '2026-03-18 06:00'],
    [night, '2026-03-18 05:59', '2026-03-18 06:00'],
    [night, '2026-03-18 06:00', null],
    [night, '2026-12-31 23:00', '2027-01-01 06:00'],
    [noon, '2026-03-17 11:59', null],
    [noon, '2026-03-17 12:00', '2026-03-17 14:00'],
    [noon, '2026-03-17 13:59', '2026-03-17 14:00'],
    [noon, '2026-03-17 14:00', null],
    [hours('00:00', '06:00'), '2026-03-17 23:59', null],
    [hours('00:00', '06:00'), '2026-03-18 00:00', '2026-03-18 06:00'],
    [hours('22:00', '00:00'), '2026-03-17 23:59', '2026-03-18 00:00'],
    [hours('22:00', '00:00'), '2026-03-18 00:00', null],
    [null, '2026-03-17 23:00', null],
  ])('%o at %s end at %s', (quiet, now, end) => {
    expect(planDelivery([], quiet, at(now)).until).toBe(end === null ? null : at(end))
  })

  test('are Lagos hours: UTC 21:30 is 22:30', () => {
    expect(planDelivery([], night, Date.parse('2026-03-17T21:30Z')).until).toBe(
      Date.parse('2026-03-18T05:00Z'),
    )
  })
})

describe('a result is no news any more', () => {
  const games = seedGames('2020-01-01' as LagosDate)
  const game = (key: string) => games.find((one) => one.key === key)!
  test.each([
    // Gold draws on Tuesdays at 9:30 and on Fridays at 15:30, Aseda on Sundays at 18:25.
    ['gold', '2026-03-17', '2026-03-20 15:30'],
    ['gold', '2026-03-20', '2026-03-24 09:30'],
    ['aseda', '2026-03-15', '2026-03-22 18:25'],
  ])('%s of %s: %s', (key, date, end) => {
    expect(staleAt(game(key), date as LagosDate)).toBe(at(end))
  })

  test('without draw times after the following day', () => {
    expect(staleAt({ slots: [] }, '2026-03-17' as LagosDate)).toBe(at('2026-03-19 00:00'))
  })
})

describe('the text of a draw', () => {
  const news = {
    name: 'Gold',
    date: '2026-03-17' as LagosDate,
    state: 'drawn' as const,
    winning: [1, 2, 3, 4, 5],
    machine: [],
    removed: false,
    changes: [],
    sample: false,
  }
  test.each([
    [{}, 'New result: Gold, Tue 17 Mar', '1 - 2 - 3 - 4 - 5'],
    [{ sample: true }, 'New result: Gold, Tue 17 Mar (sample)', '1 - 2 - 3 - 4 - 5'],
    [{ state: 'no_draw' as const, winning: [] }, 'No draw: Gold, Tue 17 Mar', ''],
    [
      { changes: [{ what: 'winning', old: '1 - 2', new: '1 - 3' }] },
      'Corrected: Gold, Tue 17 Mar',
      'winning 1 - 3, was 1 - 2',
    ],
  ])('%o', (more, title, body) => {
    expect(drawNotification({ ...news, ...more }, '/x')).toEqual({ title, body, path: '/x' })
  })
})

describe('what is due on a device', () => {
  const now = at('2026-03-17 23:00')
  const message = (tag: string, more: Partial<DueMessage> = {}): DueMessage => ({
    tag,
    title: `New result: ${tag}`,
    body: '1 - 2',
    path: `/${tag}`,
    expiresAt: now + HOUR,
    urgent: false,
    held: false,
    ...more,
  })
  const night = hours('22:00', '06:00')
  const sent = (due: DueMessage[], quiet = null as typeof night | null) =>
    planDelivery(due, quiet, now).send.map(({ text }) => text.title)

  test('is sent separately up to three messages, and then as one summary', () => {
    const due = ['a', 'b', 'c', 'd'].map((tag) => message(tag))
    expect(sent(due.slice(0, 3))).toEqual(['New result: a', 'New result: b', 'New result: c'])
    const [{ text, messages }] = planDelivery(due, null, now).send as [any]
    expect(text.title).toBe('4 results')
    expect(text.body.split('\n')[0]).toBe('New result: a: 1 - 2')
    expect(messages).toEqual(due)
  })

  test('is one summary after quiet hours, but a single message stays itself', () => {
    expect(sent([message('a', { held: true }), message('b')])).toEqual(['2 results'])
    expect(sent([message('a', { held: true })])).toEqual(['New result: a'])
  })

  test('names eight results of many, and has no colon where numbers are missing', () => {
    const due = Array.from({ length: 10 }, (_, i) => message(`g${i}`, { body: '' }))
    const { body } = planDelivery(due, null, now).send[0]!.text
    expect(body.split('\n')).toEqual([...due.slice(0, 8).map(({ title }) => title), 'and 2 more'])
  })

  test('is held in quiet hours, except for what is urgent', () => {
    const [late, result] = [message('late', { urgent: true }), message('a')]
    const plan = planDelivery([late, result], night, now)
    expect(plan).toMatchObject({ hold: [result], until: at('2026-03-18 06:00'), drop: [] })
    expect(plan.send.map(({ messages }) => messages)).toEqual([[late]])
  })

  test('is dropped when it is no news any more, also in quiet hours', () => {
    const old = message('a', { expiresAt: now })
    for (const quiet of [night, null])
      expect(planDelivery([old], quiet, now)).toMatchObject({ drop: [old], hold: [], send: [] })
  })

  test('keeps urgent messages out of a summary', () => {
    const due = [
      message('late', { urgent: true }),
      message('a', { held: true }),
      message('b', { held: true }),
    ]
    expect(sent(due)).toEqual(['New result: late', '2 results'])
  })
})
