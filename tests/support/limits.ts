// What the tests of rate limits expect.
import { expect } from 'vitest'
import { expectRefused } from './refusals.ts'
import type { Answer, TestServer, Visitor } from './test-server.ts'

/** The number of answers by status. */
export function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** @param instead the alternative that the message offers */
export function expectTooMany(answer: Answer<any>, longest: number, instead = ''): void {
  expectRefused(answer)
  expect([answer.status, answer.body.code]).toEqual([429, 'too-many'])
  const [, before, after] = /^(.*) in (?:a minute|\d+ (?:minutes|hours))(.*)$/.exec(answer.body.title)!
  expect([before, after]).toEqual(['Too many tries. Please try again', `${instead}.`])
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(longest)
}

/** A visitor at a given address. */
export function visitorAt(address: string, on: TestServer): Visitor {
  const visitor = on.anonymous()
  visitor.address = address
  return visitor
}

/** A request with a link's token that does not exist: it counts against the visitor's address. */
export const badToken = (visitor: Visitor, headers: Record<string, string> = {}) =>
  visitor.post('/api/auth/verify-email', { token: 'no token' }, { headers })
