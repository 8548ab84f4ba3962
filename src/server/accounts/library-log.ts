import type { Log } from '../base/log.ts'

const REASON_CHARACTERS = 200
const BY_VISITORS: ReadonlySet<string> = new Set([
  'INVALID_CALLBACK_REQUEST',
  'Failed to validate authorization code',
])

/**
 * Logs what the library reports. Only a fault of ours is an error: a visitor can provoke the rest, such as a callback
 * with a made-up state or code. Reasons lose what looks like an e-mail or an address; values beside them are left out.
 */
export function logLibrary(log: Log, sentence: string, more: readonly unknown[]): void {
  const reason = sentence.replaceAll(/\S*(?:@|:\/\/)\S*/g, '…').slice(0, REASON_CHARACTERS)
  const error = more.find((value) => value instanceof Error)
  const isFault = error && error.name !== 'BetterAuthError' && !BY_VISITORS.has(sentence)
  if (isFault) log.error({ reason, error }, 'the identity library failed')
  else log.warn({ reason, ...(error && { error }) }, 'the identity library refused a request')
}
