import { type Routes, write } from '../../api/endpoint.ts'
import { discardHeld } from './hold-result.ts'
import { id } from './shapes.ts'

export const heldRoutes = {
  'DELETE /api/admin/held-results/:id': write({
    summary: 'Discard a result that waits for its close',
    access: 'enter-results',
    params: id,
    handle: ({ context, params }) => discardHeld(context, params.id),
  }),
} satisfies Routes
