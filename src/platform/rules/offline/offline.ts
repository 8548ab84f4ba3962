import { PATHS, PATTERNS, SCREENS, subjectOf } from '../site/paths.ts'
import { type Holder, PLAN_KEYS } from '../access/plans.ts'

/** Limits of what the app keeps on a phone, and of what it transfers for that. */
export const OFFLINE_LIMITS = {
  /** Milliseconds after which a page that the network has not answered is shown from the phone. */
  navigationMs: 3000,
  /** Milliseconds after which a logout that the server has not answered is kept. */
  logoutMs: 1500,
  /** Milliseconds after which a kept logout is sent again. */
  logoutAgainMs: 5000,
  /** Bytes on the wire, Brotli, of the files without which no screen opens. The browser has most of them already. */
  neededWireBytes: 160_000,
  /** Bytes on the wire, Brotli, and on disk of every file of the players' app. */
  filesWireBytes: 350_000,
  filesDiskBytes: 1_200_000,
  /** The newest years of draws that a phone fetches unasked. Older ones wait for a search. */
  years: 10,
  /** Answers kept for one person, and for everyone; the least recently seen go first. */
  answers: 60,
  answerBytes: 200_000,
  /** Documents kept for one person, so that an unchanged one is not transferred again. */
  documents: 12,
  documentBytes: 150_000,
  /** Milliseconds within which the list of years is not fetched again. */
  manifestFreshMs: 300_000,
} as const

/** Limits of the calls of a page. */
export const CALL_LIMITS = {
  /** Milliseconds after which a call, or an upload, fails as if there were no network. */
  callMs: 20_000,
  fileMs: 120_000,
  /** Milliseconds; an older answer is refreshed when the visitor returns to the tab. */
  returnMs: 5000,
  /** How often a failed call is made again, and the milliseconds between. */
  retries: 2,
  retryMs: 3000,
  /** Milliseconds for which an answer of this tab is shown without another call. */
  freshMs: 30_000,
  /** Milliseconds from the return of the network until it can be used. */
  networkMs: 1000,
} as const

/** Drafts are personal: one person's at a time, few, short, and gone after days. */
export const DRAFT_LIMITS = { forms: 20, characters: 50_000, days: 7 } as const

/**
 * How long an answer stays on the phone. `public`: it is the same for everyone, and outlives a logout. `person`: until
 * another person appears. `paid`: also only until the server refuses it, or the person's rights get lower.
 */
type KeptClass = 'public' | 'person' | 'paid'

/** The calls whose answers are kept for the time without a network; the page keeps the years of draws itself. A `*` is one part of the address. */
const KEPT_CALLS: readonly (readonly [call: string, kept: KeptClass])[] = [
  ['/api/me', 'person'],
  ['/api/slip', 'person'],
  ['/api/slip/games', 'public'],
  ['/api/ticket', 'person'],
  ['/api/site', 'public'],
  ['/api/history', 'public'],
  ['/api/days/*', 'public'],
  ['/api/chart-result', 'public'],
  ['/api/predictions/checked', 'public'],
  // Its cards depend on the plan.
  ['/api/overview', 'paid'],
  // An open forecast of the draw is in it.
  ['/api/draws/*', 'paid'],
  ['/api/predictions', 'paid'],
  ['/api/frequentNumbers', 'paid'],
  ['/api/frequentNumbers/*', 'paid'],
  ['/api/movingNumbers', 'paid'],
  ['/api/lab', 'paid'],
  ['/api/lab/*', 'paid'],
]

/** The path of an address. */
const withoutQuery = (address: string): string => address.replace(/\?.*$/, '')

/** The class of a call's answer by its address; null if it is not kept. */
export function keptClassOf(address: string): KeptClass | null {
  const parts = withoutQuery(address).split('/')
  const found = KEPT_CALLS.find(([call]) => {
    const wanted = call.split('/')
    return wanted.length === parts.length && wanted.every((part, i) => part === '*' || part === parts[i])
  })
  return found?.[1] ?? null
}

/** Screens whose documents are kept, so that an unchanged one is not transferred again. Others hold secrets or forms. */
const KEPT_SCREENS: ReadonlySet<string> = new Set(
  [
    SCREENS.overview,
    SCREENS.prediction,
    SCREENS.frequentNumbers,
    SCREENS.dayResult,
    SCREENS.pastResults,
    SCREENS.classification,
    SCREENS.slip,
    SCREENS.movingNumbers,
    SCREENS.statistics,
  ].map(({ path }) => path),
)

export function keepsDocument(address: string): boolean {
  const path = withoutQuery(address)
  return (
    KEPT_SCREENS.has(path) ||
    [PATTERNS.number, PATTERNS.draw].some((pattern) => subjectOf(pattern, path) !== null)
  )
}

/** Whether the address is a page of the players' app, which opens without a network. */
export const isAppPath = (path: string): boolean =>
  path === PATHS.overview || path.startsWith(`${PATHS.overview}/`)

/** What this build's pages expect of the API. Raise it with a change that older pages cannot use, and the minimum then. */
export const CLIENT_VERSION = 3
/** The oldest pages that this build's API answers. An older one offers its update at once. */
export const MINIMUM_CLIENT_VERSION = 3
/** Carries the minimum in the answers for signed-in users. */
export const MINIMUM_CLIENT_HEADER = 'minimum-client'

/** An answer has this header if it changes with draws, games or forecasts. */
export const FOLLOWS_HEADER = 'follows-draws'

/** Names the signed-in person in each answer, so that the phone notices another one. */
export const ACCOUNT_HEADER = 'account'
const NOBODY = 'nobody'

/** The rights of a person as a number; a higher one sees everything that a lower one sees. */
export const rightsOf = ({ plan, role }: Holder): number =>
  role === 'admin' ? PLAN_KEYS.length : PLAN_KEYS.indexOf(plan)

/** The value of {@link ACCOUNT_HEADER}: the person's id and rights. */
export const accountHeader = (person: (Holder & { uid: string }) | null): string =>
  person ? `${person.uid} ${rightsOf(person)}` : NOBODY

export interface Account {
  uid: string
  rights: number
}

/** Reads {@link ACCOUNT_HEADER}: null for nobody, undefined if the answer does not tell. */
export function readAccount(header: string | null): Account | null | undefined {
  if (header === null) return undefined
  const [uid, rights] = header.split(' ') as [string, string?]
  return rights === undefined ? null : { uid, rights: Number(rights) }
}
