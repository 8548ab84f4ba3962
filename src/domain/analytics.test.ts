import { describe, expect, test } from 'vitest'
import { mayBeSent, measurementBody } from './analytics.ts'
import { parseDate } from './calendar.ts'

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
  const body = (usages: Parameters<typeof measurementBody>[3]) =>
    measurementBody('12.34', parseDate('2026-11-22')!, 'https://lotto.example', usages)

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
    const usages = [
      { event: 'view', page: 'overview', plan: 'free' },
      { event: 'install', page: 'overview', plan: 'free' },
    ] as const
    expect(body(usages).events.map(({ name }) => name)).toEqual(['page_view', 'pwa_install'])
  })
})
