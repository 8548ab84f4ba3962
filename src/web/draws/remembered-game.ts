import { useSyncExternalStore } from 'react'

const KEY = 'game'

function readGame(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Some browsers refuse storage in private windows.
    return null
  }
}

/** Keeps the chosen game on this phone: a key, or empty for all games. */
export function rememberGame(game: string): void {
  try {
    localStorage.setItem(KEY, game)
  } catch {
    // The choice then lasts as long as the address.
  }
}

const subscribe = () => () => undefined

/** The game that was chosen last on this phone: a key, empty for all games, or null. Null on the server. */
export function useRememberedGame(): string | null {
  return useSyncExternalStore(subscribe, readGame, () => null)
}
