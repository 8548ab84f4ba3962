import { z } from 'zod'
import { STAFF_LIMITS } from '../../domain/admin/staff.ts'
import { endpoint, type Routes, write } from '../api/endpoint.ts'
import { decideHeldMails, openWithoutComparison } from './restores.ts'

export const restoreRoutes = {
  'POST /api/admin/restore/open-payments': write({
    summary: 'Open payments after a restore, before the comparison with Paystack has finished, with a reason',
    access: 'operate',
    needsProof: true,
    body: z.strictObject({ reason: z.string().trim().min(1, 'Say why.').max(STAFF_LIMITS.reason) }),
    async handle(call) {
      const { services, now, actor, person, body } = call
      await openWithoutComparison(services.db, now, { ...actor, userId: person.uid }, body.reason)
    },
  }),

  'POST /api/admin/restore/mails': endpoint({
    summary: 'Send or discard the mails from before a restore',
    access: 'operate',
    body: z.strictObject({ decision: z.enum(['send', 'discard']) }),
    answer: z.strictObject({ mails: z.int() }),
    async handle({ context, body }) {
      return { mails: await decideHeldMails(context, body.decision) }
    },
  }),
} satisfies Routes
