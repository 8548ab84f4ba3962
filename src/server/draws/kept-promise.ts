import type { DrawsMemory } from './memory.ts'

/**
 * What `make` reads from the database, kept under `name` until the next change of draws, games or forecasts, so that it is there while the
 * database is away. A failure is not kept.
 */
export function keptPromise<T>(draws: DrawsMemory, name: string, make: () => Promise<T>): Promise<T> {
  const kept = draws.derived<{ made: Promise<T> | null }>(name, () => ({ made: null }))
  kept.made ??= make().catch((error: unknown) => {
    kept.made = null
    throw error
  })
  return kept.made
}
