// The mails to the owners about what staff did with their powers.
import { sql } from 'drizzle-orm'
import { POWER_MAIL } from '../../src/platform/rules/access/powers.ts'
import { mailPowers } from '../../src/operation/server/members/mail-powers.ts'
import type { MailData } from '../../src/platform/server/mail/render.ts'
import { rowsOf } from './database.ts'
import type { TestServer } from './test-server.ts'

/** Mails what waits, as the sweep does some minutes later. @returns the newest mail of each owner by the user id */
export async function mailsOfPowers(
  server: Pick<TestServer, 'services' | 'now'>,
): Promise<Map<string, MailData<'powers-used'>>> {
  const { db, draws } = server.services
  await mailPowers(db, (await server.now()) + POWER_MAIL.waitMs, draws.current().games)
  const mails = await rowsOf(
    server,
    sql`select user_id, data from mails where template = 'powers-used' order by created_at`,
  )
  return new Map(mails.map(({ user_id, data }) => [user_id, data]))
}
