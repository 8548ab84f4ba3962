// Logins against one process while somebody else reads, and how long wrong ones take.
import autocannon from 'autocannon'
import { atLeast, atMost, type BenchServer, cookieOf, DEMO_PASSWORD, median, type Row } from './measure.ts'

const SECONDS = 8
/** Logins under way at a time: more than are hashed at once, fewer than are told that we are busy. */
const AT_ONCE = 16
/** Wrong logins for each account: no more are answered than the limits allow. */
const WRONG = 6

/** Those who log in. The reader is somebody else, because only the newest sessions of a person stay. */
const PEOPLE = ['admin', 'pro', 'basic']

interface Login {
  email: string
  password: string
  cookie?: string
}

/** Sends a login. @returns the status and how long it took, in milliseconds */
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

/** The note that makes the browser a known device, without the session beside it. */
async function deviceOf(url: string, person: string): Promise<string> {
  const cookies = await cookieOf(url, person)
  return cookies.split('; ').find((cookie) => cookie.includes('device='))!
}

/**
 * Right logins of known devices for some seconds, with reads beside them; then how long wrong ones take with an e-mail
 * that has an account and with one that has none.
 */
export async function measureLogin({ url }: BenchServer): Promise<Row[]> {
  const reader = await cookieOf(url, 'free')
  const devices = await Promise.all(PEOPLE.map((person) => deviceOf(url, person)))
  const reads = autocannon({
    url: `${url}/api/days/today`,
    headers: { cookie: reader },
    connections: 4,
    overallRate: 200,
    duration: SECONDS,
    workers: 1,
  })
  const end = performance.now() + SECONDS * 1000
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
  await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => keepLoggingIn(i)))
  const { latency, errors, non2xx } = await reads
  if (errors + non2xx > 0) throw new Error('reads failed beside logins')
  const difference = await differenceOfWrong(url)
  return [
    atLeast('Logins', done / SECONDS, 50, '/s'),
    atMost('Reads beside logins, p99', latency.p99, 100, 'ms', 0),
    atMost('Wrong logins, known and unknown e-mail: medians differ by', difference, 10, 'ms'),
  ]
}

/** By how many milliseconds the medians of wrong logins differ, between e-mails with an account and without. */
async function differenceOfWrong(url: string): Promise<number> {
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let i = 0; i < WRONG; i++)
    for (const person of PEOPLE) {
      const password = 'not the right one'
      known.push((await login(url, { email: `${person}@lotto.test`, password })).ms)
      unknown.push((await login(url, { email: `${person}${i}@example.com`, password })).ms)
    }
  return Math.abs(median(known) - median(unknown))
}
