import { describe, expect, test } from 'vitest'
import {
  actionsOf,
  AUDIT_GROUPS,
  AUDIT_SENTENCES,
  type AuditAction,
  auditSentence,
  DELETED_ACTOR,
  DELETED_SUBJECT,
  PROGRAM_ACTOR,
  subjectName,
} from './audit.ts'

const names = {
  'draw:12': 'Diamond of Mon 23 Jun 2025',
  'prediction:3': 'Metro of Mon 23 Jun 2025',
  'game:diamond': 'Diamond',
  'game:peoples': 'Peoples',
  'game:bingo': 'Bingo',
  'payment:abc': 'the payment of Chidi (chidi@example.com)',
  'user:7f': 'Ngozi (ngozi@example.com)',
}

const DRAW = {
  game: 'diamond',
  date: '2025-06-23',
  state: 'drawn',
  serial: null,
  winning: [20, 42, 89, 13, 48],
  machine: [17, 33, 41, 34, 32],
}
const CORRECTED = { ...DRAW, winning: [20, 42, 89, 13, 49] }
const UNCONFIRMED = { ...DRAW, state: 'unconfirmed' }
const FORECAST = {
  game: 'metro',
  date: '2025-06-23',
  numbers: [36, 66],
  form: null,
  reasons: 'a',
  image: null,
}
const SLOT = { weekday: 'monday', close: 1005, expectedMinutes: 30, validFrom: '2026-03-15' }
const USER = 'user:7f'

interface Example {
  subject?: string
  old?: unknown
  new?: unknown
  more?: Record<string, unknown>
}

const sentenceOf = (action: string, { subject = USER, old = null, new: now = null, more }: Example) =>
  auditSentence({ action, subject, old, new: now, more: more ?? null }, names)

