// The form of every refusal.
import { expect } from 'vitest'
import { ERRORS } from '../../src/platform/rules/base/messages.ts'
import type { Answer } from './test-server.ts'

/** Internals that no answer may show. */
const INTERNALS =
  /node_modules|\bat [\w.]+ \(|\.ts:\d|\.js:\d|drizzle|postgres|\bselect \b|insert into|update "|syntax error|zod|hono/i

/** Checks that an answer is problem+json with a title and without internals. */
export function expectProblem(answer: Answer<any>, what = ''): void {
  if (answer.headers.get('content-type')?.startsWith('text/plain')) return expectSentence(answer, what)
  expect(answer.status, what).toEqual(answer.body.status)
  expect(answer.headers.get('content-type'), what).toBe('application/problem+json; charset=utf-8')
  const { status, code, title, fields, requestId, ...more } = answer.body
  expect(more).toEqual({})
  expect(ERRORS[code as keyof typeof ERRORS]?.status).toBe(status)
  expect(title).toMatch(/\S/)
  for (const sentence of Object.values(fields ?? {})) expect(sentence).toMatch(/\S/)
  expect(requestId).toBe(answer.headers.get('x-request-id'))
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.text).not.toMatch(INTERNALS)
}

/** The form of the one call whose refusals are shown to people: a plain sentence, by the specification. */
function expectSentence({ text, headers }: Answer, what: string): void {
  expect([what, text]).toEqual([what, expect.stringMatching(/^[^\n{}<>]{10,160}$/)])
  expect(text).not.toMatch(INTERNALS)
  expect(headers.get('cache-control')).toBe('private, no-store')
}

/** Checks the same, and that the status is 4xx. */
export function expectRefused(answer: Answer<any>, what = ''): void {
  expectProblem(answer, what)
  expect([what, answer.status]).toEqual([what, expect.toSatisfy((status) => status >= 400 && status < 500)])
}
