import { STAFF_ROLES, type StaffRole } from './staff-roles.ts'

/** Each role as the staff's screens name it, and what it is for. */
export const STAFF_ROLE_TEXTS: Record<StaffRole, { name: string; about: string }> = {
  owner: { name: 'Owner', about: 'everything, also money and staff' },
  results: { name: 'Results', about: 'draws, games, number groups and notices about draws' },
  forecasts: { name: 'Forecasts', about: 'predictions and their record' },
  support: { name: 'Support', about: 'people and the days of their plans' },
  finance: { name: 'Finance', about: 'money, payments, and refunds up to an amount that owners set' },
}

/** `Results, Support`: in the order of the table. */
export const staffRoleNames = (roles: readonly StaffRole[]): string =>
  STAFF_ROLES.filter((role) => roles.includes(role))
    .map((role) => STAFF_ROLE_TEXTS[role].name)
    .join(', ')
