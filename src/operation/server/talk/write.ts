import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import {
  type Audience,
  type Business,
  checkAnnouncement,
  type TypedAnnouncement,
  checkContact,
  type HelpContact,
} from '../../rules/talk/announcements.ts'
import type { LagosDate } from '../../../platform/rules/base/calendar.ts'
import { lineOf, type NoticeKind, NOTICES } from '../../../draws/rules/draw-notices.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { requireRight } from '../../../people/server/admins.ts'
import { change, type Context, type SignedIn } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { loadGames } from '../../../draws/server/memory.ts'
import { Refusal, refusedFields } from '../../../platform/server/http/refusal.ts'
import { gameReaders, pushToUsers } from '../../../reach/server/push/queue-push.ts'
import { draws } from '../../../draws/server/tables.ts'
import { announcements, helpContacts } from './tables.ts'
import { pushMessages } from '../../../reach/server/push/tables.ts'

interface NewAnnouncement extends TypedAnnouncement {
  audience: Audience
  /** The game whose followers get a notification; null for none. */
  game: string | null
  reason: string
}

/**
 * Shows a prepared sentence about a draw, which the server fills and checks, to everyone.
 * @param about the key of the game, and the day that names the draw
 * @throws Refusal invalid-input at `kind` when it does not hold, or as {@link announce} does
 */
export async function postNotice(
  context: Context<SignedIn>,
  kind: NoticeKind,
  about: { game: string; date: LagosDate; notify: boolean },
) {
  const { db, now } = context
  const game = (await loadGames(db)).find(({ key }) => key === about.game)
  if (!game) throw refusedFields({ game: 'There is no such game.' })
  const isOfDay = or(
    eq(draws.scheduledDate, about.date),
    and(isNull(draws.scheduledDate), eq(draws.date, about.date)),
  )
  const [row] = await db
    .select({ version: draws.version })
    .from(draws)
    .where(and(eq(draws.gameKey, game.key), isOfDay, isNull(draws.deletedAt)))
  const published = { isPublished: row !== undefined, isCorrected: (row?.version ?? 1) > 1 }
  const line = lineOf(kind, { game, date: about.date, ...published, now })
  if (!line) throw refusedFields({ kind: NOTICES[kind].refusal })
  const reason = NOTICES[kind].name
  return announce(context, { ...line, audience: 'all', game: about.notify ? game.key : null, reason })
}

const tagOf = (id: number) => `announcement ${id}`

/**
 * Shows a line above the app, and queues the notification of a game's followers for the time from which it is shown.
 * @throws Refusal invalid-input at the fields, conflict if the same line is shown already
 */
export function announce(
  context: Context<SignedIn>,
  { audience, game: key, reason, ...typed }: NewAnnouncement,
) {
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    const { wanted, problems } = checkAnnouncement(typed, now)
    if (!wanted) throw refusedFields(problems)
    const game = key === null ? null : (await loadGames(tx)).find((one) => one.key === key)
    if (game === undefined) throw refusedFields({ game: 'There is no such game.' })
    const times = { from: new Date(wanted.from), until: new Date(wanted.until) }
    const [row] = await tx
      .insert(announcements)
      .values({ ...wanted, ...times, audience, game: key, reason, by: actor.userId })
      .onConflictDoNothing()
      .returning({ id: announcements.id })
    if (!row) throw new Refusal('conflict', 'Players have this line already.')
    if (game) {
      const message = { title: game.name, body: wanted.text, path: PATHS.dayResult }
      const rest = { tag: tagOf(row.id), version: now, urgent: false, expiresAt: wanted.until }
      await pushToUsers(tx, wanted.from, await gameReaders(tx, [game.key]), { ...message, ...rest })
    }
    const details = { ...wanted, audience, ...(key !== null && { game: key }), reason }
    await recordAudit(unit, 'announcement.publish', `announcement:${row.id}`, details)
    return { id: row.id }
  })
}

/**
 * Ends a line early, with a notification that still waits.
 * @throws Refusal conflict if it is over, forbidden for the line of another person without the right to write any
 */
export function endAnnouncement(context: Context<SignedIn>, id: number, reason: string): Promise<void> {
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    const isOwn = and(eq(announcements.id, id), eq(announcements.by, actor.userId))
    if ((await tx.$count(announcements, isOwn)) === 0) await requireRight(tx, actor, 'talk-to-players')
    const isOpen = and(
      eq(announcements.id, id),
      isNull(announcements.endedAt),
      gt(announcements.until, new Date(now)),
    )
    const [row] = await tx
      .update(announcements)
      .set({ endedAt: new Date(now) })
      .where(isOpen)
      .returning()
    if (!row) throw new Refusal('conflict', 'This line has ended already.')
    await tx.delete(pushMessages).where(eq(pushMessages.tag, tagOf(id)))
    const { text, audience, until } = row
    const details = { text, audience, until: until.getTime(), reason }
    await recordAudit(unit, 'announcement.end', `announcement:${id}`, details)
  })
}

const NO_CONTACT = { id: 0, email: null, whatsapp: null, hours: null, name: null, licence: null, state: null }

/** The business and how players reach it, as staff entered it last. */
export async function helpContact(db: Db): Promise<HelpContact & Business & { id: number }> {
  const { id, email, whatsapp, hours, name, licence, state } = helpContacts
  const columns = { id, email, whatsapp, hours, name, licence, state }
  const [row] = await db.select(columns).from(helpContacts).orderBy(desc(id)).limit(1)
  return row ?? NO_CONTACT
}

/**
 * Changes how players reach the business.
 * @param seen the id of the contact that the change is based on
 * @throws Refusal invalid-input at the fields, conflict if it was changed since
 */
export function setContact(
  context: Context<SignedIn>,
  { seen, reason, ...typed }: Parameters<typeof checkContact>[0] & { seen: number; reason: string },
): Promise<void> {
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    const { wanted, problems } = checkContact(typed)
    if (!wanted) throw refusedFields(problems)
    const { id, ...old } = await helpContact(tx)
    const by = { at: new Date(now), by: actor.userId }
    const written =
      id === seen
        ? await tx
            .insert(helpContacts)
            .values({ ...wanted, ...by, replaces: seen })
            .onConflictDoNothing()
            .returning()
        : []
    if (written.length === 0)
      throw new Refusal('conflict', 'Another member of staff changed this meanwhile. Reload and try again.')
    await recordAudit(unit, 'help.contact', 'help', { old, new: wanted, reason })
  })
}
