import { itemAt } from '../base/lists.ts'
import { formatDate, parseDate } from '../base/calendar.ts'
import { detailLabel, detailText } from './detail-words.ts'
import { formatCount } from '../base/words.ts'
import { ALARMS } from '../alarms/alarms.ts'

/** The texts of the audit trail, for staff. */

/**
 * The sentence of every kind of entry: what the actor did, with `{}` for the subject's name, and after a colon its values, a
 * key of `VALUES` or a template. `recordAudit` accepts these kinds only, so none is without a sentence.
 */
export const AUDIT_SENTENCES = {
  'draw.record': 'entered {}: draw',
  'draw.confirm': 'confirmed {}: draw',
  'draw.correct': 'corrected {}: changes',
  'draw.delete': 'deleted {}: draw',
  'draw.observe': 'recorded when a draw of {} was seen: {observedAt}',
  'draw.restore': 'restored {}: draw',
  'draw.move': 'moved {} from another game: changes',
  'draw.queue': 'entered a result of {} with time for an undo: datedDraw',
  'draw.undo': 'withdrew a result of {} before it was published: datedDraw',
  // Of earlier releases.
  'draw.hold': 'entered a result of {} before its close: datedDraw',
  'draw.discard': 'discarded a result of {} that waited for its close: datedDraw',
  'draw.shorten': 'ended the time for an undo of a result of {}: datedDraw',
  'desk.second-person': 'changed the confirmation by a second person',
  'draws.import':
    'imported draws: {name}, {inserted:new}, {completed:completed}, {corrected:corrected}, {refused:refused}, {samplesRemoved:sample removed/samples removed}',
  'samples.remove': 'removed the sample draws: {removed:draw/draws}',
  'game.change': 'changed the game {}: changes',
  'game.order': 'changed the order of the games',
  'game.slot':
    'set a draw time for {}: {weekday}, closes {close}, forecasts close {marginMinutes} earlier, from {validFrom}',
  'game.slot-remove':
    'removed a draw time of {}: {weekday}, closes {close}, forecasts close {marginMinutes} earlier, from {validFrom}',
  'game.add': 'added the game {}: {operator}, from {validFrom}',
  'game.end': 'ended the game {}: {validFrom}',
  'calendar.change': 'changed the calendar of {}: {date}, {kind}, to {toDate}, {close}, {reason}',
  'calendar.undo': 'reversed a change of the calendar of {}: {date}, {kind}, to {toDate}, {close}, {reason}',
  'calendar.holiday': 'entered a holiday of all games: {date}, {kind}, to {toDate}, {close}, {reason}',
  'calendar.holiday-undo': 'reversed a holiday of all games: {date}, {kind}, to {toDate}, {close}, {reason}',
  'group.add': 'added {}: {numbers}',
  'group.rename': 'renamed {}: changes',
  'group.retire': 'retired {}',
  'group.restore': 'restored {}',
  'prediction.publish': 'published the forecast for {}: {numbers}',
  'prediction.edit': 'changed the forecast for {}: changes',
  'prediction.withdraw': 'withdrew the forecast for {}: {numbers}',
  'prediction.close': 'moved the close of the forecast for {}: changes',
  'prediction.multiplier': 'set a multiplier: {bet}, {operator}, {times:times}, from {validFrom}',
  'author.name': 'changed a pen name: changes',
  'log.erase-texts': 'erased the reasons or pen names of {}',
  'image.upload': 'uploaded a picture',
  'payment.check': 'checked {} with Paystack',
  'payment.settle': 'confirmed {}: {plan}, {kobo}',
  'payment.review': 'held {} for review: {faults}',
  'payment.refund': 'asked Paystack to refund {}: {kobo}',
  'payment.take-back': 'revoked the plan time of {}',
  'payment.restore': 'restored the plan time of {}',
  'payment.give-again': 'continued the plan time of {}: {plan}, {kobo}',
  'payment.shorten': 'shortened the plan time of {}: {days:day/days}, {refundedKobo}',
  'refund-limit.set': 'set what Finance can refund of one payment: changes',
  'price.enter': 'entered a price: {plan}, {kobo}, from {holdsFrom}',
  'price.withdraw': 'withdrew a price: {plan}, {kobo}, from {holdsFrom}',
  'announcement.publish':
    'announced to players: “{text}”, to {audience}, until {until}, with a notification about {game}',
  'announcement.end':
    'ended an announcement: “{text}”, to {audience}, until {until}, with a notification about {game}',
  'announcement.mail': 'mailed players about plans: {people:person/people}, {group}, “{text}”',
  'help.contact': 'changed how players reach the business: changes',
  'voucher.make': 'made a batch of vouchers: {vouchers:voucher/vouchers}, {plan}, {kobo}, for {name}',
  'voucher.confirm': 'confirmed to have the codes of a batch: {vouchers:voucher/vouchers}, {plan}',
  'voucher.sold': 'entered the vouchers that a kiosk has paid for: changes',
  'voucher.cancel':
    'cancelled the unused vouchers of a batch: {vouchers:voucher/vouchers}, {plan}, {revoked:used one revoked/used ones revoked}',
  'voucher.use': 'used a voucher: {voucher}, {plan}',
  'grant.give': 'granted plan time to {}: {plan}, {days:day/days}, {months:month/months}',
  'grant.revoke': 'revoked plan time of {}: {plan}, {kind}',
  'days.give-back':
    'granted extra days for an outage: {plan}, {days:day/days}, for {date}, {people:person/people}',
  'alarm.raise': 'raised {}: alarm',
  'alarm.acknowledge': 'acknowledged {}: alarm',
  'alarm.close': 'closed {}: alarm',
  'plan.choose': 'chose the Free plan',
  'user.add': 'added {}: role {role}',
  'user.promote': 'made {} an admin: {staffRoles}',
  'user.roles': 'changed what {} may do: {staffRoles}',
  'user.demote': 'removed the admin rights of {}',
  'user.end-sessions': 'ended the sessions of {}: {ended:session/sessions}',
  'user.second-factor-reset': 'reset the second factor of {}',
  'user.proof-mail': 'sent {} a link to verify the email address',
  'user.note': 'added a note about {}',
  'user.suspend': 'suspended {}: until {until}',
  'user.end-suspension': 'ended the suspension of {}',
  'user.email-change': 'started a change of the email of {}',
  'user.email-change-cancel': 'cancelled a change of the email of {}',
  'user.delete': 'deleted a user',
  'user.see': 'started to see the screens of {}: until {until}',
  'user.see-end': 'stopped seeing the screens of {}',
  'user.export': 'downloaded a file of all people',
  'account.age-confirmed': 'confirmed being 18 or older',
  'account.analytics-accepted': 'accepted analytics',
  'account.analytics-declined': 'declined analytics',
  'account.plan-mails': 'allowed mails about plans again',
  'account.plan-mails-stopped': 'stopped mails about plans',
  'account.email': 'changed the email through a mailed link',
  'account.password': 'changed the password',
  'account.password-reset': 'set a new password through a mailed link',
  'account.google-linked': 'linked Google',
  'account.google-unlinked': 'unlinked Google',
  'account.second-factor-added': 'turned on the second factor',
  'account.second-factor-removed': 'turned off the second factor',
  'account.recovery-codes': 'created new recovery codes',
  'account.recovery-code-used': 'used a recovery code',
  'account.session-ended': 'ended one of their sessions',
  'account.sessions-ended': 'ended all their other sessions',
  'account.delete': 'deleted their account',
  'restore.run': 'restored a backup: data of {backupAt}',
  'restore.next-log': 'ended the record of forecasts and started the next one',
  'restore.open-payments': 'opened payments after a restore: {reason}',
  'restore.send-mails': 'sent the mails from before a restore: {mails:mail/mails}',
  'restore.discard-mails': 'discarded the mails from before a restore: {mails:mail/mails}',
  'channel.connect': 'connected {}: {title}, {decision}, {purpose}, {reason}',
  'channel.change': 'changed what is posted in {}: {title}, {decision}, {purpose}, {reason}',
  'channel.disconnect': 'disconnected {}: {title}, {decision}, {purpose}, {reason}',
  'channel.text': 'posted a text in {}: {title}, {decision}, {purpose}, {reason}',
  'channel.decide': 'decided about a post in {}: {title}, {decision}, {purpose}, {reason}',
  'audit.expire': 'deleted audit entries older than a year: {entries:entry/entries}',
} as const satisfies Record<string, string>

