import { useSyncExternalStore } from 'react'
import { formatClock, lagosMinutes } from '../../domain/calendar.ts'
import { lastAnswerAt } from '../api/server-time.ts'
import { IconPath } from '../ui/icons.tsx'
import { OFFLINE } from '../ui/more-icons.ts'

function subscribe(reader: () => void): () => void {
  addEventListener('online', reader)
  addEventListener('offline', reader)
  return () => {
    removeEventListener('online', reader)
    removeEventListener('offline', reader)
  }
}

/** Above the bottom bar while the browser is offline: how recent the screen's figures can be. */
export function OfflineNote() {
  const isOffline = useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
  const at = lastAnswerAt()
  return (
    <div role="status" className="no-print">
      {isOffline && (
        <p className="offline-note">
          <IconPath path={OFFLINE} />
          <span>
            You are offline.
            {at !== null && ` The newest figures are from ${formatClock(lagosMinutes(at))}.`}
          </span>
        </p>
      )}
    </div>
  )
}
