import { describe, expect, test } from 'vitest'
import { usagePage, usageSource } from './usage.ts'

const OWN = 'https://lotto.example'

test.each([
  [null, 'direct'],
  ['', 'direct'],
  ['not an address', 'direct'],
  ['https://lotto.example/dashboard?game=king', 'own'],
  ['https://lotto.example.evil.example/', 'site'],
  ['http://lotto.example/', 'site'],
  ['https://www.google.com.ng/', 'search'],
  ['https://duckduckgo.com/', 'search'],
  ['https://l.facebook.com/', 'social'],
  ['https://t.co/x', 'social'],
  ['https://web.whatsapp.com/', 'messenger'],
  ['https://t.me/lotto', 'messenger'],
  ['android-app://com.whatsapp/', 'messenger'],
  ['https://notgoogle.example/', 'site'],
  ['https://vortex.com/', 'site'],
])('the source of %s is %s', (referrer, source) => {
  expect(usageSource(referrer, OWN)).toBe(source)
})

describe('usagePage', () => {
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
    ['/d/day/2026-03-16', 'publicDay'],
    ['/methods/luck', 'method'],
  ])('%s is %s, without its subject', (path, page) => {
    expect(usagePage(path)).toBe(page)
  })

  test.each(['/admin', '/admin/', '/admin/users', '/nothing', '/dashboard/number/7/8', '/d/day/x/y', '//'])(
    '%s is no page of players',
    (path) => {
      expect(usagePage(path)).toBe(null)
    },
  )
})
