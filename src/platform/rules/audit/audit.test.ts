import { describe, expect, test } from 'vitest'
import {
  actionsOf,
  AUDIT_GROUPS,
  AUDIT_SENTENCES,
  auditSentence,
  DELETED_ACTOR,
  PROGRAM_ACTOR,
} from './audit.ts'
import { DRAW, type Example, EXAMPLES, NAMES, USER } from './fixtures/audit-examples.ts'

const sentenceOf = (action: string, { subject = USER, old = null, new: now = null, more }: Example) =>
  auditSentence({ action, subject, old, new: now, more: more ?? null }, NAMES)

test.each(Object.entries(EXAMPLES))('%s has a sentence', (action, [entry, text]) => {
  expect(sentenceOf(action, entry)).toBe(text)
})

describe('the values of a sentence', () => {
  test.each<[string, string, Example, string]>([
    [
      'no draw',
      'draw.record',
      { subject: 'draw:12', new: { ...DRAW, state: 'no_draw', winning: [], machine: [] } },
      'entered Diamond of Mon 23 Jun 2025: no draw',
    ],
    [
      'machine numbers that came later, and a serial number',
      'draw.correct',
      { subject: 'draw:12', old: { ...DRAW, machine: [] }, new: { ...DRAW, serial: 49 } },
      'corrected Diamond of Mon 23 Jun 2025: serial 49 (was none); machine 17 - 33 - 41 - 34 - 32 (was none)',
    ],
    [
      'days of an outage',
      'grant.give',
      { more: { plan: 'pro', days: 2, givenBackId: 1 } },
      'granted plan time to Ngozi (ngozi@example.com): Pro, 2 days',
    ],
    [
      'a year',
      'grant.give',
      { more: { plan: 'basic', length: { months: 12 } } },
      'granted plan time to Ngozi (ngozi@example.com): Basic, 12 months',
    ],
    [
      'an import that changed nothing visible',
      'draws.import',
      { subject: 'draws', more: { name: 'pasted', inserted: 0, refused: 3 } },
      'imported draws: pasted, 3 refused',
    ],
  ])('%s', (_, action, entry, text) => {
    expect(sentenceOf(action, entry)).toBe(text)
  })

  test.each(Object.keys(EXAMPLES))(
    '%s keeps its sentence when an older release wrote other values',
    (action) => {
      for (const odd of [null, 7, 'x', [], {}, { state: 7, winning: 'x', numbers: 'x', validFrom: {} }]) {
        const text = sentenceOf(action, { old: odd, new: odd, more: { days: 'x', people: {}, faults: 'x' } })
        expect(text).toMatch(/^[a-z]/)
        expect(text).not.toMatch(/undefined|null|object|NaN|[{}[\]]/)
      }
    },
  )
})

describe('a subject without a name', () => {
  test.each([
    ['draw:13', 'a draw that no longer exists'],
    ['prediction:13', 'a draw that no longer exists'],
    ['game:gone', 'a game that no longer exists'],
    ['payment:zzz', 'an unknown payment'],
    ['user:zzz', 'an unknown user'],
    ['thing:1', 'something that no longer exists'],
    ['desk', 'something that no longer exists'],
  ])('%s is %s', (subject, text) => {
    expect(sentenceOf('game.end', { subject })).toBe(`ended the game ${text}`)
  })
})

test.each(['something.newer', 'toString'])('the action %s of another release has a sentence', (action) => {
  expect(sentenceOf(action, {})).toBe('made a change that this release cannot describe')
})

test('a name with a replacement pattern of String.replace stays as typed', () => {
  const entry = { action: 'user.promote', subject: 'user:1', old: null, new: null, more: null }
  expect(auditSentence(entry, { 'user:1': "$& $1 $'" })).toBe("made $& $1 $' an admin")
})

test('the filter lists the actions of a group with an ellipsis in place of the subject', () => {
  expect(actionsOf('grant')).toEqual([
    ['grant.give', 'granted plan time to …'],
    ['grant.revoke', 'revoked plan time of …'],
  ])
  expect(actionsOf('draw').map(([action]) => action)).toContain('draws.import')
})

test('every action is in exactly one group of the filter', () => {
  const grouped = AUDIT_GROUPS.flatMap(([prefix]) => actionsOf(prefix).map(([action]) => action))
  expect(grouped.toSorted()).toEqual(Object.keys(AUDIT_SENTENCES).toSorted())
})

test('the actors without a name', () => {
  expect([DELETED_ACTOR, PROGRAM_ACTOR]).toEqual(['A deleted user', 'The system'])
})
