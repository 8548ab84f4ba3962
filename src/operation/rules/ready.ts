// The screen "Ready for players": each part of production, what it means for players, and what to do about it.
import {
  formatDate,
  formatDuration,
  formatInstant,
  type LagosDate,
  MINUTE,
  SECOND,
} from '../../platform/rules/base/calendar.ts'
import { formatCount, inList } from '../../platform/rules/base/words.ts'
import { STAFF_PATHS } from '../../platform/rules/access/staff.ts'
import { type ControlFigure, isRed } from './metrics/control-room.ts'

/** `missing`: players miss it. `look`: it works, or can wait until people are told. */
export const LAMPS = ['ready', 'look', 'missing'] as const
/** The parts that a button tests. */
export const TESTED = ['mail', 'payments', 'address', 'record', 'notifications'] as const
export type Tested = (typeof TESTED)[number]

/** What the server knows of its production. Instants in milliseconds. */
export interface ReadyFacts {
  appUrl: string
  operator: { name: string | null; licence: string | null }
  contact: { email: string | null; whatsapp: string | null }
  /** Whether a mail server is set, and when it last accepted a mail. */
  mail: { isSet: boolean; sentAt: number | null }
  /** The mode of the Paystack keys; null without keys. */
  paystack: 'live' | 'test' | null
  /** When Paystack's webhook arrived last. */
  webhookAt: number | null
  /** Proxies in front of the server by its settings, and those that this request passed. */
  proxies: { expected: number; seen: number }
  draws: { count: number; samples: boolean; newest: LagosDate | null }
  /** The active games, and the names of those without a time in the week. */
  games: { count: number; withoutTime: string[] }
  canNotify: boolean
  /** Staff without a second step of the login. */
  withoutFactor: number
  /** The values of the control room, which has the limits. */
  figures: Partial<Record<ControlFigure, number | null>>
}

export interface Part {
  name: string
  /** What players cannot do without it; null if it can wait until people are told. */
  use: string | null
  lamp: (typeof LAMPS)[number]
  text: string
  /** What to copy. */
  code?: string
  link?: { to: string; text: string }
  test?: Tested
}

type State = Pick<Part, 'lamp' | 'text' | 'code'>
const ready = (text: string): State => ({ lamp: 'ready', text })
const look = (text: string): State => ({ lamp: 'look', text })
const missing = (text: string, code?: string): State => ({ lamp: 'missing', text, ...(code && { code }) })

/** The parts in the order of the screen: first those without which nobody can use the site. */
export function readyParts(facts: ReadyFacts): Part[] {
  return [
    { name: 'Name and licence', use: 'sign up', ...business(facts), link: CONTACT },
    { name: 'Mail', use: 'get mail', ...mail(facts), test: 'mail' },
    { name: 'Payments', use: 'pay', ...payments(facts), test: 'payments' },
    { name: 'Address and proxy', use: 'log in safely', ...address(facts), test: 'address' },
    { name: 'Results', use: 'see real results', ...results(facts), link: DESK },
    { name: 'Games and times', use: 'see when draws close', ...times(facts), link: GAMES },
    { name: 'Backup', use: null, ...backup(facts) },
    { name: 'Record of forecasts', use: null, ...record(facts), test: 'record' },
    { name: 'Notifications', use: null, ...notifications(facts), test: 'notifications' },
    { name: 'Help', use: null, ...help(facts), link: CONTACT },
    { name: 'Logins of staff', use: null, ...logins(facts), link: STAFF },
  ]
}

const CONTACT = { to: STAFF_PATHS.talk, text: 'Change' }
const DESK = { to: STAFF_PATHS.results, text: 'Open the desk' }
const GAMES = { to: STAFF_PATHS.games, text: 'Open Games' }
const STAFF = { to: STAFF_PATHS.users, text: 'Open Users' }

function business({ operator: { name, licence } }: ReadyFacts): State {
  if (!name)
    return missing(
      'Terms and privacy would name nobody, so nobody can sign up. Enter the name of your business.',
    )
  return licence
    ? ready(`Terms and privacy name ${name}, ${licence}.`)
    : look(`Terms and privacy name ${name}, and no licence. Enter it if you have one.`)
}

function payments({ paystack, webhookAt, appUrl }: ReadyFacts): State {
  if (!paystack) return missing('No Paystack keys are set, so no plan can be bought.')
  if (paystack === 'test')
    return missing('The Paystack keys are test keys: they sell plans without moving money.')
  return webhookAt === null
    ? missing(
        'Paystack’s webhook has never arrived, so plans start late. In Paystack, open Settings, API Keys & Webhooks, and enter this address:',
        `${appUrl}/api/paystack/webhook`,
      )
    : ready(`Live keys are set. The webhook last arrived on ${formatInstant(webhookAt)}.`)
}

