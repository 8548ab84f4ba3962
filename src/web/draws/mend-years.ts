import { dateOfDay, yearOf } from '../../domain/calendar.ts'
import { decodeYear, encodeYear, historyOfYears } from '../../domain/draw-files.ts'
import { type HistoryDraw, withChanges } from '../../domain/history.ts'
import { type AnswerOf, get } from '../api/call.ts'
import type { FileStore } from './file-store.ts'
import { type Manifest, nameOf, type YearFile } from './year-files.ts'

type Changes = AnswerOf<'GET /api/history/changes'>

/**
 * Brings the years that are kept from an earlier visit up to a manifest with the few draws that are new, and throws
 * away what is of no use any more. A mended year that does not have the hash that the server names is thrown away too,
 * so nothing wrong is ever kept.
 */
export async function mendKeptYears(store: FileStore, manifest: Manifest): Promise<void> {
  const kept = await store.names()
  const since = await store.readSeq()
  const outdated = manifest.years.filter((file) => !kept.includes(nameOf(file)) && keptOf(kept, file))
  if (since !== null && outdated.length > 0) {
    const changes = await get<'GET /api/history/changes'>(`/api/history/changes?since=${since}`)
    if (!changes.reset) for (const file of outdated) await mend(store, keptOf(kept, file)!, file, changes)
  }
  const wanted = new Set(manifest.years.map(nameOf))
  for (const name of await store.names()) if (!wanted.has(name)) await store.remove(name)
  await store.writeSeq(manifest.seq)
}

const keptOf = (kept: readonly string[], { year }: YearFile) =>
  kept.find((name) => name.startsWith(`${year}-`))

async function mend(store: FileStore, name: string, file: YearFile, changes: Changes): Promise<void> {
  const old = await store.read(name)
  if (!old) return
  const inYear = ({ day }: { day: number }) => yearOf(dateOfDay(day)) === file.year
  try {
    const history = historyOfYears([decodeYear(old)])
    const written: HistoryDraw[] = changes.written.filter(inYear)
    const bytes = encodeYear(withChanges(history, written, changes.removed.filter(inYear)), file.year)
    if ((await hashOf(bytes)) === file.hash) await store.write(nameOf(file), bytes)
  } catch {
    // Kept bytes that cannot be read are as good as none: the year is fetched.
  }
}

/** The server's hash: 96 bits of SHA-256. Null where the browser does not let a page compute it. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 12)
  return btoa(String.fromCharCode(...digest))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
}
