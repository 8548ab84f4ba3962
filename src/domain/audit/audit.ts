/** The texts of the audit trail, for staff. */
import { AUDIT_VALUES, type AuditFacts, type Names } from './audit-values.ts'
import { itemAt } from '../base/lists.ts'

interface Sentence {
  /** What the actor did; `{}` is the place of the subject's name. */
  did: string
  /** The values that follow the sentence after a colon. */
  values?: keyof typeof AUDIT_VALUES
}

/** The sentence of every kind of entry. `recordAudit` accepts these kinds only, so none is without a sentence. */
export const AUDIT_SENTENCES = {
  'draw.record': { did: 'entered {}', values: 'newDraw' },
  'draw.confirm': { did: 'confirmed {}', values: 'newDraw' },
  'draw.correct': { did: 'corrected {}', values: 'drawChanges' },
  'draw.delete': { did: 'deleted {}', values: 'oldDraw' },
  'draw.observe': { did: 'recorded when a draw of {} was seen', values: 'seenDraw' },
  'draw.restore': { did: 'restored {}', values: 'newDraw' },
  'draw.move': { did: 'moved {} from another game', values: 'drawChanges' },
  'draw.hold': { did: 'entered a result of {} before its close', values: 'heldDraw' },
  'draw.discard': { did: 'discarded a result of {} that waited for its close', values: 'discardedDraw' },
  'draw.queue': { did: 'entered a result of {} with time for an undo', values: 'heldDraw' },
  'draw.shorten': { did: 'ended the time for an undo of a result of {}', values: 'heldDraw' },
  'draw.undo': { did: 'withdrew a result of {} before it was published', values: 'discardedDraw' },
  'draws.import': { did: 'imported draws', values: 'imported' },
  'samples.remove': { did: 'removed the sample draws', values: 'removedSamples' },
  'desk.second-person': { did: 'changed the confirmation by a second person', values: 'switched' },
  'game.change': { did: 'changed the game {}', values: 'changes' },
  'game.order': { did: 'changed the order of the games', values: 'moved' },
  'game.slot': { did: 'set a draw time for {}', values: 'newSlot' },
  'game.slot-remove': { did: 'removed a draw time of {}', values: 'oldSlot' },
  'game.add': { did: 'added the game {}', values: 'newGame' },
  'game.end': { did: 'ended the game {}', values: 'endedGame' },
  'calendar.change': { did: 'changed the calendar of {}', values: 'calendarDay' },
  'calendar.undo': { did: 'reversed a change of the calendar of {}', values: 'calendarDay' },
  'calendar.holiday': { did: 'entered a holiday of all games', values: 'calendarDay' },
  'calendar.holiday-undo': { did: 'reversed a holiday of all games', values: 'calendarDay' },
  'group.add': { did: 'added {}', values: 'newNumbers' },
  'group.rename': { did: 'renamed {}', values: 'changes' },
  'group.retire': { did: 'retired {}' },
  'group.restore': { did: 'restored {}' },
  'prediction.publish': { did: 'published the forecast for {}', values: 'newNumbers' },
  'prediction.edit': { did: 'changed the forecast for {}', values: 'changes' },
  'prediction.withdraw': { did: 'withdrew the forecast for {}', values: 'oldNumbers' },
  'prediction.close': { did: 'moved the close of the forecast for {}', values: 'changes' },
  'prediction.multiplier': { did: 'set a multiplier', values: 'newMultiplier' },
  'author.name': { did: 'changed a pen name', values: 'changes' },
  'log.erase-texts': { did: 'erased the reasons or pen names of {}' },
  'image.upload': { did: 'uploaded a picture' },
  'payment.check': { did: 'checked {} with Paystack' },
  'payment.settle': { did: 'settled {}', values: 'paid' },
  'payment.review': { did: 'held {} for review', values: 'faults' },
  'payment.refund': { did: 'asked Paystack to refund {}', values: 'amount' },
  'payment.take-back': { did: 'revoked the plan time of {}' },
  'payment.restore': { did: 'restored the plan time of {}' },
  'payment.give-again': { did: 'continued the plan time of {}', values: 'paid' },
  'payment.shorten': { did: 'shortened the plan time of {}', values: 'shortened' },
  'price.enter': { did: 'entered a price', values: 'price' },
  'price.withdraw': { did: 'withdrew a price', values: 'price' },
  'announcement.publish': { did: 'announced to players', values: 'announced' },
  'announcement.end': { did: 'ended an announcement', values: 'announced' },
  'help.contact': { did: 'changed how players reach the business', values: 'changes' },
  'voucher.make': { did: 'made a batch of vouchers', values: 'batch' },
  'voucher.cancel': { did: 'cancelled the unused vouchers of a batch', values: 'batch' },
  'voucher.use': { did: 'used a voucher', values: 'usedVoucher' },
  'grant.give': { did: 'granted plan time to {}', values: 'granted' },
  'grant.revoke': { did: 'revoked granted plan time of {}', values: 'granted' },
  'days.give-back': { did: 'granted extra days for an outage', values: 'compensated' },
  'alarm.raise': { did: 'raised {}', values: 'alarm' },
  'alarm.acknowledge': { did: 'acknowledged {}', values: 'alarm' },
  'alarm.close': { did: 'closed {}', values: 'alarm' },
  'plan.choose': { did: 'chose the Free plan' },
  'user.add': { did: 'added {}', values: 'role' },
  'user.promote': { did: 'made {} an admin', values: 'staffRoles' },
  'user.roles': { did: 'changed what {} may do', values: 'staffRoles' },
  'user.demote': { did: 'removed the admin rights of {}' },
  'user.end-sessions': { did: 'ended the sessions of {}', values: 'endedSessions' },
  'user.second-factor-reset': { did: 'reset the second factor of {}' },
  'user.proof-mail': { did: 'sent {} a link to verify the email address' },
  'user.note': { did: 'noted on {}' },
  'user.suspend': { did: 'suspended {}', values: 'suspension' },
  'user.end-suspension': { did: 'ended the suspension of {}' },
  'user.email-change': { did: 'started a change of the email of {}' },
  'user.email-change-cancel': { did: 'cancelled a change of the email of {}' },
  'user.delete': { did: 'deleted a user' },
  'account.age-confirmed': { did: 'confirmed being 18 or older' },
  'account.analytics-accepted': { did: 'accepted analytics' },
  'account.analytics-declined': { did: 'declined analytics' },
  'account.email': { did: 'changed the email through a mailed link' },
  'account.password': { did: 'changed the password' },
  'account.password-reset': { did: 'set a new password through a mailed link' },
  'account.google-linked': { did: 'linked Google' },
  'account.google-unlinked': { did: 'unlinked Google' },
  'account.second-factor-added': { did: 'turned on the second factor' },
  'account.second-factor-removed': { did: 'turned off the second factor' },
  'account.recovery-codes': { did: 'created new recovery codes' },
  'account.recovery-code-used': { did: 'used a recovery code' },
  'account.session-ended': { did: 'ended one of their sessions' },
  'account.sessions-ended': { did: 'ended all their other sessions' },
  'account.delete': { did: 'deleted their account' },
  'restore.run': { did: 'restored a backup', values: 'backupTime' },
  'restore.next-log': { did: 'ended the log of forecasts and started the next one' },
  'restore.open-payments': { did: 'opened payments after a restore', values: 'reason' },
  'restore.send-mails': { did: 'sent the mails from before a restore', values: 'mails' },
  'restore.discard-mails': { did: 'discarded the mails from before a restore', values: 'mails' },
  'channel.connect': { did: 'connected {}', values: 'channel' },
  'channel.change': { did: 'changed what is posted in {}', values: 'channel' },
  'channel.disconnect': { did: 'disconnected {}', values: 'channel' },
  'channel.text': { did: 'posted a text in {}', values: 'channel' },
  'channel.decide': { did: 'decided about a post in {}', values: 'channel' },
  'audit.expire': { did: 'deleted audit entries older than a year', values: 'expired' },
} as const satisfies Record<string, Sentence>

