import { dateOfDay, yearOf } from '../../domain/calendar.ts'
import { decodeYear, historyOfYears } from '../../domain/draw-files.ts'
import { encodeYear } from '../../domain/encode-years.ts'
import { withChanges } from '../../domain/history.ts'
import type { AnswerOf } from '../api/call.ts'
import type { FileStore } from './file-store.ts'
import { type Manifest, fileNameOf, type YearFile } from './year-files.ts'

export type Changes = AnswerOf<'GET /api/history/changes'>

/**
 * Patches the cached years of an earlier visit with the few new draws, and removes files that the manifest does not
 * name. A patched year is stored only if it has the hash that the manifest names.
 *
 * @param fetchChanges asks the server for the draws written and removed since a version
 */
export async function patchCachedYears(
  store: FileStore,
  manifest: Manifest,
  fetchChanges: (since: number) => Promise<Changes>,
): Promise<void> {
  const kept = await store.names()
  const since = await store.readSeq()
  const outdated = manifest.years.filter(
    (file) => !kept.includes(fileNameOf(file)) && cachedNameOf(kept, file),
  )
  if (since !== null && outdated.length > 0) {
    const changes = await fetchChanges(since)
    if (!changes.reset)
      for (const file of outdated) await patchFile(store, cachedNameOf(kept, file)!, file, changes)
  }
  const stored = await store.names()
  const isReplaced = (name: string) =>
    manifest.years.every((file) => !name.startsWith(`${file.year}-`) || stored.includes(fileNameOf(file)))
  const wanted = new Set(manifest.years.map(fileNameOf))
  const old = stored.filter((name) => !wanted.has(name))
  // On a full disk the new file is missing. The old one then stays, for the time without a network.
  for (const name of old) if (isReplaced(name)) await store.remove(name)
  if (old.every(isReplaced)) await store.writeSeq(manifest.seq)
}

const cachedNameOf = (kept: readonly string[], { year }: YearFile) =>
  kept.find((name) => name.startsWith(`${year}-`))

async function patchFile(store: FileStore, name: string, file: YearFile, changes: Changes): Promise<void> {
  const old = await store.read(name)
  if (!old) return
  try {
    const bytes = patchYear(old, file.year, changes)
    if ((await hashOf(bytes)) === file.hash) await store.write(fileNameOf(file), bytes)
  } catch {
    // The cached bytes cannot be read, so the year is fetched.
  }
}

/**
 * Applies single changes to the file of a year. Changes of other years are ignored.
 * @throws RangeError when the bytes are not a year's file
 */
export function patchYear(bytes: Uint8Array, year: number, { written, removed }: Omit<Changes, 'reset'>) {
  const inYear = ({ day }: { day: number }) => yearOf(dateOfDay(day)) === year
  const history = historyOfYears([decodeYear(bytes)])
  return encodeYear(withChanges(history, written.filter(inYear), removed.filter(inYear)), year)
}

/** The hash as the server computes it: 96 bits of SHA-256. Null where the browser forbids the computation. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 12)
  return btoa(String.fromCharCode(...digest))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
}
