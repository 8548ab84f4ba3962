/** Limits of the ticket checker. */
export const TICKET_LIMITS = {
  /** Numbers of a perm. Five of fifteen are 3,003 lines. */
  permNumbers: 15,
  /** Numbers on each side of an against bet. */
  sideNumbers: 10,
  lineOf: [2, 3, 4, 5],
  /** Naira on each line. */
  lowestStake: 1,
  highestStake: 100_000,
  /** Winning draws that an answer shows. */
  shownDraws: 26,
} as const

/** The past draws that a ticket is checked in. */
export const TICKET_WINDOWS = {
  '1': 'One draw',
  '10': 'Last 10',
  '30': 'Last 30',
  '100': 'Last 100',
  all: 'All draws',
} as const
export type TicketWindow = keyof typeof TICKET_WINDOWS
export const TICKET_WINDOW_KEYS = Object.keys(TICKET_WINDOWS) as [TicketWindow, ...TicketWindow[]]
