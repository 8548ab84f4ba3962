import { once } from 'node:events'
import { connect } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { expectProblem } from '../support/refusals.ts'
import { lockTable } from '../support/table-lock.ts'
import { type Answer, testServer, type TestServer, type Visitor } from '../support/test-server.ts'
import { waitFor } from '../support/wait.ts'

// More work than the process can do: it answers what it can, and refuses the rest early with 503 and Retry-After.
const server = testServer({
  settings: { METRICS_TOKEN: 'wr8Kq2ZxN4tB7vLm', LOG_LEVEL: 'warn' },
  standIns: true,
  refusesEarly: true,
})

function expectRefused(answer: Answer): void {
  expectProblem(answer as Answer<any>)
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(10)
}

/** Sends many requests on one connection without waiting for answers. @returns the statuses */
async function pipelined({ url }: TestServer, visitor: Visitor, path: string, count: number) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nCookie: ${cookie}\r\n`
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`${head}\r\n`.repeat(count - 1) + `${head}Connection: close\r\n\r\n`)
  let text = ''
  socket.on('data', (data) => (text += data.toString('latin1')))
  await once(socket, 'close')
  return Array.from(text.matchAll(/^HTTP\/1\.1 (\d+) /gm), ([, status]) => Number(status))
}

test('DB-04: requests that wait for a table occupy no connection of the sessions', async () => {
  const pro = await server().as('pro')
  // The first answer builds the whole history, which would outlast the wait for a connection.
  expect((await pro.get('/api/getResults')).status).toBe(200)
  const lock = await lockTable(server(), 'payments')
  let slowAnswers = 0
  const slow = Array.from({ length: 20 }, async () => {
    const answer = await pro.get('/api/payments')
    slowAnswers++
    return answer
  })
  // All connections of the pool that requests share.
  await lock.untilWaiting(10)
  for (const path of '/readyz /api/me /api/getResults /api/days/today /dashboard/frequent-numbers'.split(' '))
    expect([path, (await pro.get(path)).status]).toEqual([path, 200])
  expect(slowAnswers).toBe(0)
  await lock.release()
  for (const answer of await Promise.all(slow)) if (answer.status !== 200) expectRefused(answer)
})

test('a statement that gets no connection is refused before the slow statements end', async () => {
  const pro = await server().as('pro')
  const lock = await lockTable(server(), 'payments')
  const slow = Array.from({ length: 10 }, () => pro.get('/api/payments'))
  await lock.untilWaiting(10)
  // It needs a connection of the shared pool, but not the locked table.
  expectRefused(await pro.get('/api/profile'))
  const page = await pro.get('/dashboard/profile', { headers: { accept: 'text/html' } })
  expect(page.text.match(/This part did not load. Reload the page/g)).toHaveLength(1)
  await lock.untilWaiting(10)
  await lock.release()
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200))
})

test('requests that cannot start are refused, while checks of the process are answered', async () => {
  const pro = await server().as('pro')
  const lock = await lockTable(server(), 'sessions')
  const waiting = Array.from({ length: 60 }, () => pro.get('/api/me'))
  await lock.untilWaiting(1)
  const refused = await Promise.all(Array.from({ length: 20 }, () => pro.get('/api/me')))
  for (const answer of refused) expectRefused(answer)
  const page = await pro.get('/dashboard', { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(page.text).toContain('<p>We are not ready right now. Please try again in a moment.</p>')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect((await server().anonymous().get('/healthz')).status).toBe(200)
  await lock.release()
  await Promise.all(waiting)

  const metrics = await server()
    .anonymous()
    .get('/metrics', { headers: { authorization: 'Bearer wr8Kq2ZxN4tB7vLm' } })
  expect(Number(/^lotto_requests_refused_total (\d+)$/m.exec(metrics.text)![1])).toBeGreaterThan(0)
  await waitFor('the refusals are logged', () =>
    server().logs.some(({ msg }) => msg === 'requests were refused because the server is overloaded'),
  )
  expect((await pro.get('/api/me')).status).toBe(200)
})

test('LOAD-01: a flood of pages is refused in part; payments in progress and webhooks beside it are not', async () => {
  const pro = await server().as('pro')
  const statuses = async () => {
    const flood = Array.from({ length: 20 }, () => pipelined(server(), pro, '/dashboard/past-results', 60))
    const important = Array.from({ length: 20 }, async () => [
      (await pro.get('/api/payments/0000000000000000000000000000000000')).status,
      (await pro.post('/api/webhooks/paystack', {})).status,
    ])
    const answers = await Promise.all([Promise.all(important), Promise.all(flood)])
    return answers.map((some) => [...new Set(some.flat())].toSorted((a, b) => a - b))
  }
  // The important requests reach their handlers, which refuse a reference that does not exist and a signature that is
  // missing. In one line with the flood they would always be refused; a busy machine may refuse one without that.
  await waitFor('only pages are refused', async () =>
    isDeepStrictEqual(await statuses(), [
      [401, 404],
      [200, 503],
    ]),
  )
  await waitFor('the server answers as before', async () => (await pro.get('/api/me')).status === 200)
})
