import { useSyncExternalStore } from 'react'
import { clockOf, formatDayMonth, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { useMe } from '../../../platform/web/access/me.ts'
import { type Connection, connectionStore } from '../../../platform/web/api/connection.ts'
import { useAnnouncement } from '../../../platform/web/api/draw-news.ts'
import { serverNow } from '../../../platform/web/api/server-time.ts'

const LOOKS = { live: '', late: 'is-late', copy: 'is-copy' }
const WORDS = { live: 'Live', late: 'Not live since', copy: 'As of' }

/** The server has no connection to show, and a kept document would show an old one. The place is reserved. */
export const useConnection = () =>
  useSyncExternalStore(connectionStore.subscribe, connectionStore.get, () => null)

/** How current the screen is: live, not live since a time, or as of the time of its copy. A lower plan has one live game. */
export function LiveChip() {
  const known = useConnection()
  const game = useMe()?.liveGame
  return (
    <span className="live-place">
      {known && (
        <span className={`live-chip ${LOOKS[known.kind]}`}>
          <span>
            {game && known.kind === 'live' && `${game}: `}
            {WORDS[known.kind]} {timeOf(known)}
            {known.kind === 'late' && <span className="max-sm:sr-only">. Trying again.</span>}
          </span>
        </span>
      )}
    </span>
  )
}

/** Tells screen readers of new results, of a loss and of the end of it. The minutes of a live screen are not announced. */
export function LiveStatus() {
  const known = useConnection()
  const announcement = useAnnouncement()
  return (
    <>
      <span role="status" className="visually-hidden">
        {known?.kind === 'late' && `${WORDS.late} ${timeOf(known)}. Trying again.`}
        {known?.isBack && 'Live again.'}
      </span>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </>
  )
}

/** The time of day, or an earlier day. */
function timeOf({ at }: Connection): string {
  const date = lagosDate(at)
  return date === lagosDate(serverNow()) ? clockOf(at) : formatDayMonth(date)
}
