import { describe, expect, test } from 'vitest'
import { RATE_LIMITS } from '../../../platform/rules/access/rate-limits.ts'
import { publicDraws } from '../../../../tests/support/public-draws.ts'
import { expectRefused } from '../../../../tests/support/refusals.ts'

const { server, admin, stranger, correct } = publicDraws()

describe('the data', () => {
  test('of one draw are its facts and its page', async () => {
    const { status, body } = await stranger().get('/api/open/results/diamond.2025-06-23')
    expect(status).toBe(200)
    expect(body).toEqual({
      terms: `${server().url}/terms`,
      page: `${server().url}/d/diamond.2025-06-23`,
      draws: [
        {
          game: 'diamond',
          name: 'Diamond',
          operator: 'Premier Lotto',
          date: '2025-06-23',
          serial: 49,
          state: 'drawn',
          winning: [20, 42, 89, 13, 49],
          machine: [6, 7, 8, 9, 10],
          sample: false,
          corrected: true,
          page: `${server().url}/d/diamond.2025-06-23`,
        },
      ],
    })
  })

  test.each([
    ['', '/results', []],
    ['/2025-06-23', '/results/2025-06-23', ['diamond 2025-06-23']],
    ['/diamond', '/results/diamond', ['diamond 2025-06-23', 'diamond 2024-06-24']],
    ['/diamond/2024', '/results/diamond/2024', ['diamond 2024-06-24']],
    ['/peoples', '/results/peoples', []],
  ])('at %j are those of %s', async (path, page, draws) => {
    const { body } = await stranger().get(`/api/open/results${path}`)
    expect(body.page).toBe(server().url + page)
    expect(body.draws.map(({ game, date }: any) => `${game} ${date}`)).toEqual(draws)
    expect((await stranger().get(page)).status).toBe(200)
  })

  test.each(
    (
      'nothing diamond/2023 diamond/x 2025-06-23/2025 diamond.2025-06-23/2025 diamond.2025-06-24 ' +
      'diamond.diamond constructor 2999-01-01 %00'
    ).split(' '),
  )('of %s do not exist', async (of) => {
    const answer = await stranger().get(`/api/open/results/${of}`)
    expectRefused(answer)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('are for scripts of every site, without a session, and kept for a minute', async () => {
    const headers = { origin: 'https://blog.example' }
    const { headers: given, text } = await admin().get('/api/open/results/diamond', { headers })
    expect(Object.fromEntries(given)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'etag,retry-after,server-time',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=60',
    })
    for (const name of ['access-control-allow-credentials', 'set-cookie', 'account', 'minimum-client'])
      expect([name, given.get(name)]).toEqual([name, null])
    // Only what may not be kept says whose it is.
    expect((await admin().get('/api/open/results/nothing')).headers.get('account')).toBe('nobody')
    const asked = await stranger().request('OPTIONS', '/api/open/results', { headers })
    expect(asked.headers.get('access-control-max-age')).toBe('86400')
    const again = await stranger().get('/api/open/results/diamond', {
      headers: { 'if-none-match': given.get('etag')! },
    })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers.get('access-control-allow-origin')).toBe('*')
    expect(text).toBe((await stranger().get('/api/open/results/diamond')).text)
    await correct(2, 48)
    expect(
      (
        await stranger().get('/api/open/results/diamond', {
          headers: { 'if-none-match': given.get('etag')! },
        })
      ).status,
    ).toBe(200)
  })

  test('may be asked with fields of a script’s own, and with no other method', async () => {
    const ask = {
      origin: 'https://blog.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'content-type',
    }
    const { status, headers } = await stranger().request('OPTIONS', '/api/open/results', { headers: ask })
    expect(status).toBe(204)
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,HEAD',
      'access-control-allow-headers': 'content-type',
    })
    expect((await stranger().post('/api/open/results')).status).toBe(405)
    expect((await stranger().request('HEAD', '/api/open/results')).status).toBe(200)
  })

  test('no other call is for scripts of other sites', async () => {
    for (const path of ['/api/site', '/api/public/results', '/api/me', '/api/openapi.json', '/results']) {
      const { headers } = await admin().get(path, { headers: { origin: 'https://blog.example' } })
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null])
      expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY'])
    }
  })

  test('are limited for each network, and the pages are not', async () => {
    const eager = server().anonymous()
    const { limits } = server().services
    for (let i = 0; i < RATE_LIMITS.otherSites.points; i++) await limits.consume('otherSites', eager.address)
    const { status, headers, body } = await eager.get('/api/open/results')
    expect([status, body.title]).toEqual([429, 'Too many requests. Please try again in a minute.'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect((await eager.get('/results')).status).toBe(200)
    expect((await stranger().get('/api/open/results')).status).toBe(200)
  })
})
