import { expect, test } from 'vitest'
import { isRight } from '../../src/platform/rules/access/staff-roles.ts'
import { z } from 'zod'
import { FOLLOWS_HEADER } from '../../src/platform/rules/offline/offline.ts'
import { drawOfDay } from '../../src/platform/rules/site/paths.ts'
import { api } from '../../src/app/server/routes.ts'
import { testServer } from '../support/test-server.ts'

/** Files, what other sites show, what the browser compares by itself, and answers about one change, one payment or one account. */
const NO_SCREEN = /open|downloads|record-head|data\.json|live|payments|plan|auth/

const server = testServer({ template: 'samples' })

// The list of calls is the server's own: a new call whose answer follows the draws must say so, or open pages show the old one.
test('every answer of players’ pages that a correction and a forecast change says that it follows the draws', async () => {
  const admin = await server().as('admin')
  const { draws } = (await admin.get('/api/admin/draws?game=metro')).body
  const { id, version, date, winning, machine } = draws[0]
  const draw = drawOfDay('metro', date)
  const { months } = (await admin.get('/api/public/record')).body
  // Before a new month begins, its forecasts are sealed and have no page.
  const forecast = months.flatMap(({ slips }: any) => slips).find(({ id }: any) => id !== null)
  const { seq } = (await admin.get('/api/history')).body
  const addresses: Record<string, string> = {
    'GET /api/numbers/:number': `/api/numbers/${winning[0]}`,
    'GET /api/days/:date': `/api/days/${date}`,
    'GET /api/paper': `/api/paper?date=${date}`,
    'GET /api/lottoDailyResults/:month_year': `/api/lottoDailyResults/${monthOf(date)}`,
    'GET /api/draws/:draw': `/api/draws/${draw}`,
    'GET /api/public/draws/:draw': `/api/public/draws/${draw}`,
    'GET /api/public/results': `/api/public/results?of=metro&year=${date.slice(0, 4)}`,
    'GET /api/public/forecasts/:forecast': `/api/public/forecasts/${forecast.id}`,
    'GET /api/predictions/:id': `/api/predictions/${forecast.id}`,
    'GET /api/results': '/api/results?game=metro',
    'GET /api/history/years/:year': `/api/history/years/${date.slice(0, 4)}`,
    'GET /api/history/changes': `/api/history/changes?since=${seq - 1}`,
    'GET /api/frequentNumbers/:game': '/api/frequentNumbers/metro',
    'GET /api/lab/:figure': '/api/lab/frequency',
    'GET /api/lab/:figure/draws': `/api/lab/frequency/draws?mark=${winning[0]}`,
    'GET /api/assistant': `/api/assistant?chosen=ask%3Dcount%26numbers%3D${winning[0]}`,
    'GET /api/ticket': `/api/ticket?bet=two_sure&numbers=${winning[0]}+${winning[1]}&stake=100&game=metro&draws=1`,
  }
  const read = async () => {
    const answers: Record<string, { text: string; follows: boolean }> = {}
    for (const [route, { access, answer }] of Object.entries(api)) {
      if (!route.startsWith('GET ') || isRight(access) || !(answer instanceof z.ZodType)) continue
      if (NO_SCREEN.test(route)) continue
      const { status, text, headers } = await admin.get(addresses[route] ?? route.slice('GET '.length))
      expect([route, status]).toEqual([route, 200])
      answers[route] = { text, follows: headers.has(FOLLOWS_HEADER) }
    }
    return answers
  }
  const before = await read()
  const put = await admin.request('PUT', `/api/admin/draws/${id}`, {
    body: { date, winning: machine, machine: winning, version, reason: 'misread' },
  })
  expect(put.status, put.text).toBe(200)
  const published = await admin.post('/api/admin/predictions', { gameName: 'Metro', numbers: '7, 14' })
  expect(published.status, published.text).toBe(201)
  const after = await read()

  const changed = Object.keys(before).filter((route) => before[route]!.text !== after[route]!.text)
  const following = Object.keys(before).filter((route) => before[route]!.follows)
  expect(changed.filter((route) => !following.includes(route))).toEqual([])
  // Each of these may change only with another draw, position, game or forecast.
  const others = new Set([
    'GET /api/history/changes',
    'GET /api/public/latest-draw',
    'GET /api/public/wall',
    'GET /api/public/forecasts/:forecast',
    'GET /api/predictions/:id',
    'GET /api/chart-result',
    'GET /api/frequentNumbers',
    'GET /api/movingNumbers',
    'GET /api/predictions/:id',
    'GET /api/lab',
    'GET /api/lab/fair',
    'GET /api/slip',
  ])
  expect(following.filter((route) => !changed.includes(route) && !others.has(route))).toEqual([])
})

/** The month of a date as the call names it. */
function monthOf(date: string): string {
  const month = new Date(`${date}T12:00:00Z`).toLocaleString('en', { month: 'long', timeZone: 'UTC' })
  return `${month.toLowerCase()}_${date.slice(0, 4)}`
}
