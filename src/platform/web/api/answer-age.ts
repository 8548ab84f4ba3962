import { createStore } from './store.ts'

/** How old the answers on the screen are, and whether a new version waits. The note above the bottom bar shows it. */
interface NoteState {
  isOffline: boolean
  /** The server's time of the oldest kept answer on this screen, in milliseconds; null if the network answered. */
  keptAt: number | null
  /** Whether the screen shows a failure: it has no figures whose age could be said. */
  hasFailed: boolean
  /** Installs the version that waits; null without one. */
  update: (() => void) | null
}

export const noteStore = createStore<NoteState>({
  isOffline: false,
  keptAt: null,
  hasFailed: false,
  update: null,
})

const change = (next: Partial<NoteState>): void => noteStore.set({ ...noteStore.get(), ...next })

/** The screen by its address, and its kept answers by address, with the server's times in milliseconds. */
const shown = { screen: '', kept: new Map<string, number>() }

/** Answers that every screen has say nothing about the figures of this one. */
const FRAME: ReadonlySet<string> = new Set(['/api/me', '/api/site'])

/** An answer has arrived: from the phone, as of a time of the server in milliseconds, or from the network (null). */
export function noteAnswer(address: string, keptAt: number | null): void {
  const screen = location.pathname + location.search
  const { kept } = shown
  if (screen !== shown.screen) kept.clear()
  shown.screen = screen
  if (FRAME.has(address)) return
  if (keptAt === null) kept.delete(address)
  else kept.set(address, keptAt)
  change({ keptAt: kept.size > 0 ? Math.min(...kept.values()) : null })
}

/** For an effect: a failure is on the screen until the returned function is called. */
export function noteFailure(): () => void {
  change({ hasFailed: true })
  return () => change({ hasFailed: false })
}

export const noteUpdate = (update: () => void): void => change({ update })

/** Follows the browser's word on the network. */
export function followNetwork(): void {
  const note = () => change({ isOffline: !navigator.onLine })
  note()
  addEventListener('online', note)
  addEventListener('offline', note)
}