/** One entry of every kind. A new kind does not compile without a row here. */
const EXAMPLES: Record<AuditAction, [Example, string]> = {
  'draw.record': [
    { subject: 'draw:12', new: DRAW },
    'entered Diamond of Mon 23 Jun 2025: 20 - 42 - 89 - 13 - 48',
  ],
  'draw.confirm': [
    { subject: 'draw:12', old: UNCONFIRMED, new: DRAW },
    'confirmed Diamond of Mon 23 Jun 2025: 20 - 42 - 89 - 13 - 48',
  ],
  'draw.correct': [
    { subject: 'draw:12', old: DRAW, new: CORRECTED },
    'corrected Diamond of Mon 23 Jun 2025: winning 20 - 42 - 89 - 13 - 49 (was 20 - 42 - 89 - 13 - 48)',
  ],
  'draw.delete': [
    { subject: 'draw:12', old: DRAW },
    'deleted Diamond of Mon 23 Jun 2025: 20 - 42 - 89 - 13 - 48',
  ],
  'draw.restore': [
    { subject: 'draw:12', new: DRAW },
    'restored Diamond of Mon 23 Jun 2025: 20 - 42 - 89 - 13 - 48',
  ],
  'draws.import': [
    {
      subject: 'draws',
      more: { name: 'draws.csv', inserted: 1200, completed: 0, corrected: 1, refused: 0, samplesRemoved: 2 },
    },
    'imported draws: draws.csv, 1,200 new, 1 corrected, 2 samples removed',
  ],
  'samples.remove': [{ subject: 'draws', more: { removed: 8200 } }, 'removed the sample draws: 8,200 draws'],
  'desk.second-person': [
    { subject: 'desk', old: false, new: true },
    'changed the confirmation by a second person: now on',
  ],
  'game.change': [
    {
      subject: 'game:bingo',
      old: { name: 'Bingo', operator: 'Premier Lotto', active: true },
      new: { name: 'Bingo Plus', operator: 'Premier Lotto', active: false },
    },
    'changed the game Bingo: name Bingo Plus (was Bingo); played no (was yes)',
  ],
  'game.order': [
    {
      subject: 'games',
      old: ['diamond', 'peoples', 'bingo'],
      new: ['peoples', 'diamond', 'bingo'],
    },
    'changed the order of the games: Peoples is now before Diamond',
  ],
  'game.slot': [
    { subject: 'game:bingo', new: SLOT },
    'set a draw time for Bingo: Monday, closes 16:45, from Sun 15 Mar 2026',
  ],
  'game.slot-remove': [
    { subject: 'game:bingo', old: { ...SLOT, close: null } },
    'removed a draw time of Bingo: Monday, no draw, from Sun 15 Mar 2026',
  ],
  'prediction.publish': [
    { subject: 'prediction:3', new: { ...FORECAST, inTime: true } },
    'published the forecast for Metro of Mon 23 Jun 2025: 36, 66',
  ],
  'prediction.edit': [
    {
      subject: 'prediction:3',
      old: FORECAST,
      new: { ...FORECAST, numbers: [36, 67], reasons: 'b', image: 'a.webp', inTime: true },
    },
    'changed the forecast for Metro of Mon 23 Jun 2025: numbers 36, 67 (was 36, 66); new reasons; new picture',
  ],
  'prediction.withdraw': [
    { subject: 'prediction:3', old: FORECAST },
    'withdrew the forecast for Metro of Mon 23 Jun 2025: 36, 66',
  ],
  'prediction.close': [
    {
      subject: 'prediction:3',
      old: { closesAt: '2025-06-23T19:00:00.000Z' },
      new: { closesAt: '2025-06-23T18:30:00.000Z' },
    },
    'moved the close of the forecast for Metro of Mon 23 Jun 2025: closes Mon 23 Jun 2025, 19:30 (was Mon 23 Jun 2025, 20:00)',
  ],
  'image.upload': [{ subject: 'image:a.webp', more: { bytes: 1200 } }, 'uploaded a picture'],
  'payment.check': [
    { subject: 'payment:abc' },
    'checked the payment of Chidi (chidi@example.com) with Paystack',
  ],
  'payment.settle': [
    { subject: 'payment:abc', more: { userId: '7f', plan: 'pro', kobo: 150_000, source: 'webhook' } },
    'settled the payment of Chidi (chidi@example.com): Pro, ₦1,500',
  ],
  'payment.review': [
    { subject: 'payment:abc', more: { faults: ['₦1 arrived, ₦1,500 is due.'] } },
    'held the payment of Chidi (chidi@example.com) for review: ₦1 arrived, ₦1,500 is due.',
  ],
  'payment.refund': [
    { subject: 'payment:abc', more: { kobo: 150_000 } },
    'asked Paystack to refund the payment of Chidi (chidi@example.com): ₦1,500',
  ],
  'payment.take-back': [
    { subject: 'payment:abc', more: { userId: '7f', grantId: 4 } },
    'revoked the plan time of the payment of Chidi (chidi@example.com)',
  ],
  'payment.restore': [
    { subject: 'payment:abc', more: { overruled: 'refund' } },
    'restored the plan time of the payment of Chidi (chidi@example.com)',
  ],
  'payment.give-again': [
    { subject: 'payment:abc', more: { plan: 'basic', kobo: 200_000 } },
    'continued the plan time of the payment of Chidi (chidi@example.com): Basic, ₦2,000',
  ],
  'grant.give': [
    { more: { plan: 'pro', length: { days: 7 } } },
    'granted plan time to Ngozi (ngozi@example.com): Pro, 7 days',
  ],
  'days.give-back': [
    {
      subject: 'days-given-back:1',
      more: { plan: 'pro', date: '2024-03-16', days: 1, people: 12 },
    },
    'granted extra days for an outage: Pro, 1 day, for Sat 16 Mar 2024, 12 people',
  ],
  'alarm.close': [
    { subject: 'alarm:5', more: { kind: 'refund-failed', reference: 'abc' } },
    'closed an alarm: A refund did not go through.',
  ],
  'plan.choose': [{ more: { plan: 'free' } }, 'chose the Free plan'],
  'user.add': [{ new: { role: 'admin' } }, 'added Ngozi (ngozi@example.com): role admin'],
  'user.promote': [
    { old: { role: 'user' }, new: { role: 'admin' } },
    'made Ngozi (ngozi@example.com) an admin',
  ],
  'user.demote': [
    { old: { role: 'admin' }, new: { role: 'user' }, more: { sessionsEnded: 2 } },
    'removed the admin rights of Ngozi (ngozi@example.com)',
  ],
  'user.end-sessions': [{ more: { ended: 1 } }, 'ended the sessions of Ngozi (ngozi@example.com): 1 session'],
  'user.second-factor-reset': [{}, 'reset the second factor of Ngozi (ngozi@example.com)'],
  'user.proof-mail': [
    { more: { kind: 'claim' } },
    'sent Ngozi (ngozi@example.com) a link to verify the email address',
  ],
  'user.delete': [{ old: { role: 'user' } }, 'deleted a user'],
  'account.age-confirmed': [{}, 'confirmed being 18 or older'],
  'account.password': [{}, 'changed the password'],
  'account.password-reset': [{}, 'set a new password through a mailed link'],
  'account.google-linked': [{}, 'linked Google'],
  'account.google-unlinked': [{}, 'unlinked Google'],
  'account.second-factor-added': [{}, 'turned on the second factor'],
  'account.second-factor-removed': [{}, 'turned off the second factor'],
  'account.recovery-codes': [{}, 'created new recovery codes'],
  'account.recovery-code-used': [{}, 'used a recovery code'],
  'account.session-ended': [{}, 'ended one of their sessions'],
  'account.sessions-ended': [{}, 'ended all their other sessions'],
  'account.delete': [{}, 'deleted their account'],
  'audit.expire': [
    { subject: 'audit', more: { entries: 1, before: '2025-01-01T00:00:00.000Z' } },
    'deleted audit entries older than a year: 1 entry',
  ],
}

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
      'a draw that a second person must enter without seeing the numbers',
      'draw.record',
      { subject: 'draw:12', new: UNCONFIRMED },
      'entered Diamond of Mon 23 Jun 2025: waits for a second person',
    ],
    [
      'a correction that a second person must confirm',
      'draw.correct',
      { subject: 'draw:12', old: DRAW, new: { ...CORRECTED, state: 'unconfirmed' } },
      'corrected Diamond of Mon 23 Jun 2025: waits for a second person',
    ],
    [
      'machine numbers that came later, and a serial number',
      'draw.correct',
      { subject: 'draw:12', old: { ...DRAW, machine: [] }, new: { ...DRAW, serial: 49 } },
      'corrected Diamond of Mon 23 Jun 2025: serial 49 (was none); machine 17 - 33 - 41 - 34 - 32 (was none)',
    ],
    [
      'a setting that is off',
      'desk.second-person',
      { subject: 'desk', old: true, new: false },
      'changed the confirmation by a second person: now off',
    ],
    [
      'an order without a single move',
      'game.order',
      { subject: 'games', old: ['diamond', 'peoples', 'bingo'], new: ['peoples', 'bingo', 'diamond'] },
      'changed the order of the games',
    ],
    [
      'an unchanged order',
      'game.order',
      { subject: 'games', old: ['diamond', 'peoples'], new: ['diamond', 'peoples'] },
      'changed the order of the games',
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
    expect(subjectName(subject, names)).toBe(text)
  })

  test('an erased account is called deleted', () => {
    expect([DELETED_SUBJECT, DELETED_ACTOR, PROGRAM_ACTOR]).toEqual([
      'a user (now deleted)',
      'A deleted user',
      'A program',
    ])
  })
})

