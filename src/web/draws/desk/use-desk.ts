import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatDate } from '../../../domain/base/calendar.ts'
import type { Draw } from '../../../domain/draws/draw.ts'
import type { DrawType } from '../../../domain/base/balls.ts'
import { STAFF_MESSAGES } from '../../../domain/admin/staff.ts'
import { useMe } from '../../accounts/me.ts'
import { type AnswerOf, CallError, get } from '../../api/call.ts'
import { useNow } from '../../api/use-now.ts'
import { failureText, sendAdminCall, unconfirmedWarnings, useAdminCall } from '../../admin/calls.ts'
import { deskAddress } from './addresses.ts'
import { loadDraft, saveDraft } from './draft.ts'
import { entryFor, nextLine } from './due.ts'
import {
  blankEntry,
  cellsOf,
  checkEntry,
  type DeskDay,
  type DeskDraw,
  type Entry,
  hasTyped,
  inputOf,
  lacksFields,
  lineOf,
  withSerial,
} from './entry.ts'

/** The recorded draw that contradicts the typed one. */
interface Conflict {
  stored: DeskDraw
  title: string
}

export interface Notice {
  text: string
  kind: 'good' | 'bad' | 'warn'
  /** The session has ended, so the notice links to the login. */
  login?: boolean
  /** The draw that was saved, for a correction (null while it waits for its close), and the name of the next game to enter. */
  saved?: { entry: Entry | null; numbers: string; next: string | null }
}

