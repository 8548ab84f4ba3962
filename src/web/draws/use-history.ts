import { useEffect, useSyncExternalStore } from 'react'
import { useAnswer } from '../api/use-call.ts'
import { browserFileStore } from './file-store.ts'
import { createPhoneHistory, NO_HISTORY, type PhoneHistory } from './phone-history.ts'

let shared: ReturnType<typeof createPhoneHistory> | null = null

/** The only history of the tab. It outlives the screens that read it. */
export function phoneHistory() {
  return (shared ??= createPhoneHistory(browserFileStore()))
}

/** Fetches what is new when an answer would be fetched again. It ends without an error. */
const updateHistory = () => phoneHistory().update()

/** No age: the answer is never fetched because it is shown, only on the return to the tab, the network, or a renewal. */
const NOT_FIRST = NaN

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
  useAnswer(state.manifest ? '/api/history' : undefined, updateHistory, NOT_FIRST)
  return state
}
