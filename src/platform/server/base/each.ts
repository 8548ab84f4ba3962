import { messageOf } from './log.ts'

/**
 * Does each work in turn. One that fails does not keep the others from being done.
 * @throws AggregateError of all failures, after the last work; its message is that of the first
 */
export async function each(works: Iterable<() => Promise<unknown>>): Promise<void> {
  const failures: unknown[] = []
  for (const work of works) {
    try {
      await work()
    } catch (error) {
      failures.push(...failuresIn(error))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, messageOf(failures[0]))
}

/** The single failures of {@link each}; another error is its own. */
export const failuresIn = (error: unknown): unknown[] =>
  error instanceof AggregateError ? error.errors : [error]
