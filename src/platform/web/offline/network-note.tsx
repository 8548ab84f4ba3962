import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { clockOf, formatInstant } from '../../rules/base/calendar.ts'
import { followNetwork, noteAnswer, noteStore } from '../api/answer-age.ts'
import { lastAnswerAt } from '../api/server-time.ts'
import { IconPath } from '../ui/icon-path.tsx'
import { OFFLINE } from '../ui/more-icons.ts'
import type { ToPage } from './messages.ts'

const NOTE =
  'offline-note fixed inset-x-3 bottom-[calc(var(--bottom-bar)+0.75rem)] z-10 mx-auto flex max-w-120 items-center gap-2.5 rounded-lg bg-ink px-3 py-2.5 text-sm text-paper'

/** Above the bottom bar: how recent the screen's figures are without a network, and whether a new version waits. */
function NetworkNote() {
  const { isOffline, keptAt, hasFailed, update } = useSyncExternalStore(noteStore.subscribe, noteStore.get)
  const at = lastAnswerAt()
  return (
    <div role="status" className="no-print">
      {isOffline || keptAt !== null ? (
        <p className={NOTE}>
          <IconPath path={OFFLINE} />
          <span>
            {isOffline ? 'You are offline. ' : 'The network does not answer. '}
            {hasFailed
              ? ''
              : keptAt !== null
                ? `This screen is as of ${formatInstant(keptAt)}.`
                : at !== null && `The newest figures are from ${clockOf(at)}.`}
          </span>
        </p>
      ) : (
        update && (
          <p className={NOTE}>
            <span className="grow">A new version is ready.</span>
            <button type="button" className="min-h-11 font-bold underline" onClick={update}>
              Update
            </button>
          </p>
        )
      )}
    </div>
  )
}

/** Milliseconds until the note. Rendered before the screen, it would delay it. */
const AFTER_SCREEN_MS = 300

/** Listens for the ages of answers, and shows the note on the network. */
export function startNote(): void {
  followNetwork()
  setTimeout(() => {
    createRoot(document.body.appendChild(document.createElement('div'))).render(<NetworkNote />)
  }, AFTER_SCREEN_MS)
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
    if (data.kind === 'answered') noteAnswer(data.address, data.keptAt)
  })
}
