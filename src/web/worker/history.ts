import { decodeYear, historyOfYears } from '../../domain/draw-files.ts'
import type { GameDraws, History } from '../../domain/history.ts'
import { OFFLINE_LIMITS } from '../../domain/offline-limits.ts'
import type { AnswerOf } from '../api/call.ts'
import { browserFileStore, PUBLIC_CACHE } from '../draws/file-store.ts'
import { patchCachedYears } from '../draws/patch-years.ts'
import { fileNameOf, type Manifest, type YearFile } from '../draws/year-files.ts'
import { jsonAt, KEPT_AT, put, read } from './stores.ts'

export const MANIFEST = '/api/history'

const store = browserFileStore()

interface KeptHistory {
  manifest: Manifest
  history: History
  /** Every year is kept. */
  complete: boolean
  /** The server's time of the manifest, in milliseconds. */
  at: number
}

type Year = { year: number; games: GameDraws[] }

/** The years that this worker has decoded, by the names of their files. */
let decoded = new Map<string, Year>()

/**
 * The history that this phone keeps; null without one. A year whose newest file did not arrive has the file of an
 * earlier version, and the manifest names it.
 * @param mostYears the newest years to read, for a screen that needs no others
 */
export async function keptHistory(mostYears = Infinity): Promise<KeptHistory | null> {
  const found = await read(PUBLIC_CACHE, MANIFEST)
  if (!found) return null
  const manifest = (await found.json()) as Manifest
  const names = await store.names()
  const newest = [...manifest.years].sort((a, b) => b.year - a.year).slice(0, mostYears)
  const readable = new Map<string, Year>()
  const years = await Promise.all(
    manifest.years.map(async (file): Promise<YearFile> => {
      const name = newest.includes(file) ? keptNameOf(names, file) : undefined
      const year = name === undefined ? null : await decodedYear(name)
      if (!year) return file
      readable.set(name!, year)
      return { ...file, hash: name!.slice('2026-'.length, -'.bin'.length) }
    }),
  )
  if (newest.length === years.length) decoded = readable
  if (readable.size === 0) return null
  return {
    manifest: { ...manifest, years },
    history: historyOfYears([...readable.values()]),
    complete: readable.size === years.length,
    at: Number(found.headers.get(KEPT_AT)),
  }
}

/** The file of a year as the manifest names it, or an earlier version of that year. */
function keptNameOf(names: readonly string[], file: YearFile): string | undefined {
  const exact = fileNameOf(file)
  return names.includes(exact) ? exact : names.find((name) => name.startsWith(`${file.year}-`))
}

async function decodedYear(name: string): Promise<Year | null> {
  const known = decoded.get(name)
  if (known) return known
  const bytes = await store.read(name)
  try {
    return bytes && decodeYear(bytes)
  } catch {
    return null
  }
}

interface Latest {
  manifest: Manifest
  /** The server's time, in milliseconds. */
  at: number
  /** When it arrived, in milliseconds of this worker's clock. */
  arrived: number
}

let latest: Latest | null = null

/**
 * A manifest has arrived from the server. It is kept only when no year has nothing but an earlier version of its file, so
 * that the time of the kept manifest is not newer than the draws.
 */
export async function noteManifest(response: Response): Promise<void> {
  if (!response.ok) return
  const manifest = (await response.json()) as Manifest
  latest = { manifest, at: Number(response.headers.get('server-time')), arrived: performance.now() }
  await keepManifest(latest)
}

async function keepManifest({ manifest, at }: Latest): Promise<void> {
  const names = await store.names()
  const isBehind = manifest.years.some((file) => {
    const name = keptNameOf(names, file)
    return name !== undefined && name !== fileNameOf(file)
  })
  if (!isBehind) await put(PUBLIC_CACHE, MANIFEST, jsonAt(at, JSON.stringify(manifest), true))
}

/**
 * Brings the kept years to the server's version, the newest year first, while they are within the limit of the disk.
 * @param mostYears the years to fetch if they are not kept
 */
export async function keepHistory(mostYears: number): Promise<void> {
  const isFresh = latest && performance.now() - latest.arrived < OFFLINE_LIMITS.manifestFreshMs
  if (!isFresh) await noteManifest(await fetch(MANIFEST))
  if (!latest) return
  const { manifest } = latest
  const wanted = new Set(manifest.years.map(fileNameOf))
  if ((await store.names()).some((name) => !wanted.has(name)))
    await patchCachedYears(store, manifest, async (since) => {
      const response = await fetch(`/api/history/changes?since=${since}`)
      return (await response.json()) as AnswerOf<'GET /api/history/changes'>
    })
  else await store.writeSeq(manifest.seq)
  await fetchYears(withinLimit(manifest.years).slice(0, mostYears))
  await keepManifest(latest)
}

/** Fetches the files that are not kept, one after the other, until one fails. */
async function fetchYears(years: readonly YearFile[]): Promise<void> {
  const names = await store.names()
  for (const name of years.map(fileNameOf)) {
    if (names.includes(name)) continue
    const response = await fetch(`/api/history/files/${name}`)
    if (!response.ok) return
    await store.write(name, new Uint8Array(await response.arrayBuffer()))
  }
}

/** The newest years whose files fit into the limit. */
function withinLimit(years: readonly YearFile[]): YearFile[] {
  let bytes = 0
  return [...years]
    .sort((a, b) => b.year - a.year)
    .filter((file) => (bytes += file.bytes) <= OFFLINE_LIMITS.historyBytes)
}
