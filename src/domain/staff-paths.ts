/** The address of every page of staff but the first, which is in `PATHS`. */
export const STAFF_PATHS = {
  predictions: '/admin/predictions',
  record: '/admin/record',
  results: '/admin/results',
  users: '/admin/users',
  games: '/admin/games',
  groups: '/admin/groups',
  audit: '/admin/audit',
  payments: '/admin/payments',
  status: '/admin/status',
} as const
