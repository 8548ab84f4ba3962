import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ACCOUNT_MESSAGES } from '../access/messages.ts'
import { ATTACKS } from '../access/rate-limits.ts'
import { errorFetching, noDocument, noResultFor } from '../../../draws/rules/day-facts.ts'
import {
  ERRORS,
  FREQUENT_MESSAGES,
  isNotice,
  MESSAGES,
  NOTICES,
  serverError,
  PREDICTION_MESSAGES,
} from './messages.ts'
import { GOOGLE_MESSAGES, googleOtherMethod, googleSignUpText } from '../../../people/rules/google.ts'
import { initError, NOT_OPENED, PAYMENT_MESSAGES } from '../../../money/rules/payments.ts'
import { paymentAnswer, PAYMENT_OUTCOMES, OUTCOMES } from '../../../money/rules/payment-outcomes.ts'
import { CONTROL_FIGURES, controlLine } from '../../../operation/rules/metrics/control-room.ts'
import { SWEEP_STEPS } from '../../../operation/rules/metrics/sweep-steps.ts'
import { ALARM_KINDS, ALARMS, alarmSubject } from '../alarms/alarms.ts'
import { STAFF_MESSAGES } from '../access/staff-messages.ts'
import { CHECK_MESSAGES } from '../access/visitor-check.ts'
import { VOUCHER_MESSAGES } from '../../../money/rules/vouchers.ts'

/** The texts that the specification quotes, word for word. */
const SPECIFIED: readonly string[] = JSON.parse(
  readFileSync(new URL('./fixtures/specified-texts.json', import.meta.url), 'utf8'),
)

describe('the specification has every text of', () => {
  test.each([
    ['the ways in', ACCOUNT_MESSAGES],
    ['the players’ screens', MESSAGES],
    ['Frequent Numbers', FREQUENT_MESSAGES],
    ['Prediction', PREDICTION_MESSAGES],
    ['the staff screens', STAFF_MESSAGES],
    ['the payment', PAYMENT_MESSAGES],
    ['the Google sign-in', GOOGLE_MESSAGES],
  ])('%s', (_, texts) => {
    expect(Object.values(texts).filter((text) => !SPECIFIED.includes(text))).toEqual([])
  })

  test('the notice after the sign-up', () => {
    expect(SPECIFIED).toContain(NOTICES['verification-sent'].text)
  })

  test('messages with a value', () => {
    const patterns = [
      serverError('{status}' as never),
      initError('{status}' as never, '{text}'),
      noResultFor('{weekday}'),
      noDocument('{month_year}'),
      errorFetching('{message}'),
      googleOtherMethod('{method}'),
    ]
    expect(patterns.filter((pattern) => !SPECIFIED.includes(pattern))).toEqual([])
    expect(SPECIFIED.some((text) => googleSignUpText('failed')!.startsWith(text))).toBe(true)
  })
})

test('the answer without a session has the specification’s words', () => {
  expect(ERRORS['not-signed-in']).toEqual({ status: 401, title: MESSAGES.notSignedIn })
})

const SENTENCE = /^[A-Z].*[^ ].*[.?]$/

test('every error has a different sentence and an HTTP error status', () => {
  const errors = Object.entries(ERRORS)
  for (const [code, { status, title }] of errors) {
    if (code !== 'not-signed-in') expect(title).toMatch(SENTENCE)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
  }
  expect(new Set(errors.map(([, { title }]) => title)).size).toBe(errors.length)
})

test('every notice, alarm and refusal is a sentence', () => {
  const sentences = [...Object.values(NOTICES).map(({ text }) => text), ...Object.values(ALARMS), NOT_OPENED]
  expect(sentences.filter((text) => !SENTENCE.test(text))).toEqual([])
})

// `npx vitest run messages -u` writes the new sentences, and their review sees the difference.
test('the sentences of errors, notices and alarms are those that were decided', async () => {
  const tables: Record<string, string | object>[] = [
    ...[ERRORS, NOTICES, CHECK_MESSAGES, VOUCHER_MESSAGES, ATTACKS, ALARMS, SWEEP_STEPS],
    Object.fromEntries(ALARM_KINDS.map((kind) => [kind, alarmSubject([kind])])),
    Object.fromEntries(
      CONTROL_FIGURES.map((figure) => [figure, [controlLine(figure).name, controlLine(figure).does]]),
    ),
    OUTCOMES,
    Object.fromEntries(
      PAYMENT_OUTCOMES.map((outcome) => [outcome, paymentAnswer({ outcome, period: null, createdAt: 0 }, 0)]),
    ),
  ]
  const lines = tables.flatMap((table) =>
    Object.entries(table).map(
      ([name, said]) =>
        `${name}: ${typeof said === 'string' ? said : Object.values(said).join(' ').trim()}\n`,
    ),
  )
  await expect(lines.join('')).toMatchFileSnapshot('messages.txt')
})

test('a notice is known by its name, and good or bad', () => {
  expect(Object.keys(NOTICES).filter((name) => !isNotice(name))).toEqual([])
  expect(['', 'toString', 'Verified'].filter(isNotice)).toEqual([])
})

test('each outcome of a payment and each password attack has its own words', () => {
  expect(Object.keys(OUTCOMES).toSorted()).toEqual([...PAYMENT_OUTCOMES].toSorted())
  for (const texts of [Object.values(OUTCOMES), Object.values(ATTACKS)]) {
    expect(texts.filter((text) => !/^[A-Z][a-z].*[a-z]$/.test(text))).toEqual([])
    expect(new Set(texts).size).toBe(texts.length)
  }
})
