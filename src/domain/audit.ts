/** What the audit trail says to staff. */

/** Each kind of entry as what its actor did; `{}` stands for the name of its subject. */
export const AUDIT_SENTENCES = {
  'draw.record': 'entered {}',
  'draw.confirm': 'confirmed {}',
  'draw.correct': 'corrected {}',
  'draw.delete': 'deleted {}',
  'draw.restore': 'restored {}',
  'draws.import': 'imported draws',
  'samples.remove': 'removed the sample draws',
  'desk.second-person': 'switched the confirmation by a second person',
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
  'payment.take-back': 'ended the plan time of payment {}',
  'payment.restore': 'gave the plan time of payment {} again',
  'payment.give-again': 'continued the plan time of payment {}',
  'grant.give': 'gave plan time to {}',
  'days.give-back': 'gave days to everyone whose plan ran on a day',
  'alarm.close': 'closed alarm {}',
  'plan.choose': 'chose the Free plan',
  'user.add': 'added {}',
  'user.promote': 'made {} an admin',
  'user.demote': 'removed the admin rights of {}',
  'user.end-sessions': 'ended the sessions of {}',
  'user.second-factor-reset': 'reset the second factor of {}',
  'user.proof-mail': 'sent {} a link to prove the e-mail address',
  'user.delete': 'deleted a user',
  'account.age-confirmed': 'confirmed to be 18 or older',
  'account.password': 'changed the password',
  'account.password-reset': 'set a new password through a mailed link',
  'account.google-linked': 'linked Google',
  'account.google-unlinked': 'unlinked Google',
  'account.second-factor-added': 'turned on the second factor',
  'account.second-factor-removed': 'turned off the second factor',
  'account.recovery-codes': 'made new recovery codes',
  'account.recovery-code-used': 'used a recovery code',
  'account.session-ended': 'ended one of their sessions',
  'account.sessions-ended': 'ended all their other sessions',
  'account.delete': 'deleted their account',
  'audit.expire': 'deleted the entries that were a year old',
} as const satisfies Record<string, string>

/** What replaces the name of an erased account: in a sentence, and where its own actions are listed. */
export const DELETED_SUBJECT = 'a user (now deleted)'
export const DELETED_ACTOR = 'Deleted user'

export type AuditAction = keyof typeof AUDIT_SENTENCES

/** The kinds of entries by subject, for the filter: a prefix of the actions and a heading. */
export const AUDIT_GROUPS = [
  ['draw', 'Draws'],
  ['samples', 'Sample draws'],
  ['desk', 'Desk'],
  ['game', 'Games'],
  ['prediction', 'Forecasts'],
  ['image', 'Pictures'],
  ['payment', 'Payments'],
  ['grant', 'Plan time'],
  ['days', 'Days given to many'],
  ['alarm', 'Alarms'],
  ['plan', 'Choice of plan'],
  ['user', 'Users, by staff'],
  ['account', 'Own account'],
  ['audit', 'Audit trail'],
] as const

/** The name of a subject such as `draw:12`; without a known name, what follows the colon. */
export function subjectName(subject: string, names: Readonly<Record<string, string>>): string {
  return names[subject] ?? subject.slice(subject.indexOf(':') + 1)
}

/** What an entry says its actor did: `made Ngozi an admin`. An unknown action, of another release, is shown as it is. */
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
