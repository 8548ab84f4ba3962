import { numberIn } from '../../api/form-fields.ts'
import { z } from 'zod'
import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { type Routes, write } from '../../api/endpoint.ts'
import { acknowledgeLateDraw } from './late-draws.ts'

export const lateDrawRoutes = {
  'POST /api/admin/late-draws/:id/acknowledge': write({
    summary: 'Acknowledge a late draw, with an optional note; it stays late until it is entered',
    access: 'enter-results',
    params: z.strictObject({
      id: numberIn('This is not the ID of a late draw.'),
    }),
    /** Empty without a note. */
    body: z.strictObject({ note: z.string().trim().max(STAFF_LIMITS.reason) }),
    handle: ({ context, params, body }) => acknowledgeLateDraw(context, params.id, body.note || null),
  }),
} satisfies Routes
