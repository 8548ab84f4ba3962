import { asc, eq } from 'drizzle-orm'
import type { Chain } from '../../domain/ledger/entries.ts'
import { type Policy, quorumAt, witnessesOf } from '../../domain/log/policy.ts'
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

/** When a quorum of a policy had seen an entry, in milliseconds; null before it. */
export function quorumSaw(witnessed: Witnessed, index: number, policy: Policy): number | null {
  const keys = witnessesOf(policy)
  const seen = witnessed.of(index).flatMap(({ witness, at }) => {
    const key = keys.find(({ name }) => name === witness)
    return key ? [{ key, at }] : []
  })
  return quorumAt(policy, seen)
}
