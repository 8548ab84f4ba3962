import { eq } from 'drizzle-orm'
import { BEING_SET_UP } from '../../platform/rules/legal/notes.ts'
import type { Services } from '../../platform/server/api/services.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { users } from '../../platform/server/tables/accounts.ts'

declare module '../../platform/server/api/services.ts' {
  interface Services {
    /** The name of the business, as an owner entered it or as the settings have it. */
    businessName(now: number): string | null
  }
}

/**
 * Terms that name nobody bind nobody, so before the business has a name only its first owner signs up.
 * @throws Refusal forbidden
 */
export async function refuseBeforeOpening(services: Services, now: number): Promise<void> {
  if (services.settings.mode === 'demo' || services.businessName(now)) return
  const staff = await services.db.$count(users, eq(users.role, 'admin'))
  if (staff > 0) throw new Refusal('forbidden', BEING_SET_UP)
}
