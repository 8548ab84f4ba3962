import { SLIP_LIMITS } from '../../rules/entry.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { type Entry, SLIP } from './use-slip.ts'

/** The newest saved numbers, from which one tap starts the screen. @param pathOf null for an entry that does not fit it */
export function SavedNumbers({ pathOf }: { pathOf: (entry: Entry) => string | null }) {
  const { data } = useCall('GET /api/slip', SLIP)
  const saved = (data?.entries ?? []).flatMap((entry) => {
    const path = pathOf(entry)
    return path === null ? [] : [{ entry, path }]
  })
  if (saved.length === 0) return null
  return (
    <p className="mt-1 mb-2 flex flex-wrap gap-x-4">
      My slip:
      {saved.slice(-SLIP_LIMITS.offered).map(({ entry: { id, numbers }, path }) => (
        <PageLink key={id} to={path} className="link tap -my-3">
          {numbers.join('-')}
        </PageLink>
      ))}
    </p>
  )
}
