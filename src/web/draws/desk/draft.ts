import { blankEntry, type Entry } from './entry.ts'

const nameOf = (uid: string) => `desk:${uid}`

/** Keeps what was typed on this device, so that a reload, a crash or the end of a session loses nothing. */
export function keepDraft(uid: string, entry: Entry | null): void {
  try {
    if (entry) localStorage.setItem(nameOf(uid), JSON.stringify(entry))
    else localStorage.removeItem(nameOf(uid))
  } catch {
    // A full or forbidden store: the desk works without a draft.
  }
}

/** What the same person typed before and did not save; null when there is nothing that can be read. */
export function findDraft(uid: string): Entry | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(uid)) ?? 'null')
    const blank = blankEntry('', '')
    if (typeof kept !== 'object' || kept === null) return null
    const entry = { ...blank, ...kept }
    const isSet = (cells: unknown) =>
      Array.isArray(cells) &&
      cells.length === blank.winning.length &&
      cells.every((cell) => typeof cell === 'string')
    return isSet(entry.winning) && isSet(entry.machine) ? entry : null
  } catch {
    return null
  }
}
