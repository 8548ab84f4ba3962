import type { Chain } from '../../domain/ledger/entries.ts'

/** The origin of a log: the sample log of a demonstration is beside the real one, at `…/sample`. */
export const originOf = (origin: string, chain: Chain): string =>
  chain === 'real' ? origin : origin.replace(/[^/]*$/, 'sample')

/** The last part of an origin, under which the log is served: `1` of `lotto.example/log/1`. */
export const placeOfLog = (origin: string, chain: Chain): string => originOf(origin, chain).split('/').at(-1)!
