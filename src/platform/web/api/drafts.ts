import { DRAFT_LIMITS } from '../../rules/offline/offline.ts'
import { serverNow } from './server-time.ts'

const KEY = 'drafts'
const DAY_MS = 86_400_000

/** `at` is the server's time in milliseconds. */
interface Stored {
  form: string
  at: number
  value: unknown
}

/** The newest draft is the last one. */
interface StoredDrafts {
  uid: string
  drafts: Stored[]
}

const isKept = (stored: unknown): stored is StoredDrafts =>
  typeof stored === 'object' && stored !== null && 'uid' in stored && 'drafts' in stored

/** What this device keeps for a person. Another person's drafts, and old ones, are as good as deleted. */
function keptFor(uid: string): Stored[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (!isKept(stored) || stored.uid !== uid) return []
    return stored.drafts.filter(({ at }) => at > serverNow() - DRAFT_LIMITS.days * DAY_MS)
  } catch {
    // The storage is forbidden, or holds something else.
    return []
  }
}

function store(uid: string, drafts: Stored[]): void {
  try {
    if (drafts.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify({ uid, drafts } satisfies StoredDrafts))
  } catch {
    // The storage is full or forbidden. Forms work without drafts.
  }
}

/** What a person typed into a form and did not send; undefined without a draft. */
export const readDraft = (uid: string, form: string): Stored | undefined =>
  keptFor(uid).find((draft) => draft.form === form)

/** Keeps what a person typed into a form, so that a reload, a crash or the end of a session loses nothing. Null drops it. */
export function keepDraft(uid: string, form: string, value: unknown): void {
  const others = keptFor(uid).filter((draft) => draft.form !== form)
  const isTooLong = JSON.stringify(value).length > DRAFT_LIMITS.characters
  const own = value === null || isTooLong ? [] : [{ form, at: serverNow(), value }]
  store(uid, [...others, ...own].slice(-DRAFT_LIMITS.forms))
}

/** Deletes all drafts: the person logs out. */
export const forgetDrafts = (): void => store('', [])

/** Deletes the drafts of everyone else: this person is signed in. */
export const keepDraftsOf = (uid: string): void => store(uid, keptFor(uid))