test.each(['something.newer', 'toString'])('the action %s of another release has a sentence', (action) => {
  expect(sentenceOf(action, {})).toBe('made a change that this release cannot describe')
})

test('a name with a replacement pattern of String.replace stays as typed', () => {
  const entry = { action: 'user.promote', subject: 'user:1', old: null, new: null, more: null }
  expect(auditSentence(entry, { 'user:1': "$& $1 $'" })).toBe("made $& $1 $' an admin")
})

test('every sentence is a few words in the past tense, and each group has a heading', () => {
  const sentences = Object.values(AUDIT_SENTENCES).map(({ did }) => did)
  expect(sentences.filter((text) => !/^[a-z]+(ed|ve|se|de|nt|et|ew|ld) .*[a-z}]$/.test(text))).toEqual([])
  expect(AUDIT_GROUPS.filter(([, heading]) => !/^[A-Z][a-z, ]+$/.test(heading))).toEqual([])
})

test('the filter lists the actions of a group with an ellipsis in place of the subject', () => {
  expect(actionsOf('grant')).toEqual([['grant.give', 'granted plan time to …']])
  expect(actionsOf('draw').map(([action]) => action)).toContain('draws.import')
})

test('every action is in exactly one group of the filter', () => {
  const grouped = AUDIT_GROUPS.flatMap(([prefix]) => actionsOf(prefix).map(([action]) => action))
  expect(grouped.toSorted()).toEqual(Object.keys(AUDIT_SENTENCES).toSorted())
})