export type AuditAction = keyof typeof AUDIT_SENTENCES

/** The action of another release. */
const UNKNOWN_ACTION = 'made a change that this release cannot describe'

/** The actor of jobs and command lines, and an erased account. */
export const PROGRAM_ACTOR = 'The system'
export const DELETED_ACTOR = 'A deleted user'

/** Replaces the name of an erased account in a sentence. */
export const DELETED_SUBJECT = 'a user (now deleted)'

/** What a sentence calls a subject that has no name any more. */
const NAMELESS: Readonly<Record<string, string>> = {
  alarm: 'an alarm',
  channel: 'a channel',
  draw: 'a draw that no longer exists',
  game: 'a game that no longer exists',
  group: 'a number group that no longer exists',
  prediction: 'a draw that no longer exists',
  payment: 'an unknown payment',
  price: 'a price',
  announcement: 'an announcement',
  'voucher-batch': 'a batch of vouchers',
  user: 'an unknown user',
}

/** The groups of the filter: a prefix of the actions and a heading. */
export const AUDIT_GROUPS = [
  ['draw', 'Draws'],
  ['samples', 'Sample draws'],
  ['desk', 'Desk'],
  ['game', 'Games'],
  ['calendar', 'Draw calendar'],
  ['group', 'Number groups'],
  ['prediction', 'Forecasts'],
  ['author', 'Pen names'],
  ['log', 'Log of forecasts'],
  ['image', 'Pictures'],
  ['payment', 'Payments'],
  ['price', 'Prices'],
  ['refund-limit', 'Limit of refunds'],
  ['voucher', 'Vouchers'],
  ['announcement', 'Announcements'],
  ['help', 'Help contact'],
  ['grant', 'Plan time'],
  ['days', 'Outage compensation'],
  ['alarm', 'Alarms'],
  ['plan', 'Plan choice'],
  ['user', 'Users'],
  ['account', 'Account'],
  ['restore', 'Restores'],
  ['channel', 'Channels'],
  ['audit', 'Audit trail'],
] as const

