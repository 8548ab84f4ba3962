import type pg from 'pg'

/** Statements whose answers have not been delivered. */
export interface LateAnswers {
  /** Resolves when that many further statements have run. */
  ran(count: number): Promise<void>
  /** Delivers the answers so far, and later ones at once. */
  deliver(): void
}

/** Holds back the answers of a pool's single statements, as a slow network does. The database runs them at once. */
export function holdAnswers(pool: pg.Pool): LateAnswers {
  const run = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  const delivered = Promise.withResolvers<void>()
  let done = 0
  let wake = () => undefined as void
  pool.query = (async (...given: unknown[]) => {
    const answer = await run(...given)
    done++
    wake()
    await delivered.promise
    return answer
  }) as pg.Pool['query']
  return {
    async ran(count) {
      const isMissing = () => done < count
      while (isMissing()) await new Promise<void>((resolve) => (wake = resolve))
      done -= count
    },
    deliver: delivered.resolve,
  }
}
