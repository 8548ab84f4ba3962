import { expect, test } from 'vitest'
import {
  actionsOf,
  AUDIT_GROUPS,
  AUDIT_SENTENCES,
  auditSentence,
  DELETED_ACTOR,
  DELETED_SUBJECT,
  subjectName,
} from './audit.ts'

const names = { 'draw:12': 'Diamond of Mon 2 Oct 2023', 'user:7f': 'Ngozi (ngozi@example.com)' }

test.each([
  ['draw.record', 'draw:12', 'entered Diamond of Mon 2 Oct 2023'],
  ['user.promote', 'user:7f', 'made Ngozi (ngozi@example.com) an admin'],
  ['payment.settle', 'payment:lf-1', 'settled payment lf-1'],
  ['draws.import', 'draws', 'imported draws'],
  ['something.newer', 'thing:1', 'something.newer thing:1'],
  ['toString', 'thing:1', 'toString thing:1'],
])('%s of %s reads "%s"', (action, subject, text) => {
  expect(auditSentence(action, subject, names)).toBe(text)
})

test('a name with a replacement pattern of String.replace stays as typed', () => {
  expect(auditSentence('user.add', 'user:1', { 'user:1': "$& $1 $'" })).toBe("added $& $1 $'")
})

test('an erased account has no name', () => {
  expect([DELETED_SUBJECT, DELETED_ACTOR]).toEqual(['a user (now deleted)', 'Deleted user'])
})

test('a subject without a name is what follows its colon', () => {
  expect(subjectName('draw:13', names)).toBe('13')
  expect(subjectName('desk', names)).toBe('desk')
})

test('every sentence is a few words in the past tense, and each group has a heading', () => {
  const sentences = Object.values(AUDIT_SENTENCES)
  expect(sentences.filter((text) => !/^[a-z]+(ed|ve|se|de|nt|et|ew|ld) .*[a-z}]$/.test(text))).toEqual([])
  expect(AUDIT_GROUPS.filter(([, heading]) => !/^[A-Z][a-z, ]+$/.test(heading))).toEqual([])
})

test('the filter lists the actions of a group with a dash in place of the subject', () => {
  expect(actionsOf('grant')).toEqual([['grant.give', 'granted plan time to …']])
  expect(actionsOf('draw').map(([action]) => action)).toContain('draws.import')
})

test('every action is in exactly one group of the filter', () => {
  const grouped = AUDIT_GROUPS.flatMap(([prefix]) => actionsOf(prefix).map(([action]) => action))
  expect(grouped.toSorted()).toEqual(Object.keys(AUDIT_SENTENCES).toSorted())
})
