// What every refusal looks like.
import { expect } from 'vitest'
import { ERRORS } from '../../src/domain/errors.ts'
import type { Answer } from './test-server.ts'

/** Words of our insides: nobody outside reads them. */
const INSIDES =
  /node_modules|\bat [\w.]+ \(|\.ts:\d|\.js:\d|drizzle|postgres|\bselect \b|insert into|update "|syntax error|zod|hono/i

/** Checks that an answer is problem+json, says what it is in one sentence and tells nothing of our insides. */
export function expectProblem(answer: Answer<any>, what = ''): void {
  if (answer.headers.get('content-type')?.startsWith('text/plain')) return expectSentence(answer, what)
  expect([what, answer.status, answer.headers.get('content-type')]).toEqual([
    what,
    answer.body.status,
    'application/problem+json; charset=utf-8',
  ])
  const { status, code, title, fields, requestId, ...more } = answer.body
  expect(more).toEqual({})
  expect(ERRORS[code as keyof typeof ERRORS]?.status).toBe(status)
  expect(title).toMatch(/\S/)
  for (const sentence of Object.values(fields ?? {})) expect(sentence).toMatch(/\S/)
  expect(requestId).toBe(answer.headers.get('x-request-id'))
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.text).not.toMatch(INSIDES)
}

/** The form of the one call whose refusals the specification shows to people: a plain sentence. */
function expectSentence({ text, headers }: Answer, what: string): void {
  expect([what, text]).toEqual([what, expect.stringMatching(/^[^\n{}<>]{10,160}$/)])
  expect(text).not.toMatch(INSIDES)
  expect(headers.get('cache-control')).toBe('private, no-store')
}

/** The same, and that it is the caller's fault. */
export function expectRefused(answer: Answer<any>, what = ''): void {
  expectProblem(answer, what)
  expect([what, answer.status]).toEqual([what, expect.toSatisfy((status) => status >= 400 && status < 500)])
}
