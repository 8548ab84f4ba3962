import { describe, expect, test } from 'vitest'
import { instantAt, type LagosDate } from '../base/calendar.ts'
import { dueAlarmMails } from './alarms.ts'

describe('mails about open alarms', () => {
  const at = (time: string) => {
    const [date, clock] = time.split(' ') as [LagosDate, string]
    const [hours, minutes] = clock.split(':').map(Number)
    return instantAt(date, hours! * 60 + minutes!)
  }
  const monday = (clock: string) => at(`2026-11-23 ${clock}`)
  const tuesday = (clock: string) => at(`2026-11-24 ${clock}`)
  const none = { raised: [], daily: [] }

  test.each<[string, (number | null)[], number, ReturnType<typeof dueAlarmMails>]>([
    ['no alarm', [], monday('09:00'), none],
    ['a new one', [null], monday('03:00'), { raised: [[1]], daily: [] }],
    ['two new ones', [null, null], monday('03:00'), { raised: [[1], [2]], daily: [] }],
    ['five new ones', Array(5).fill(null), monday('03:00'), { raised: [[1], [2], [3], [4], [5]], daily: [] }],
    ['six new ones', Array(6).fill(null), monday('03:00'), { raised: [[1, 2, 3, 4, 5, 6]], daily: [] }],
    ['mailed a minute ago', [monday('09:00')], monday('09:01'), none],
    ['mailed before eight, the same day', [monday('07:00')], monday('23:59'), none],
    ['mailed late the day before, at night', [monday('23:50')], tuesday('07:59'), none],
    ['mailed late the day before, at eight', [monday('23:50')], tuesday('08:00'), { raised: [], daily: [1] }],
    ['not mailed for days', [monday('09:00')], at('2026-11-30 15:00'), { raised: [], daily: [1] }],
    [
      'yesterday’s, today’s and a new one',
      [monday('09:00'), tuesday('02:00'), null],
      tuesday('08:00'),
      { raised: [[3]], daily: [1, 2] },
    ],
  ])('%s', (_, mailed, now, due) => {
    const open = mailed.map((mailedAt, i) => ({ id: i + 1, mailedAt }))
    expect(dueAlarmMails(open, now)).toEqual(due)
  })
})
