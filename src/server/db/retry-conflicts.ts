import { setTimeout as sleep } from 'node:timers/promises'

/** The SQLSTATEs of a transaction that Postgres ended because of a concurrent one: `serialization_failure`, `deadlock_detected`. */
export const CONFLICT_CODES: readonly string[] = ['40001', '40P01']
const RETRIES = 3
/** Two transactions that ended each other start again at different moments. */
const LONGEST_PAUSE_MS = 50

function isConflict(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return (code !== undefined && CONFLICT_CODES.includes(code)) || (cause !== undefined && isConflict(cause))
}

/**
 * Runs a transaction, or a statement outside of one, again after a deadlock or a serialization failure, at most three times.
 * Postgres has undone it by then. A transaction must therefore have no effects outside the database.
 * @throws the error of the last try
 */
export async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await run()
    } catch (error) {
      if (retries === RETRIES || !isConflict(error)) throw error
      await sleep(Math.random() * LONGEST_PAUSE_MS * (retries + 1))
    }
  }
}
