import { expect, test } from 'vitest'
import { lagosDate } from '../../platform/rules/base/calendar.ts'
import { type ReadyFacts, readyParts, readyVerdict } from './ready.ts'

/** A production that lacks nothing. */
const WHOLE: ReadyFacts = {
  appUrl: 'https://lotto.example',
  operator: { name: 'Slip & Ball Ltd', licence: 'LSLB/4' },
  contact: { email: 'help@lotto.example', whatsapp: '2348031234567' },
  mail: { isSet: true, sentAt: Date.parse('2026-11-28T04:25+01:00') },
  paystack: 'live',
  webhookAt: Date.parse('2026-11-28T04:25+01:00'),
  proxies: { expected: 1, seen: 1 },
  draws: { count: 7302, samples: false, newest: lagosDate(Date.parse('2026-11-23')) },
  games: { count: 18, withoutTime: [] },
  canNotify: true,
  withoutFactor: 0,
  figures: { backup: 3600, missingAuthorities: 0, missingCopy: 0, lotto_mail_oldest_unsent_seconds: 0 },
}
const verdictOf = (facts: Partial<ReadyFacts>) => readyVerdict(readyParts({ ...WHOLE, ...facts }))

test('a whole production can tell people', () => {
  expect(verdictOf({})).toEqual({ head: 'Ready. Tell people.', rest: '11 ready.' })
})

const PARTS: [part: string, lamp: string, facts: Partial<ReadyFacts>, text: string][] = [
  ['Name and licence', 'missing', { operator: { name: null, licence: null } }, 'would name nobody'],
  ['Name and licence', 'look', { operator: { name: 'Slip & Ball Ltd', licence: null } }, 'no licence'],
  ['Mail', 'missing', { mail: { isSet: false, sentAt: null } }, 'Set SMTP_URL'],
  ['Mail', 'look', { mail: { isSet: true, sentAt: null } }, 'accepted no mail yet'],
  ['Mail', 'missing', { figures: { ...WHOLE.figures, lotto_mail_oldest_unsent_seconds: 901 } }, 'Mails wait'],
  ['Payments', 'missing', { paystack: null }, 'No Paystack keys'],
  ['Payments', 'missing', { paystack: 'test' }, 'without moving money'],
  ['Payments', 'missing', { webhookAt: null }, 'has never arrived'],
  ['Address and proxy', 'missing', { appUrl: 'http://lotto.example' }, 'no certificate'],
  [
    'Address and proxy',
    'missing',
    { proxies: { expected: 0, seen: 1 } },
    'passed 1 proxy, but TRUSTED_PROXIES is 0',
  ],
  ['Results', 'missing', { draws: { ...WHOLE.draws, samples: true } }, 'generated draws'],
  ['Results', 'missing', { draws: { count: 0, samples: false, newest: null } }, 'no result yet'],
  ['Games and times', 'missing', { games: { count: 0, withoutTime: [] } }, 'no active game'],
  [
    'Games and times',
    'look',
    { games: { count: 18, withoutTime: ['Bob', 'Gold'] } },
    'Bob and Gold have no time',
  ],
  ['Backup', 'look', { figures: { ...WHOLE.figures, backup: null } }, 'No backup was reported'],
  ['Backup', 'look', { figures: { ...WHOLE.figures, backup: 37 * 3600 } }, 'one today'],
  ['Record of forecasts', 'look', { figures: { ...WHOLE.figures, missingAuthorities: 1 } }, 'TIMESTAMP_URLS'],
  ['Record of forecasts', 'look', { figures: { ...WHOLE.figures, missingCopy: 1 } }, 'RECORD_COPY'],
  ['Notifications', 'look', { canNotify: false }, 'VAPID_PRIVATE_KEY'],
  ['Help', 'look', { contact: { email: null, whatsapp: null } }, 'no address'],
  ['Help', 'look', { contact: { email: 'help@lotto.example', whatsapp: null } }, 'no WhatsApp number'],
  ['Help', 'ready', { contact: { email: null, whatsapp: '2348031234567' } }, 'find a WhatsApp number'],
  ['Logins of staff', 'look', { withoutFactor: 2 }, '2 of your staff log in'],
]
test.each(PARTS)('%s is %s for %o', (name, lamp, facts, text) => {
  const part = readyParts({ ...WHOLE, ...facts }).find((one) => one.name === name)!
  expect(part.lamp).toBe(lamp)
  expect(part.text).toContain(text)
  const others = readyParts({ ...WHOLE, ...facts }).filter((one) => one.name !== name)
  expect(others.every((one) => one.lamp === 'ready')).toBe(true)
})

// `npx vitest run ready -u` writes the new sentences, and their review sees the difference.
test('the sentences are those that were decided', async () => {
  const parts = [{}, ...PARTS.map(([, , facts]) => facts)].flatMap((facts) =>
    readyParts({ ...WHOLE, ...facts }),
  )
  const lines = parts.map(({ name, text, code }) => [`${name}:`, text, ...(code ? [code] : [])].join(' '))
  await expect(`${[...new Set(lines)].sort().join('\n')}\n`).toMatchFileSnapshot('ready.txt')
})

test('the head names what players cannot do, and nothing that can wait', () => {
  const backup = { ...WHOLE.figures, backup: null }
  expect(verdictOf({ paystack: null, mail: { isSet: false, sentAt: null }, figures: backup })).toEqual({
    head: '2 parts are missing. Players cannot get mail or pay yet.',
    rest: '8 ready, 1 to look at.',
  })
  expect(verdictOf({ webhookAt: null }).head).toBe('1 part is missing. Players cannot pay yet.')
  expect(verdictOf({ figures: backup })).toEqual({
    head: 'Players can use the site.',
    rest: '10 ready, 1 to look at. Then tell people.',
  })
})
