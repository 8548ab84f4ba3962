import { asc, eq } from 'drizzle-orm'
import type { Chain } from '../../domain/ledger/entries.ts'
import type { Db } from '../db/connect.ts'
import { logCosignatures } from '../tables/forecast-ledger.ts'

/** When witnesses saw a log. Their signatures were verified when they were stored. */
export interface Witnessed {
  /** How many witnesses the policy names. */
  all: number
  /** The witnesses that have seen an entry, by the first time of each, earliest first. In milliseconds. */
  of(index: number): readonly { witness: string; at: number }[]
}

export async function loadWitnessed(db: Db, chain: Chain, all: number): Promise<Witnessed> {
  const { size, witness, at } = logCosignatures
  const rows = await db
    .select({ size, witness, at })
    .from(logCosignatures)
    .where(eq(logCosignatures.chain, chain))
    .orderBy(asc(at))
  return {
    all,
    of(index) {
      const first = new Map<string, number>()
      for (const row of rows)
        if (row.size > index && !first.has(row.witness)) first.set(row.witness, row.at.getTime())
      return [...first].map(([name, time]) => ({ witness: name, at: time }))
    },
  }
}
