import { decodeYear, historyOfYears } from '../../domain/draw-files.ts'
import { EMPTY_HISTORY, type GameDraws, type History } from '../../domain/history.ts'
import { call, CallError, get } from '../api/call.ts'
import type { FileStore } from './file-store.ts'
import { patchCachedYears } from './patch-years.ts'
import { type Manifest, fileNameOf, type YearFile } from './year-files.ts'

/** The draws that this tab has loaded. */
export interface PhoneHistory {
  manifest: Manifest | null
  /** The draws of the loaded years. */
  history: History
  years: ReadonlySet<number>
  /** Every year is loaded, so a search covers all draws. */
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
 * The history of draws in this tab. Years are fetched on demand and cached on the phone under the hash of their
 * content. When only a few draws are new, cached years are patched instead of fetched.
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

  /** Fetches the manifest, and brings the loaded years to its version before it publishes them. */
  async function refresh(): Promise<Manifest> {
    const manifest = await get<'GET /api/history'>('/api/history')
    if (manifest.seq === state.manifest?.seq) return manifest
    await patchCachedYears(store, manifest, (since) =>
      get<'GET /api/history/changes'>(`/api/history/changes?since=${since}`),
    )
    const files = manifest.years.filter((file) => years.has(file.year))
    const fresh = await Promise.all(files.map((file) => readYear(store, file)))
    years = new Map(fresh.map((year) => [year.year, year]))
    publishYears(manifest)
    return manifest
  }

  async function loadFiles(manifest: Manifest, files: readonly YearFile[]): Promise<void> {
    const missing = files.filter((file) => !years.has(file.year))
    const found = await Promise.all(missing.map((file) => readYear(store, file)))
    for (const year of found) years.set(year.year, year)
    if (found.length > 0) publishYears(manifest)
  }

  async function loadNow(all: boolean, isRefresh: boolean): Promise<void> {
    const manifest = isRefresh || !state.manifest ? await refresh() : state.manifest
    await loadFiles(manifest, manifest.years.slice(0, 1))
    if (all) await loadFiles(manifest, manifest.years.slice(1))
  }

  /** Runs one load at a time. An error goes to the state, and a later call tries again. */
  function queue(all: boolean, isRefresh: boolean): Promise<void> {
    working = working.then(async () => {
      try {
        await loadNow(all, isRefresh).catch((error: unknown) => {
          // A newer file has replaced a missing one: fetch the manifest again.
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
    /** Loads the newest year, then all others if `all` is set. */
    load: (all: boolean) => queue(all, false),
    /** Fetches what is new on the server. */
    update: () => queue(state.complete, true),
  }
}

async function readYear(store: FileStore, file: YearFile): Promise<Year> {
  const kept = await store.read(fileNameOf(file))
  if (kept) {
    try {
      return decodeYear(kept)
    } catch {
      await store.remove(fileNameOf(file))
    }
  }
  const response = await call('GET', `/api/history/files/${fileNameOf(file)}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const year = decodeYear(bytes)
  await store.write(fileNameOf(file), bytes)
  return year
}
