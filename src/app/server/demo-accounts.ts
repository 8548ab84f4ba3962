import { randomUUID } from 'node:crypto'
import { addGrant } from '../../money/server/ledger/grant.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import type { Settings } from '../../platform/server/base/settings.ts'
import { hashPassword } from '../../people/server/password.ts'
import { accounts, users } from '../../platform/server/tables/accounts.ts'

export const DEMO_PASSWORD = 'lotto-forecast-demo'

/** One account per plan and one for staff, for trying every role in the demo. */
export const DEMO_ACCOUNTS = [
  { email: 'admin@lotto.test', username: 'Ada Admin', role: 'admin', plan: null },
  {
    email: 'pro@lotto.test',
    username: 'Chidi Pro',
    role: 'user',
    plan: { plan: 'pro', length: { months: 1 } },
  },
  {
    email: 'basic@lotto.test',
    username: 'Bola Basic',
    role: 'user',
    plan: { plan: 'basic', length: { months: 12 } },
  },
  { email: 'free@lotto.test', username: 'Funmi Free', role: 'user', plan: null },
] as const

/** Adds the demo accounts with their grants to a new demo database. */
export async function addDemoAccounts(
  tx: Db,
  now: number,
  { passwordCost }: Pick<Settings, 'passwordCost'>,
): Promise<void> {
  const at = new Date(now)
  const password = await hashPassword(passwordCost, DEMO_PASSWORD)
  for (const { email, username, role, plan } of DEMO_ACCOUNTS) {
    const id = randomUUID()
    const times = { createdAt: at, updatedAt: at }
    await tx
      .insert(users)
      .values({ id, email, username, role, emailVerified: true, ageConfirmedAt: at, ...times })
    await tx
      .insert(accounts)
      .values({ id: randomUUID(), accountId: id, providerId: 'credential', userId: id, password, ...times })
    if (plan) await addGrant(tx, now, { userId: id, ...plan, kind: 'demo', reason: 'Demo account' })
  }
}