function address({ appUrl, proxies: { expected, seen } }: ReadyFacts): State {
  const [, protocol, host] = /^(https?):\/\/(.*)$/.exec(appUrl) ?? []
  if (seen !== expected)
    return missing(
      `Your request passed ${proxiesOf(seen)}, but TRUSTED_PROXIES is ${expected}. All players would share the limits of one address.`,
    )
  return protocol === 'https'
    ? ready(`${host}. Requests pass ${proxiesOf(seen)}, as TRUSTED_PROXIES says.`)
    : missing(`${host} has no certificate, so logins can be read on the way.`)
}
const proxiesOf = (count: number) => (count === 0 ? 'no proxy' : count === 1 ? '1 proxy' : `${count} proxies`)

function results({ draws: { count, samples, newest } }: ReadyFacts): State {
  if (samples) return missing('Players see generated draws. Remove the sample draws at the desk.')
  if (newest === null) return missing('There is no result yet. Import past draws, or enter the first.')
  return ready(`${formatCount(count)} draws, the newest of ${formatDate(newest)}.`)
}

function times({ games: { count, withoutTime } }: ReadyFacts): State {
  if (count === 0) return missing('There is no active game.')
  return withoutTime.length === 0
    ? ready(`${formatCount(count)} games, each with a time in the week.`)
    : look(`${inList(withoutTime)} ${withoutTime.length === 1 ? 'has' : 'have'} no time in the week.`)
}

function record({ figures: { missingAuthorities = 0, missingCopy = 0 } }: ReadyFacts): State {
  const faults = [
    isRed('missingAuthorities', missingAuthorities) &&
      'Outside clocks are missing, so players have only our word for the time of a forecast. Set TIMESTAMP_URLS.',
    isRed('missingCopy', missingCopy) && 'The record has no copy elsewhere. Set RECORD_COPY.',
  ].filter((fault) => fault !== false)
  return faults.length === 0 ? ready('Outside clocks are set, and a copy elsewhere.') : look(faults.join(' '))
}

function backup({ figures: { backup: seconds = null } }: ReadyFacts): State {
  if (seconds === null)
    return look(
      'No backup was reported yet, so a failing disk takes everything. Ask the server’s owner to set it up.',
    )
  const age = `The last backup was ${formatDuration(Math.max(MINUTE, seconds * SECOND))} ago.`
  return isRed('backup', seconds) ? look(`${age} Ask the server’s owner for one today.`) : ready(age)
}

function mail({ mail: { isSet, sentAt }, figures }: ReadyFacts): State {
  if (!isSet)
    return missing('No mail server is set, so nobody can verify an email. Set SMTP_URL, and restart.')
  if (isRed('lotto_mail_oldest_unsent_seconds', figures.lotto_mail_oldest_unsent_seconds ?? null))
    return missing('Mails wait, because the mail server accepts none. Send a test mail to see the reason.')
  return sentAt === null
    ? look('A mail server is set, but it has accepted no mail yet. Send a test mail.')
    : ready(`The mail server last accepted a mail on ${formatInstant(sentAt)}.`)
}

const notifications = ({ canNotify }: ReadyFacts): State =>
  canNotify
    ? ready('The key is set.')
    : look('No key is set, so no phone gets a notification. Set VAPID_PRIVATE_KEY, and restart.')

function help({ contact: { email, whatsapp } }: ReadyFacts): State {
  if (!email && !whatsapp) return look('Players find no address for help.')
  if (!whatsapp) return look('Players find an email address, but no WhatsApp number.')
  return ready(
    email ? 'Players find an email address and a WhatsApp number.' : 'Players find a WhatsApp number.',
  )
}

const logins = ({ withoutFactor }: ReadyFacts): State =>
  withoutFactor === 0
    ? ready('All staff need a code besides the password.')
    : look(
        `${formatCount(withoutFactor)} of your staff ${withoutFactor === 1 ? 'logs' : 'log'} in without a second step. They set it up in their profile.`,
      )

/** `Players cannot pay or get mail yet.` Empty if nothing is missing. */
export function readyVerdict(parts: readonly Pick<Part, 'lamp' | 'use'>[]): { head: string; rest: string } {
  const count = (lamp: Part['lamp']) => parts.filter((part) => part.lamp === lamp).length
  const uses = parts.flatMap(({ lamp, use }) => (lamp === 'missing' && use ? [use] : []))
  const [missing, toLook] = [uses.length, count('look')]
  const rest = [`${count('ready')} ready`, ...(toLook > 0 ? [`${toLook} to look at`] : [])].join(', ')
  if (missing > 0) {
    const parts = missing === 1 ? '1 part is missing.' : `${missing} parts are missing.`
    return { head: `${parts} Players cannot ${inList(uses, 'or')} yet.`, rest: `${rest}.` }
  }
  return toLook > 0
    ? { head: 'Players can use the site.', rest: `${rest}. Then tell people.` }
    : { head: 'Ready. Tell people.', rest: `${rest}.` }
}
