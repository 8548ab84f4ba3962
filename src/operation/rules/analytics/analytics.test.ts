import { describe, expect, test } from 'vitest'
import { analyticsPage, mayBeSent, measurementBody } from './analytics.ts'
import { parseDate } from '../../../platform/rules/base/calendar.ts'

test.each([
  ['without an answer', undefined, false],
  ['after a refusal', { given: false, at: 50 }, false],
  ['after an agreement', { given: true, at: 50 }, true],
  ['at the moment of an agreement', { given: true, at: 100 }, true],
  ['before an agreement', { given: true, at: 101 }, false],
])('an event %s', (_, choice, expected) => {
  expect(mayBeSent(choice, 100)).toBe(expected)
})

describe('measurementBody', () => {
  const body = (events: Parameters<typeof measurementBody>[3]) =>
    measurementBody('12.34', parseDate('2026-11-22')!, 'https://lotto.example', events)

  test('names the kind of page, not its subject, and the day as the session', () => {
    expect(body([{ event: 'view', page: 'publicForecast', plan: 'pro' }])).toEqual({
      client_id: '12.34',
      consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
      events: [
        {
          name: 'page_view',
          params: {
            page_location: 'https://lotto.example/record/:forecast',
            plan: 'pro',
            session_id: '20261122',
            engagement_time_msec: 100,
          },
        },
      ],
    })
  })

  test('keeps the order of several events', () => {
    const events = [
      { event: 'view', page: 'overview', plan: 'free' },
      { event: 'install', page: 'overview', plan: 'free' },
    ] as const
    expect(body(events).events.map(({ name }) => name)).toEqual(['page_view', 'pwa_install'])
  })
})

describe('analyticsPage', () => {
  test.each([
    ['/login', 'login'],
    ['/login/', 'login'],
    ['/', 'start'],
    ['/dashboard', 'overview'],
    ['/dashboard/prediction', 'prediction'],
    ['/dashboard/number/7', 'number'],
    ['/record', 'record'],
    ['/record/check', 'recordCheck'],
    ['/record/17', 'publicForecast'],
    ['/d/AbCd', 'publicDraw'],
    ['/methods/luck', 'method'],
    ['/results', 'results'],
    ['/results/bingo', 'resultsOf'],
    ['/results/bingo/2026', 'gameYear'],
  ])('%s is %s, without its subject', (path, page) => {
    expect(analyticsPage(path)).toBe(page)
  })

  test.each(['/admin', '/admin/', '/admin/users', '/nothing', '/dashboard/number/7/8', '/d/day/x/y', '//'])(
    '%s is no page of players',
    (path) => {
      expect(analyticsPage(path)).toBe(null)
    },
  )
})