/** The state of the desk: the entry, its problems and warnings, and saving. */
export function useDesk(today: DeskDay, grid: RefObject<HTMLDivElement | null>, onSaved: () => void) {
  const uid = useMe()?.uid ?? ''
  const now = useNow(15_000)
  const [entry, setEntryState] = useState(() => entryFor(nextLine(today, now, today.held), today))
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState<Conflict | null>(null)
  /** The warnings on screen, and the values that they belong to. */
  const shown = useRef<{ values: string; warnings: readonly string[] }>({ values: '', warnings: [] })
  const recent = useRef<{ of: DeskDay; draws: readonly Draw[] }>({ of: today, draws: [] })
  const day = useAdminCall('GET /api/admin/desk', deskAddress(entry.date, today.today))
  const checked = checkEntry(entry, day.data, today.today, today.games, now)

  const nameOf = (key: string) => today.games.find((game) => game.key === key)?.name ?? key

  function setEntry(next: Entry) {
    setEntryState(next)
    setRefused({})
    saveDraft(uid, hasTyped(next) ? next : null)
  }

  /** Shows another draw in the form. */
  function open(next: Entry, nextNotice: Notice | null = null) {
    setEntry(next)
    setTried(false)
    setConflict(null)
    setNotice(nextNotice)
    shown.current = { values: '', warnings: [] }
    setTimeout(() => firstToType(grid.current, next)?.focus(), 0)
  }

  useEffect(() => {
    // The user may have typed before this script ran.
    const typed = cellsNow(grid.current)
    // oxlint-disable-next-line react/set-state-in-effect -- the next render would empty the cells
    setEntryState((blank) => ({ ...blank, ...typed }))
    const frame = requestAnimationFrame(() => {
      const draft = loadDraft(uid)
      if (draft && hasTyped(draft)) {
        setEntryState(draft)
        setNotice({ kind: 'warn', text: 'Your unsaved entry is back. Save it or clear it.' })
      }
      // On a phone the keyboard would cover the list of due draws.
      const isTyping = grid.current?.contains(document.activeElement)
      if (matchMedia('(pointer: fine)').matches && !isTyping) grid.current?.querySelector('input')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [uid, grid])

  /** Opens the next due draw. Draws saved since the last answer about today are not due, even if it lists them. */
  function openNext(nextNotice: Notice | null = null, saved?: Draw) {
    const before = recent.current.of === today ? recent.current.draws : []
    recent.current = { of: today, draws: saved ? [...before, saved] : before }
    const line = nextLine(today, now, [...recent.current.draws, ...today.held])
    const next = line && nameOf(line.game)
    open(
      entryFor(line, today),
      nextNotice?.saved ? { ...nextNotice, saved: { ...nextNotice.saved, next } } : nextNotice,
    )
  }

  async function save(typed: Entry = entry): Promise<void> {
    if (busy) return
    const toSave = withSerial(typed, day.data)
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
      const { id, version, state } = await write(toSave, seen)
      const outcome = outcomeOf(state)
      const saved: NonNullable<Notice['saved']> = {
        entry: state === 'held' ? null : { ...toSave, correcting: { id, version }, reason: '' },
        numbers: draw.state === 'no_draw' ? 'No draw' : draw.winning.join(' - '),
        next: null,
      }
      onSaved()
      openNext(
        { kind: 'good', text: `${nameOf(draw.game)}, ${formatDate(draw.date)}, ${outcome}`, saved },
        draw,
      )
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
    entry,
    setEntry,
    open,
    openNext: (nextNotice: Notice | null = null) => openNext(nextNotice),
    /** Opens a draw that the user chose from a list, which may be far from the form. */
    openLine({ game, date }: { game: string; date: string }) {
      open(blankEntry(game, date))
      grid.current?.closest('form')?.scrollIntoView({ block: 'start' })
    },
    save,
    /** Changes the entry and saves it. */
    saveAs(next: Entry) {
      setEntry(next)
      void save(next)
    },
    nameOf,
    busy,
    notice,
    conflict,
    showConflict,
    closeConflict: () => setConflict(null),
    day: day.data,
    /** The game of the entry on its day. */
    line: lineOf(entry, day.data),
    draw: checked.draw,
    problems: tried ? { ...refused, ...checked.problems } : refused,
    warnings: checked.warnings,
    waitsUntil: checked.waitsUntil,
    now,
  }
}

export type Desk = ReturnType<typeof useDesk>

/** What became of a saved draw. @param state null after a correction */
function outcomeOf(state: AnswerOf<'POST /api/admin/draws'>['state'] | null): string {
  if (state === 'held') return 'waits for its close. Nobody sees it until then.'
  return state === 'unconfirmed' ? 'is saved. A second person has to type the same numbers.' : 'is saved.'
}

/** The first empty cell, or the first cell; none before a game is chosen. */
function firstToType(grid: HTMLElement | null, { game }: Entry): HTMLInputElement | undefined {
  if (game === '') return undefined
  const inputs = [...(grid?.querySelectorAll('input') ?? [])]
  return inputs.find((input) => !input.matches(':disabled') && input.value === '') ?? inputs[0]
}

/** The values of the ten cells on the screen. */
function cellsNow(grid: HTMLElement | null): Pick<Entry, DrawType> | null {
  if (!grid) return null
  const inputs = [...grid.querySelectorAll('input')]
  const set = (type: DrawType) =>
    cellsOf(inputs.flatMap(({ name, value }) => (name.startsWith(type) ? [value] : [])))
  return { winning: set('winning'), machine: set('machine') }
}

/** Saves a new draw, or a correction with its reason. @param seen the warnings that staff saw */
async function write(toSave: Entry, seen: readonly string[]) {
  const { game: _, ...values } = inputOf(toSave)
  if (toSave.correcting) {
    const body = { ...values, version: toSave.correcting.version, reason: toSave.reason, seen }
    const saved = await sendAdminCall('PUT /api/admin/draws/:id', {
      params: { id: toSave.correcting.id },
      body,
    })
    return { ...saved, state: null }
  }
  const body = { ...inputOf(toSave), seen, name: toSave.name }
  return sendAdminCall('POST /api/admin/draws', { body })
}

/** Focuses the first wrong field. */
function focusWrong(grid: HTMLElement | null, problems: object) {
  setTimeout(() => {
    const place = grid?.closest('form')
    const wrong = place?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (Object.keys(problems).length > 0) wrong?.focus()
  }, 0)
}
