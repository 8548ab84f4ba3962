import { MESSAGES } from '../../domain/base/messages.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { Title } from '../ui/title.tsx'

/** Whether the answer for a draw means that there is none. An id that no draw can have is refused as invalid. */
export const isMissing = (status: number) => status === 404 || status === 400

/** Shown for an unknown id, and for a draw that staff have removed. */
export function NoSuchDraw() {
  return (
    <div className="py-8 text-center">
      <Title>{MESSAGES.notFound}</Title>
      <p className="mt-3 text-quiet">
        There is no such draw. The address may be mistyped, or the draw was removed.
      </p>
      <p className="mt-6">
        <a href={PATHS.start} className="link">
          Go home
        </a>
      </p>
    </div>
  )
}