/** The name of a subject such as `draw:12`; without one, what its kind is called. */
function subjectName(subject: string, names: Names): string {
  return names[subject] ?? NAMELESS[itemAt(subject.split(':'), 0)] ?? 'something that no longer exists'
}

/** The sentence of an entry without its actor: `made Ngozi an admin`, `entered Diamond of Mon 2 Oct 2023: 7 - 12 - …`. */
export function auditSentence(entry: AuditFacts & { action: string; subject: string }, names: Names): string {
  const known = Object.entries<string>(AUDIT_SENTENCES).find(([action]) => action === entry.action)
  if (!known) return UNKNOWN_ACTION
  const [did, values] = known[1].split(': ') as [string, string | undefined]
  const sentence = did.replace('{}', () => subjectName(entry.subject, names))
  const text = values && valuesText(values, entry, names)
  return text ? `${sentence}: ${text}` : sentence
}

/** The actions of a group with their sentences, `…` in place of the subject. `draws.import` belongs to `draw`. */
export function actionsOf(prefix: string): [action: string, words: string][] {
  return Object.entries(AUDIT_SENTENCES)
    .filter(([action]) => action.startsWith(prefix))
    .map(([action, sentence]) => [action, sentence.replace(/:.*/, '').replace('{}', '…')])
}

/** The values of an audit entry. Earlier releases wrote some of them, so no field is certain. */
interface AuditFacts {
  old: unknown
  new: unknown
  /** The other details. */
  more: Readonly<Record<string, unknown>> | null
}

/** The names of subjects: `draw:12`, `game:gold`, `user:7f`. */
type Names = Readonly<Record<string, string>>

type Fields = Readonly<Record<string, unknown>>

/** The values that belong into a sentence; empty without any. */
type Values = (facts: AuditFacts, names: Names) => string

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const joined = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(', ')

/** The winning numbers. */
function drawText(draw: Fields): string {
  if (draw.state === 'no_draw') return 'no draw'
  const winning = listOf(draw.winning)
  return winning.length > 0 ? winning.join(' - ') : ''
}

/** `Mon 23 Jun 2025, 20 - 42 - 89 - 13 - 48` */
function dayAndNumbers(draw: Fields): string {
  const date = parseDate(String(draw.date))
  return joined(date && formatDate(date), drawText(draw))
}

/** Values that are too long or too technical for a sentence. */
const UNQUOTED = new Set(['image', 'reasons'])

/** `winning 7 - 12 - 45 - 60 - 89 (was 7 - 12 - 45 - 60 - 88)` for each field that changed. */
const changes: Values = ({ old, new: after }, names) => {
  const [before, now] = [fieldsOf(old), fieldsOf(after)]
  return Object.keys(before)
    .filter((name) => name in now && JSON.stringify(before[name]) !== JSON.stringify(now[name]))
    .map((name) => {
      if (UNQUOTED.has(name)) return `new ${detailLabel(name)}`
      const [text, was] = [now[name], before[name]].map((value) => detailText(name, value, names))
      return `${detailLabel(name)} ${text} (was ${was})`
    })
    .join('; ')
}

/** Values that need more than a template. */
const VALUES: Readonly<Record<string, Values>> = {
  draw: ({ old, new: after }) => drawText(fieldsOf(after ?? old)),
  datedDraw: ({ old, new: after }) => dayAndNumbers(fieldsOf(after ?? old)),
  changes,
  alarm: ({ more }) => Object.entries(ALARMS).find(([kind]) => kind === more?.kind)?.[1] ?? '',
}

/**
 * The values of an entry: those of a key, or a template such as `{plan}, from {validFrom}, {days:day/days}`. Its parts have a
 * field in words, or with its count. A part whose field is missing, of another type, 0 or for all is left out.
 */
function valuesText(values: string, entry: AuditFacts, names: Names): string {
  const special = VALUES[values]
  if (special) return special(entry, names)
  const { old, new: after, more } = entry
  const fields: Fields = { ...fieldsOf(old), ...fieldsOf(after), ...more, ...fieldsOf(more?.length) }
  const parts = values.split(', ').map((part) => {
    const [whole, name = '', one, many = one] = /\{(\w+)(?::([^/}]+)\/?([^}]+)?)?\}/.exec(part) ?? []
    const value = fields[name]
    const isShown = one ? typeof value === 'number' : /string|number/.test(typeof value) || listOf(value)[0]
    if (!whole || !isShown || !value || value === 'all') return null
    const text = one
      ? `${formatCount(value as number)} ${value === 1 ? one : many}`
      : detailText(name, value, names)
    return part.replace(whole, () => text)
  })
  return joined(...parts)
}
