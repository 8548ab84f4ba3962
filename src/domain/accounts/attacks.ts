/** The kinds of entries in the log of password attacks, with their texts for staff. */
export const ATTACKS = {
  'login-refused': 'Refused login',
  'limit-reached': 'Limit reached',
  'reset-requested': 'Reset link requested',
  'reset-refused': 'Reset link refused',
  'reset-done': 'Password reset by a mailed link',
  'proof-refused': 'Wrong password while signed in',
  'second-factor-refused': 'Wrong second factor',
} as const
export type AttackKind = keyof typeof ATTACKS
export const ATTACK_KINDS = Object.keys(ATTACKS) as AttackKind[]
