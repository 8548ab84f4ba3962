import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { waitingLocks } from './database.ts'
import type { TestServer } from './test-server.ts'

/** Starts two writes while the rows of some users are locked: both wait, then continue. @returns their answers */
export async function runBoth<First, Second>(
  server: TestServer,
  uids: string[],
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const waiting = (count: number) => expect.poll(() => waitingLocks(server)).toBe(count)
  const { both } = await server.services.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from users where id = any(${sql.param(uids)}::text[]) for update`)
    const one = first()
    await waiting(1)
    const two = second()
    await waiting(2)
    return { both: Promise.all([one, two]) }
  })
  return both
}
