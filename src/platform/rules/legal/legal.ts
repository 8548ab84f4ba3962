// The addresses are constants of their own and not in `PATHS`: the bundler copies them to where they are used, so that the
// first scripts of players do not grow.

export const PRIVACY_PATH = '/privacy'
export const TERMS_PATH = '/terms'
/** The page of the choice about analytics. */
export const ANALYTICS_PATH = '/privacy/analytics'
/** The pages about privacy and terms. */
export const LEGAL_PATHS = { privacy: PRIVACY_PATH, terms: TERMS_PATH } as const

/** The day of the newest terms and privacy notice, a Lagos date. A consent names the version that it was given to. */
export const LEGAL_VERSION = '2026-11-29'

/**
 * What people agree to. `terms`: the terms and the privacy notice; `age`: to be 18 or older; `analytics`: that an analytics
 * service learns which pages they open.
 */
export const CONSENT_KINDS = ['terms', 'age', 'analytics'] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]
