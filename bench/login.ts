// Logins per second beside another user's reads, and the duration of wrong logins.
import autocannon from 'autocannon'
import { atLeast, atMost, type BenchServer, cookieOf, DEMO_PASSWORD, median, type Row } from './measure.ts'

const DURATION_S = 8
/** More than are hashed at the same time, but fewer than the queue refuses. */
const CONCURRENT_LOGINS = 16
/** Wrong logins per account, within the rate limit. */
const WRONG_LOGINS = 6

/** The accounts that log in. The reader uses another account, because an account keeps only its newest sessions. */
const PEOPLE = ['admin', 'pro', 'basic']

interface Login {
  email: string
  password: string
  cookie?: string
}

/** Sends a login. @returns the status and the duration in milliseconds */
async function login(
  url: string,
  { email, password, cookie }: Login,
): Promise<{ status: number; ms: number }> {
  const began = performance.now()
  const headers = { 'content-type': 'application/json', origin: url, ...(cookie && { cookie }) }
  const body = JSON.stringify({ email, password })
  const response = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - began }
}

/** The cookie of a known device, without the session cookie. */
async function deviceOf(url: string, person: string): Promise<string> {
  const cookies = await cookieOf(url, person)
  return cookies.split('; ').find((cookie) => cookie.includes('device='))!
}

/** Correct logins from known devices a second. */
export async function loginsPerSecond(url: string, seconds: number): Promise<number> {
  const devices = await Promise.all(PEOPLE.map((person) => deviceOf(url, person)))
  const end = performance.now() + seconds * 1000
  let done = 0
  const keepLoggingIn = async (i: number) => {
    const person = PEOPLE[i % PEOPLE.length]!
    const cookie = devices[i % PEOPLE.length]!
    while (performance.now() < end) {
      const { status } = await login(url, { email: `${person}@lotto.test`, password: DEMO_PASSWORD, cookie })
      if (status !== 200) throw new Error(`a login was answered with ${status}`)
      done++
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_LOGINS }, (_, i) => keepLoggingIn(i)))
  return done / seconds
}

/**
 * Measures correct logins from known devices with concurrent reads, then the duration of wrong logins for e-mails with
 * and without an account.
 */
export async function measureLogin({ url }: BenchServer): Promise<Row[]> {
  const reader = await cookieOf(url, 'free')
  const reads = autocannon({
    url: `${url}/api/days/today`,
    headers: { cookie: reader },
    connections: 4,
    overallRate: 200,
    duration: DURATION_S,
    workers: 1,
  })
  const perSecond = await loginsPerSecond(url, DURATION_S)
  const { latency, errors, non2xx } = await reads
  if (errors + non2xx > 0) throw new Error('reads failed beside logins')
  const difference = await differenceOfWrong(url)
  return [
    atLeast('Logins', perSecond, 50, '/s'),
    atMost('Reads beside logins, p99', latency.p99, 100, 'ms', 0),
    atMost('Wrong logins, known and unknown e-mail: medians differ by', difference, 10, 'ms'),
  ]
}

/** The difference, in milliseconds, of the median durations for e-mails with and without an account. */
async function differenceOfWrong(url: string): Promise<number> {
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let i = 0; i < WRONG_LOGINS; i++)
    for (const person of PEOPLE) {
      const password = 'not the right one'
      known.push((await login(url, { email: `${person}@lotto.test`, password })).ms)
      unknown.push((await login(url, { email: `${person}${i}@example.com`, password })).ms)
    }
  return Math.abs(median(known) - median(unknown))
}
