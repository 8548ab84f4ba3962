import { desc, eq } from 'drizzle-orm'
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
    .orderBy(desc(size))
  /** Of each witness, largest size first: the first time at which it saw so many entries. */
  const first = [...Map.groupBy(rows, (row) => row.witness)].map(([name, own]) => {
    let earliest = Infinity
    const seen = own.map((row) => ({ size: row.size, at: (earliest = Math.min(earliest, row.at.getTime())) }))
    return { witness: name, seen: seen.reverse() }
  })
  return {
    all,
    of: (index) =>
      first
        .flatMap(({ witness: name, seen }) => {
          const found = seen[firstAfter(seen, index)]
          return found ? [{ witness: name, at: found.at }] : []
        })
        .sort((a, b) => a.at - b.at),
  }
}

/** The place of the first size above an index. */
function firstAfter(seen: readonly { size: number }[], index: number): number {
  let [low, high] = [0, seen.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (seen[middle]!.size > index) high = middle
    else low = middle + 1
  }
  return low
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
