import { and, eq, inArray } from 'drizzle-orm'
import { LATE_DRAW } from '../../../domain/alarms/alarms.ts'
import { DELETED_SUBJECT } from '../../../domain/audit/audit.ts'
import { formatDate, type LagosDate } from '../../../domain/base/calendar.ts'
import type { Game } from '../../../domain/draws/games.ts'
import { DEFAULT_USERNAME } from '../../../domain/accounts/identity.ts'
import { lateDrawOf } from '../../alarms/late-draws.ts'
import { users } from '../../tables/accounts.ts'
import { alarms } from '../../tables/alarms.ts'
import type { Db } from '../../db/connect.ts'
import { draws } from '../../tables/draws.ts'
import { numberGroups } from '../../tables/number-groups.ts'
import { payments } from '../../tables/payments.ts'
import { predictions } from '../../tables/predictions.ts'
import type { AuditEntry } from './queries.ts'

/** A row id that fits bigint; more digits are no id. */
const ID = /^\d{1,15}$/

const userColumns = { username: users.username, email: users.email, deletedAt: users.deletedAt }

/**
 * The names of the subjects in audit entries, by subject (`draw:12`, `game:gold`, `payment:abc`, `user:7f`). Subjects
 * without a row are left out.
 */
export async function namesIn(
  db: Db,
  games: readonly Game[],
  entries: readonly Pick<AuditEntry, 'subject' | 'old' | 'new' | 'more'>[],
): Promise<Record<string, string>> {
  const mentioned = new Set(entries.flatMap((entry) => [entry.subject, ...usersIn(entry)]))
  const idsOf = (kind: string) =>
    [...mentioned].flatMap((subject) =>
      subject.startsWith(`${kind}:`) ? [subject.slice(kind.length + 1)] : [],
    )
  const numbersOf = (kind: string) =>
    idsOf(kind)
      .filter((id) => ID.test(id))
      .map(Number)
  const [userRows, paymentRows, drawRows, predictionRows, groupRows, alarmRows] = await Promise.all([
    db
      .select({ id: users.id, ...userColumns })
      .from(users)
      .where(inArray(users.id, idsOf('user'))),
    db
      .select({ reference: payments.reference, ...userColumns })
      .from(payments)
      .innerJoin(users, eq(users.id, payments.userId))
      .where(inArray(payments.reference, idsOf('payment'))),
    db
      .select({ id: draws.id, game: draws.gameKey, date: draws.date })
      .from(draws)
      .where(inArray(draws.id, numbersOf('draw'))),
    db
      .select({ id: predictions.id, game: predictions.gameKey, date: predictions.drawDate })
      .from(predictions)
      .where(inArray(predictions.id, numbersOf('prediction'))),
    db
      .select({ id: numberGroups.id, name: numberGroups.name })
      .from(numberGroups)
      .where(inArray(numberGroups.id, numbersOf('group'))),
    db
      .select({ id: alarms.id, details: alarms.details })
      .from(alarms)
      .where(and(inArray(alarms.id, numbersOf('alarm')), eq(alarms.kind, LATE_DRAW))),
  ])
  const gameNames = new Map(games.map(({ key, name }) => [key, name]))
  const gameAndDate = ({ game, date }: { game: string; date: string }) =>
    `${gameNames.get(game) ?? game} of ${formatDate(date as LagosDate)}`
  return Object.fromEntries([
    ...games.map(({ key, name }) => [`game:${key}`, name]),
    ...userRows.map((user) => [`user:${user.id}`, userName(user)]),
    ...paymentRows.map((row) => [`payment:${row.reference}`, `the payment of ${userName(row)}`]),
    ...drawRows.map((draw) => [`draw:${draw.id}`, gameAndDate(draw)]),
    ...alarmRows.map((row) => [`alarm:${row.id}`, `the alarm about ${gameAndDate(lateDrawOf(row))}`]),
    ...groupRows.map(({ id, name }) => [`group:${id}`, `the number group ${name}`]),
    ...predictionRows.map((prediction) => [`prediction:${prediction.id}`, gameAndDate(prediction)]),
  ])
}

/** The users in the values of an entry. */
function usersIn({ old, new: now, more }: Pick<AuditEntry, 'old' | 'new' | 'more'>): string[] {
  return [old, now, more].flatMap((values: unknown) => {
    if (typeof values !== 'object' || values === null || !('userId' in values)) return []
    return typeof values.userId === 'string' ? [`user:${values.userId}`] : []
  })
}

/** A user by name and email, because usernames repeat. */
function userName(user: { username: string; email: string; deletedAt: Date | null }): string {
  if (user.deletedAt) return DELETED_SUBJECT
  return user.username === DEFAULT_USERNAME || user.username === ''
    ? user.email
    : `${user.username} (${user.email})`
}
