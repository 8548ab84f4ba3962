import { blankEntry, type Entry } from './entry.ts'

const keyOf = (uid: string) => `desk:${uid}`

/** Keeps the typed entry on this device, so that a reload, a crash or the end of a session loses nothing. */
export function saveDraft(uid: string, entry: Entry | null): void {
  try {
    if (entry) localStorage.setItem(keyOf(uid), JSON.stringify(entry))
    else localStorage.removeItem(keyOf(uid))
  } catch {
    // The storage is full or forbidden. The desk works without a draft.
  }
}

/** The entry that this user typed and did not save; null without a readable one. */
export function loadDraft(uid: string): Entry | null {
  try {
    return parseDraft(localStorage.getItem(keyOf(uid)))
  } catch {
    return null
  }
}

/** Reads a stored entry, which an earlier release may have written. @returns null when it is not an entry */
export function parseDraft(text: string | null): Entry | null {
  const stored = parseJson(text ?? 'null')
  if (!isRecord(stored)) return null
  const blank = blankEntry('', '')
  const entry = { ...blank, ...stored }
  const hasValidFields = Object.entries(blank).every(([name, value]) => {
    const field = entry[name as keyof Entry]
    if (Array.isArray(value)) return isSet(field, value.length)
    if (name === 'correcting') return isCorrecting(field)
    return typeof field === typeof value || (name === 'serial' && typeof field === 'string')
  })
  return hasValidFields ? entry : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isSet = (cells: unknown, length: number) =>
  Array.isArray(cells) && cells.length === length && cells.every((cell) => typeof cell === 'string')

const isCorrecting = (value: unknown) =>
  value === null || (isRecord(value) && typeof value.id === 'number' && typeof value.version === 'number')
