import { useEffect, useSyncExternalStore } from 'react'
import { browserFileStore } from './file-store.ts'
import { createPhoneHistory, NO_HISTORY, type PhoneHistory } from './phone-history.ts'

let shared: ReturnType<typeof createPhoneHistory> | null = null

/** The only history of the tab. It outlives the screens that read it. */
export function phoneHistory() {
  return (shared ??= createPhoneHistory(browserFileStore()))
}

type Connection = { saveData?: boolean }

/** With the phone's data saver on, older years load only when a search or a table needs them. */
function savesData(): boolean {
  return (navigator as Navigator & { connection?: Connection }).connection?.saveData ?? false
}

/**
 * The history of draws on this phone, the newest year first. The other years follow unless the phone saves data, so
 * that searches keep working offline.
 *
 * @param needAll a search or a table needs every year now
 */
export function useHistory(needAll: boolean): PhoneHistory {
  const history = phoneHistory()
  const state = useSyncExternalStore(history.subscribe, history.get, () => NO_HISTORY)
  useEffect(() => {
    void history.load(needAll || !savesData())
  }, [history, needAll])
  useEffect(() => {
    const update = () => {
      if (document.visibilityState === 'visible') void history.update()
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
