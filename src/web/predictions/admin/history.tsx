import { useEffect, useState } from 'react'
import { formatClock, formatDate, lagosDate, lagosMinutes } from '../../../domain/base/calendar.ts'
import { useAdminCall } from '../../admin/calls.ts'
import { Button } from '../../ui/button.tsx'

/** All versions of a prediction, loaded on demand. */
export function History({ id, version }: { id: number; version: number }) {
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useAdminCall(
    'GET /api/admin/predictions/:id',
    open ? `/api/admin/predictions/${id}` : undefined,
  )
  const known = data?.version ?? version
  useEffect(() => {
    if (known < version) refetch()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a newer version refreshes
  }, [known < version])
  if (!open)
    return (
      <Button kind="plain" className="mt-3" onClick={() => setOpen(true)}>
        All {version} versions
      </Button>
    )
  if (error) return <p className="mt-3 text-sm text-error">{error.message}</p>
  return (
    <ol className="mt-3 space-y-2 text-sm">
      {data?.versions.map((one) => (
        <li key={one.version}>
          <span className="font-bold">Version {one.version}</span>, {formatDate(lagosDate(one.at))}{' '}
          {formatClock(lagosMinutes(one.at))}
          {!one.inTime && ', not scored'}: {one.numbers.join(', ')} for {formatDate(one.date)}
          {one.reason && <> ({one.reason})</>}
        </li>
      ))}
    </ol>
  )
}
