import type { Log } from '../../base/log.ts'

const MAX_REASON_CHARACTERS = 200
/** Messages that visitors can provoke. */
const BY_VISITORS: ReadonlySet<string> = new Set([
  'INVALID_CALLBACK_REQUEST',
  'Failed to validate authorization code',
])

/**
 * Logs a message of the identity library. Only a fault of ours is an error; visitors can provoke the rest, such as a
 * callback with a forged state or code. Emails and addresses are removed from the message, and values are left out.
 */
export function logLibrary(log: Log, sentence: string, more: readonly unknown[]): void {
  const reason = sentence.replaceAll(/\S*(?:@|:\/\/)\S*/g, '…').slice(0, MAX_REASON_CHARACTERS)
  const error = more.find((value) => value instanceof Error)
  const isFault = error && error.name !== 'BetterAuthError' && !BY_VISITORS.has(sentence)
  if (isFault) log.error({ reason, error }, 'the identity library failed')
  else log.warn({ reason, ...(error && { error }) }, 'the identity library refused a request')
}
