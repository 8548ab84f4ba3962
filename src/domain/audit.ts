/** The texts of the audit trail, for staff. */

/** What the actor of each kind of entry did; `{}` is the place of the subject's name. */
export const AUDIT_SENTENCES = {
  'draw.record': 'entered {}',
  'draw.confirm': 'confirmed {}',
  'draw.correct': 'corrected {}',
  'draw.delete': 'deleted {}',
  'draw.restore': 'restored {}',
  'draws.import': 'imported draws',
  'samples.remove': 'removed the sample draws',
  'desk.second-person': 'changed the confirmation by a second person',
  'game.change': 'changed the game {}',
  'game.order': 'changed the order of the games',
  'game.slot': 'set a draw time for {}',
  'game.slot-remove': 'removed a draw time of {}',
  'prediction.publish': 'published the forecast for {}',
  'prediction.edit': 'changed the forecast for {}',
  'prediction.withdraw': 'withdrew the forecast for {}',
  'prediction.close': 'moved the close of the forecast for {}',
  'image.upload': 'uploaded a picture',
  'payment.check': 'checked payment {} with Paystack',
  'payment.settle': 'settled payment {}',
  'payment.review': 'held payment {} for review',
  'payment.refund': 'asked Paystack to refund payment {}',
  'payment.take-back': 'revoked the plan time of payment {}',
  'payment.restore': 'restored the plan time of payment {}',
  'payment.give-again': 'continued the plan time of payment {}',
  'grant.give': 'granted plan time to {}',
  'days.give-back': 'granted extra days for an outage',
  'alarm.close': 'closed alarm {}',
  'plan.choose': 'chose the Free plan',
  'user.add': 'added {}',
  'user.promote': 'made {} an admin',
  'user.demote': 'removed the admin rights of {}',
  'user.end-sessions': 'ended the sessions of {}',
  'user.second-factor-reset': 'reset the second factor of {}',
  'user.proof-mail': 'sent {} a link to verify the email address',
  'user.delete': 'deleted a user',
  'account.age-confirmed': 'confirmed being 18 or older',
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
  'audit.expire': 'deleted entries older than a year',
} as const satisfies Record<string, string>

/** Replaces the name of an erased account: in a sentence, and in the list of its own actions. */
export const DELETED_SUBJECT = 'a user (now deleted)'
export const DELETED_ACTOR = 'Deleted user'

export type AuditAction = keyof typeof AUDIT_SENTENCES

/** The groups of the filter: a prefix of the actions and a heading. */
export const AUDIT_GROUPS = [
  ['draw', 'Draws'],
  ['samples', 'Sample draws'],
  ['desk', 'Desk'],
  ['game', 'Games'],
  ['prediction', 'Forecasts'],
  ['image', 'Pictures'],
  ['payment', 'Payments'],
  ['grant', 'Plan time'],
  ['days', 'Outage compensation'],
  ['alarm', 'Alarms'],
  ['plan', 'Plan choice'],
  ['user', 'Users'],
  ['account', 'Account'],
  ['audit', 'Audit trail'],
] as const

/** The name of a subject such as `draw:12`; without a known name, the text after the colon. */
export function subjectName(subject: string, names: Readonly<Record<string, string>>): string {
  return names[subject] ?? subject.slice(subject.indexOf(':') + 1)
}

/** The sentence of an entry: `made Ngozi an admin`. An unknown action, from another release, is shown unchanged. */
export function auditSentence(
  action: string,
  subject: string,
  names: Readonly<Record<string, string>>,
): string {
  const known = Object.entries(AUDIT_SENTENCES).find(([name]) => name === action)
  return known ? known[1].replace('{}', () => subjectName(subject, names)) : `${action} ${subject}`
}

/** The actions of a group with their sentences, `…` in place of the subject. `draws.import` belongs to `draw`. */
export function actionsOf(prefix: string): [action: string, words: string][] {
  return Object.entries(AUDIT_SENTENCES)
    .filter(([action]) => action.startsWith(prefix))
    .map(([action, words]) => [action, words.replace('{}', '…')])
}
