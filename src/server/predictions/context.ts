import type { Game } from '../../domain/draws/games.ts'
import type { Services } from '../api/services.ts'
import type { LedgerSnapshot } from '../ledger/memory.ts'

/** What an answer needs besides the rows. */
export interface AnswerContext {
  games: readonly Game[]
  /** Our own address. */
  appUrl: string
  ledger: LedgerSnapshot
  /** Milliseconds. */
  now: number
}

/** The context of a request. @param now milliseconds */
export async function contextOf(
  { draws, ledger, settings }: Pick<Services, 'draws' | 'ledger' | 'settings'>,
  now: number,
): Promise<AnswerContext> {
  return { games: draws.current().games, appUrl: settings.appUrl, ledger: await ledger.current(), now }
}
