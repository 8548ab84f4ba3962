import { decodeYear, historyOfYears } from '../../domain/draw-files.ts'
import { EMPTY_HISTORY, type GameDraws, type History } from '../../domain/history.ts'
import { call, CallError, get } from '../api/call.ts'
import type { FileStore } from './file-store.ts'
import { type Manifest, fileNameOf, type YearFile } from './year-files.ts'

/** The draws that this tab has loaded. */
export interface PhoneHistory {
  manifest: Manifest | null
  history: History
  /** Every year is loaded, so a search covers all draws. */
  complete: boolean
  error: Error | null
}

export const NO_HISTORY: PhoneHistory = {
  manifest: null,
  history: EMPTY_HISTORY,
  complete: false,
  error: null,
}

type Year = { year: number; games: GameDraws[] }

/**
 * The history of draws in this tab. Years are cached on the phone under the hash of their
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
      complete: manifest.years.every((file) => years.has(file.year)),
      error: null,
    })
  }

  /** Fetches the manifest, and brings the loaded years to its version before it publishes them. */
  async function refresh(): Promise<Manifest> {
    const manifest = await get<'GET /api/history'>('/api/history')
    if (manifest.seq === state.manifest?.seq) return manifest
    await updateCache(store, manifest)
    const files = manifest.years.filter((file) => years.has(file.year))
    const fresh = await Promise.all(files.map((file) => readYear(store, file)))
    years = new Map(fresh.map((year) => [year.year, year]))
    publishYears(manifest)
    return manifest
  }

  async function loadNow(isRefresh: boolean): Promise<void> {
    const manifest = isRefresh || !state.manifest ? await refresh() : state.manifest
    const missing = manifest.years.filter((file) => !years.has(file.year))
    const found = await Promise.all(missing.map((file) => readYear(store, file)))
    for (const year of found) years.set(year.year, year)
    if (found.length > 0) publishYears(manifest)
  }

  /** Runs one load at a time. An error goes to the state, and a later call tries again. */
  function queue(isRefresh: boolean): Promise<void> {
    working = working.then(async () => {
      try {
        await loadNow(isRefresh).catch((error: unknown) => {
          // A newer file has replaced a missing one: fetch the manifest again.
          if (error instanceof CallError && error.status === 404) return loadNow(true)
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
    /** Loads every year that is missing. */
    load: () => queue(false),
    /** Fetches what is new on the server. */
    update: () => queue(true),
  }
}

/** Brings the files of an earlier visit to the manifest's version. Its code is fetched only when some are outdated. */
async function updateCache(store: FileStore, manifest: Manifest): Promise<void> {
  const wanted = new Set(manifest.years.map(fileNameOf))
  if ((await store.names()).every((name) => wanted.has(name))) return store.writeSeq(manifest.seq)
  const { patchCachedYears } = await import('./patch-years.ts')
  await patchCachedYears(store, manifest, (since) =>
    get<'GET /api/history/changes'>(`/api/history/changes?since=${since}`),
  )
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
