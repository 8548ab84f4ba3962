import { z } from 'zod'
import { recordAudit } from '../audit/record.ts'
import { endpoint, type Routes } from '../http/endpoint.ts'

export const billingRoutes = {
  'POST /api/plans/free': endpoint({
    summary: 'Choose the free plan: noted, and nothing that was paid is cancelled',
    access: 'signed-in',
    answer: z.strictObject({ saved: z.literal(true) }),
    async handle({ services: { db }, now, actor, person }) {
      await recordAudit(db, now, actor, {
        action: 'plan.choose',
        subject: `user:${person.uid}`,
        details: { plan: 'free' },
      })
      return { saved: true as const }
    },
  }),
} satisfies Routes
