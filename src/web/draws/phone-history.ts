import { decodeYear, historyOfYears } from '../../domain/draw-files.ts'
import { EMPTY_HISTORY, type GameDraws, type History } from '../../domain/history.ts'
import { call, CallError, get } from '../api/call.ts'
import type { FileStore } from './file-store.ts'
import { mendKeptYears } from './mend-years.ts'
import { type Manifest, nameOf, type YearFile } from './year-files.ts'

/** What the phone knows of all draws. */
export interface PhoneHistory {
  manifest: Manifest | null
  /** The draws of the years that are here. */
  history: History
  years: ReadonlySet<number>
  /** Every year is here: a search finds all there is. */
  complete: boolean
  error: Error | null
}

export const NO_HISTORY: PhoneHistory = {
  manifest: null,
  history: EMPTY_HISTORY,
  years: new Set(),
  complete: false,
  error: null,
}

type Year = { year: number; games: GameDraws[] }

/**
 * The history of draws in this tab. Years are fetched when somebody needs them and kept on the phone under the hash of
 * their content; when a few draws are new, kept years are mended instead of fetched.
 */
export function createPhoneHistory(store: FileStore) {
  let state = NO_HISTORY
  let years = new Map<number, Year>()
  let working: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()

  function publish(next: Partial<PhoneHistory>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function publishYears(manifest: Manifest): void {
    publish({
      manifest,
      history: historyOfYears([...years.values()]),
      years: new Set(years.keys()),
      complete: manifest.years.every((file) => years.has(file.year)),
      error: null,
    })
  }

  /** Asks what there is now. Years that were here are brought to that version before anybody sees it. */
  async function refresh(): Promise<Manifest> {
    const manifest = await get<'GET /api/history'>('/api/history')
    if (manifest.seq === state.manifest?.seq) return manifest
    await mendKeptYears(store, manifest)
    const files = manifest.years.filter((file) => years.has(file.year))
    const fresh = await Promise.all(files.map((file) => readYear(store, file)))
    years = new Map(fresh.map((year) => [year.year, year]))
    publishYears(manifest)
    return manifest
  }

  async function bring(manifest: Manifest, files: readonly YearFile[]): Promise<void> {
    const missing = files.filter((file) => !years.has(file.year))
    const found = await Promise.all(missing.map((file) => readYear(store, file)))
    for (const year of found) years.set(year.year, year)
    if (found.length > 0) publishYears(manifest)
  }

  async function loadNow(all: boolean, anew: boolean): Promise<void> {
    const manifest = anew || !state.manifest ? await refresh() : state.manifest
    await bring(manifest, manifest.years.slice(0, 1))
    if (all) await bring(manifest, manifest.years.slice(1))
  }

  /** One piece of work after the other; what fails is told in the state, and a later call tries again. */
  function queue(all: boolean, anew: boolean): Promise<void> {
    working = working.then(async () => {
      try {
        await loadNow(all, anew).catch((error: unknown) => {
          // A file that is gone was replaced by a newer one: look again what there is.
          if (error instanceof CallError && error.status === 404) return loadNow(all, true)
          throw error
        })
      } catch (error) {
        publish({ error: error as Error })
      }
    })
    return working
  }

  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Brings the newest year, then, if asked, all others. */
    load: (all: boolean) => queue(all, false),
    /** Looks for what is new on the server. */
    update: () => queue(state.complete, true),
  }
}

async function readYear(store: FileStore, file: YearFile): Promise<Year> {
  const kept = await store.read(nameOf(file))
  if (kept) {
    try {
      return decodeYear(kept)
    } catch {
      await store.remove(nameOf(file))
    }
  }
  const response = await call('GET', `/api/history/files/${nameOf(file)}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const year = decodeYear(bytes)
  await store.write(nameOf(file), bytes)
  return year
}