export type AuditAction = keyof typeof AUDIT_SENTENCES

/** The action of another release. */
const UNKNOWN_ACTION = 'made a change that this release cannot describe'

/** The actor of jobs and command lines, and an erased account. */
export const PROGRAM_ACTOR = 'A program'
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
export function subjectName(subject: string, names: Names): string {
  return names[subject] ?? NAMELESS[itemAt(subject.split(':'), 0)] ?? 'something that no longer exists'
}

/** The sentence of an entry without its actor: `made Ngozi an admin`, `entered Diamond of Mon 2 Oct 2023: 7 - 12 - …`. */
export function auditSentence(entry: AuditFacts & { action: string; subject: string }, names: Names): string {
  const known: [string, Sentence] | undefined = Object.entries<Sentence>(AUDIT_SENTENCES).find(
    ([action]) => action === entry.action,
  )
  if (!known) return UNKNOWN_ACTION
  const { did, values } = known[1]
  const sentence = did.replace('{}', () => subjectName(entry.subject, names))
  const text = values ? AUDIT_VALUES[values](entry, names) : ''
  return text === '' ? sentence : `${sentence}: ${text}`
}

/** The actions of a group with their sentences, `…` in place of the subject. `draws.import` belongs to `draw`. */
export function actionsOf(prefix: string): [action: string, words: string][] {
  return Object.entries(AUDIT_SENTENCES)
    .filter(([action]) => action.startsWith(prefix))
    .map(([action, { did }]) => [action, did.replace('{}', '…')])
}
