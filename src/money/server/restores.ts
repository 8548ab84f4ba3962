import { reason } from '../../platform/server/api/form-fields.ts'
import { desc, isNull } from 'drizzle-orm'
import { byProgram, change, type Context } from '../../platform/server/audit/context.ts'
import { recordAudit } from '../../platform/server/audit/record.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { countHeldMails, discardHeldMails, releaseHeldMails } from '../../platform/server/mail/queue-mail.ts'
import { restores } from '../../platform/server/tables/installation.ts'
import { z } from 'zod'
import { endpoint, type Routes, write } from '../../platform/server/api/endpoint.ts'

const isClosed = isNull(restores.paymentsOpenedAt)
const CLOSED =
  'Payments are closed for a moment while we check our records. You have not been charged. Please try again later.'

/**
 * The earliest backup since which payments were not compared; null while they are open. The backup of the last restore may
 * itself be from before the comparison after an earlier restore.
 */
export async function closingRestore(db: Db): Promise<{ backupAt: number } | null> {
  const [found] = await db.select().from(restores).where(isClosed).orderBy(restores.backupAt).limit(1)
  return found ? { backupAt: found.backupAt.getTime() } : null
}

/** @throws Refusal unavailable between a restore and the comparison with Paystack */
export async function requireOpenPayments(db: Db): Promise<void> {
  if (await closingRestore(db)) throw new Refusal('unavailable', CLOSED, { headers: { 'retry-after': '60' } })
}

/** What staff still decide after the last restore; null when nothing is left. Times in milliseconds. */
export async function openRestore(db: Db) {
  const [last] = await db.select().from(restores).orderBy(desc(restores.id)).limit(1)
  if (!last) return null
  const heldMails = await countHeldMails(db)
  const paymentsClosed = (await closingRestore(db)) !== null
  if (!paymentsClosed && heldMails === 0) return null
  return { at: last.at.getTime(), backupAt: last.backupAt.getTime(), paymentsClosed, heldMails }
}

/** Opens payments after the comparison with Paystack. */
export async function openAfterComparison(tx: Db, now: number): Promise<void> {
  const opened = await tx
    .update(restores)
    .set({ paymentsOpenedAt: new Date(now) })
    .where(isClosed)
    .returning({ id: restores.id })
  for (const { id } of opened)
    await recordAudit(byProgram(tx, now), 'restore.open-payments', `restore:${id}`, {
      reason: 'The comparison with Paystack has finished.',
    })
}

/**
 * Opens payments without the comparison.
 * @throws Refusal conflict when they are open
 */
async function openWithoutComparison(context: Context, reason: string): Promise<void> {
  await change(context, async (unit) => {
    const { tx, now, actor } = unit
    const opened = await tx
      .update(restores)
      .set({ paymentsOpenedAt: new Date(now), openedBy: actor.userId, openedReason: reason })
      .where(isClosed)
      .returning({ id: restores.id })
    if (opened.length === 0) throw new Refusal('conflict', 'Payments are open already.')
    for (const { id } of opened) await recordAudit(unit, 'restore.open-payments', `restore:${id}`, { reason })
  })
}

/** Sends or discards the mails from before a restore. @returns how many */
async function decideHeldMails(context: Context, decision: 'send' | 'discard'): Promise<number> {
  return change(context, async (unit) => {
    const { tx, now } = unit
    const mails = decision === 'send' ? await releaseHeldMails(tx) : await discardHeldMails(tx, now)
    if (mails > 0)
      await recordAudit(
        unit,
        decision === 'send' ? 'restore.send-mails' : 'restore.discard-mails',
        'restore',
        { mails },
      )
    return mails
  })
}

export const restoreRoutes = {
  'POST /api/admin/restore/open-payments': write({
    summary: 'Open payments after a restore, before the comparison with Paystack has finished, with a reason',
    access: 'operate',
    effect: 'restores',
    body: z.strictObject({ reason }),
    handle: ({ context, body }) => openWithoutComparison(context, body.reason),
  }),

  'POST /api/admin/restore/mails': endpoint({
    summary: 'Send or discard the mails from before a restore',
    access: 'operate',
    effect: 'restores',
    body: z.strictObject({ decision: z.enum(['send', 'discard']) }),
    answer: z.strictObject({ mails: z.int() }),
    async handle({ context, body }) {
      return { mails: await decideHeldMails(context, body.decision) }
    },
  }),
} satisfies Routes
