import { useEffect, useSyncExternalStore } from 'react'
import { browserFileStore } from './file-store.ts'
import { createPhoneHistory, NO_HISTORY, type PhoneHistory } from './phone-history.ts'

let shared: ReturnType<typeof createPhoneHistory> | null = null

/** The only history of the tab. It outlives the screens that read it. */
export function phoneHistory() {
  return (shared ??= createPhoneHistory(browserFileStore()))
}

type Connection = { saveData?: boolean }

/** With the phone's data saver on, the history is loaded for a search only. */
function savesData(): boolean {
  return (navigator as Navigator & { connection?: Connection }).connection?.saveData ?? false
}

/**
 * The history of draws on this phone, so that searches are quick and keep working offline.
 *
 * @param isNeeded a search needs it now, even if the phone saves data
 */
export function useHistory(isNeeded: boolean): PhoneHistory {
  const history = phoneHistory()
  const state = useSyncExternalStore(history.subscribe, history.get, () => NO_HISTORY)
  useEffect(() => {
    if (isNeeded || !savesData()) void history.load()
  }, [history, isNeeded])
  useEffect(() => {
    const update = () => {
      if (document.visibilityState === 'visible' && history.get().manifest) void history.update()
    }
    document.addEventListener('visibilitychange', update)
    addEventListener('online', update)
    return () => {
      document.removeEventListener('visibilitychange', update)
      removeEventListener('online', update)
    }
  }, [history])
  return state
}
