import { endpoint, type Routes, write } from '../../api/endpoint.ts'
import { discardHeld } from './hold-result.ts'
import { publishNow } from './publish-held.ts'
import { id, recorded } from './shapes.ts'

export const heldRoutes = {
  'DELETE /api/admin/held-results/:id': write({
    summary: 'Discard a result that waits for its close, or undo one before it is published',
    access: 'enter-results',
    params: id,
    handle: ({ context, params }) => discardHeld(context, params.id),
  }),

  'POST /api/admin/held-results/:id/publish': endpoint({
    summary: 'Publish a result that can still be undone; before its time is over only a second person may',
    access: 'enter-results',
    fresh: true,
    params: id,
    answer: recorded,
    handle({ context, params }) {
      return publishNow(context, params.id)
    },
  }),
} satisfies Routes
