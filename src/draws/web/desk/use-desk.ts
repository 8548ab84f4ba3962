import { type RefObject, useRef, useState } from 'react'
import { STAFF_MESSAGES } from '../../../platform/rules/access/staff-messages.ts'
import { CallError, get } from '../../../platform/web/api/call.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import {
  failureText,
  sendAdminCall,
  unconfirmedWarnings,
  useAdminCall,
} from '../../../people/web/staff/calls.ts'
import { deskAddress } from './addresses.ts'
import {
  checkEntry,
  type DeskDay,
  type DeskDraw,
  type Entry,
  inputOf,
  lacksFields,
  lineOf,
  withSerial,
} from './entry.ts'
import { savedNotice, useEntry } from './use-entry.ts'

/** The recorded draw that contradicts the typed one. */
interface Conflict {
  stored: DeskDraw
  title: string
}

/** The state of the desk: the entry, its problems and warnings, and saving. */
export function useDesk(today: DeskDay, grid: RefObject<HTMLDivElement | null>, onSaved: () => unknown) {
  const now = useNow(15_000)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [tried, setTried] = useState(false)
  /** The warnings on screen, and the values that they belong to. */
  const shown = useRef<{ values: string; warnings: readonly string[] }>({ values: '', warnings: [] })
  const form = useEntry(today, grid, now, {
    onChange: () => setRefused({}),
    onOpen() {
      setTried(false)
      setConflict(null)
      shown.current = { values: '', warnings: [] }
    },
  })
  const { entry, setNotice } = form
  const day = useAdminCall('GET /api/admin/desk', deskAddress(entry.date, today.today))
  const checked = checkEntry(entry, day.data, today.today, today.games, now)

  async function save(typed: Entry = entry): Promise<void> {
    if (busy) return
    const toSave = { ...withSerial(typed, day.data), later: null }
    setTried(true)
    setNotice(null)
    const { draw, problems } = checkEntry(toSave, day.data, today.today, today.games, now)
    if (!draw) {
      if (lacksFields(toSave)) setNotice({ kind: 'bad', text: STAFF_MESSAGES.fillAllFields })
      focusWrong(grid.current, problems)
      return
    }
    const values = JSON.stringify(draw)
    const seen = shown.current.values === values ? shown.current.warnings : []
    setBusy(true)
    try {
      const saved = await write(toSave, seen)
      onSaved()
      form.openNext(toSave.correcting && savedNotice(form.nameOf, { ...draw, ...saved }), [draw])
    } catch (error) {
      const unseen = unconfirmedWarnings(error)
      if (unseen) {
        shown.current = { values, warnings: unseen }
        setNotice({ kind: 'warn', text: `${failureText(error)} Upload it again to save it.` })
      } else await showFailure(error, toSave)
    } finally {
      setBusy(false)
    }
  }

  async function showFailure(error: unknown, toSave: Entry): Promise<void> {
    const status = error instanceof CallError ? error.status : -1
    const fields = error instanceof CallError ? error.problem?.fields : undefined
    if (status === 409 && (await showConflict(toSave, failureText(error)))) return
    if (fields) setRefused(fields)
    const kept =
      status === 0 ? ' Your entry is kept here. Save it again later; saving twice does no harm.' : ''
    setNotice({ kind: 'bad', text: failureText(error) + kept, login: status === 401 })
  }

  /** Shows the recorded draw of the same game and day. @returns whether there is one */
  async function showConflict(toSave: Entry, title: string): Promise<boolean> {
    const address = deskAddress(toSave.date, today.today)
    if (!address) return false
    try {
      const { games } = await get<'GET /api/admin/desk'>(address)
      const stored = games.find(({ key }) => key === toSave.game)?.draw
      day.refetch()
      if (stored) setConflict({ stored, title })
      return stored != null
    } catch {
      return false
    }
  }

  return {
    ...form,
    save,
    /** Changes the entry and saves it. */
    saveAs(next: Entry) {
      form.setEntry(next)
      void save(next)
    },
    busy,
    conflict,
    showConflict,
    closeConflict: () => setConflict(null),
    day: day.data,
    /** The game of the entry on its day. */
    line: lineOf(entry, day.data),
    draw: checked.draw,
    problems: tried ? { ...refused, ...checked.problems } : refused,
    warnings: checked.warnings,
    openUntil: checked.openUntil,
    now,
  }
}

export type Desk = ReturnType<typeof useDesk>

/** Saves a new draw, or a correction with its reason. @param seen the warnings that staff saw */
async function write(toSave: Entry, seen: readonly string[]) {
  const { game: _, ...values } = inputOf(toSave)
  if (toSave.correcting) {
    const body = { ...values, version: toSave.correcting.version, reason: toSave.reason, seen }
    return sendAdminCall('PUT /api/admin/draws/:id', { params: { id: toSave.correcting.id }, body })
  }
  const body = { ...inputOf(toSave), seen, name: toSave.name, undo: true }
  const { id, version } = await sendAdminCall('POST /api/admin/draws', { body })
  return { id, version }
}

/** Focuses the first wrong field. */
function focusWrong(grid: HTMLElement | null, problems: object) {
  setTimeout(() => {
    const place = grid?.closest('form')
    const wrong = place?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (Object.keys(problems).length > 0) wrong?.focus()
  }, 0)
}
