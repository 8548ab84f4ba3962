import { NotFound } from '../../platform/web/site/not-found.tsx'

/** Whether the answer for a draw means that there is none. An id that no draw can have is refused as invalid. */
export const isMissing = (status: number) => status === 404 || status === 400

/** Shown for an unknown id, and for a draw that staff have removed. */
export const NoSuchDraw = () => (
  <NotFound>There is no such draw. The address may be mistyped, or the draw was removed.</NotFound>
)
