import { type RefObject, useEffect, useRef, useState } from 'react'
import type { DrawType } from '../../../platform/rules/base/balls.ts'
import { formatDate } from '../../../platform/rules/base/calendar.ts'
import type { Draw } from '../../rules/draw.ts'
import { useMe } from '../../../platform/web/access/me.ts'
import { keepDraft, readDraft } from '../../../platform/web/api/drafts.ts'
import {
  cellsOf,
  type DeskDay,
  type DeskDraw,
  type Entry,
  entryOf,
  hasNumbers,
  hasTyped,
  blankEntry,
  entryFor,
  nextLine,
  numbersOf,
} from './entry.ts'

export interface Notice {
  text: string
  kind: 'good' | 'bad' | 'warn'
  /** The session has ended, so the notice links to the login. */
  login?: boolean
  /** The draw that was saved, for a correction. */
  saved?: { entry: Entry; numbers: string }
  /** What the user chose to open while something typed was not saved. */
  instead?: Entry
}

/** That a draw is saved, with its numbers and its correction. */
export const savedNotice = (
  nameOf: (game: string) => string,
  draw: Draw & Pick<DeskDraw, 'id' | 'version'>,
): Notice => ({
  kind: 'good',
  text: `${nameOf(draw.game)}, ${formatDate(draw.date)}, is saved.`,
  saved: { entry: entryOf(draw.game, draw), numbers: numbersOf(draw) },
})

/** The draft of the desk's entry. */
const DRAFT = 'entry'

/** A draw that was just saved. */
type Saved = Pick<Entry, 'game' | 'date'>

/** The entry of the desk: what was typed, which this device keeps, and the next draw to enter. */
export function useEntry(
  today: DeskDay,
  grid: RefObject<HTMLDivElement | null>,
  now: number,
  { onChange, onOpen }: { onChange: () => void; onOpen: () => void },
) {
  const uid = useMe()?.uid ?? ''
  const [entry, setEntryState] = useState(() => entryFor(nextLine(today, now, today.held), today))
  const [notice, setNotice] = useState<Notice | null>(null)
  const [recent, setRecent] = useState<{ of: DeskDay; draws: readonly Saved[] }>({ of: today, draws: [] })
  /** The form as it was opened, before anything was typed. */
  const opened = useRef<Entry | null>(null)
  const justSaved = recent.of === today ? recent.draws : []
  const nameOf = (key: string) => today.games.find((game) => game.key === key)?.name ?? key

  function setEntry(next: Entry) {
    setEntryState(next)
    onChange()
    keepDraft(uid, DRAFT, hasTyped(next) ? next : null)
  }

  /** Shows another draw in the form. */
  function open(next: Entry, nextNotice: Notice | null = null) {
    // What was typed before is no blank form, and no correction as it was opened.
    opened.current = next.correcting || !hasTyped(next) ? next : null
    setEntry(next)
    onOpen()
    setNotice(nextNotice)
    setTimeout(() => (firstToType(grid.current, next) ?? nextStep(grid.current))?.focus(), 0)
  }

  /** Opens what the user chose, which may be far from the form. What is typed and not saved stays until it is discarded. */
  function choose(chosen: Entry) {
    const next = { ...chosen, later: entry.later }
    if (!hasTyped(entry) || entry === opened.current) open(next)
    else if (entry.game === '' && hasNumbers(entry) && !next.correcting)
      setEntry({ ...entry, game: next.game, date: next.date })
    else setNotice({ kind: 'warn', text: 'Save what you typed first, or discard it.', instead: next })
    grid.current?.closest('form')?.scrollIntoView({ block: 'start' })
  }

  useEffect(() => {
    // The user may have typed before this script ran.
    const typed = cellsNow(grid.current)
    // oxlint-disable-next-line react/set-state-in-effect -- the next render would empty the cells
    setEntryState((blank) => ({ ...blank, ...typed }))
    const frame = requestAnimationFrame(() => {
      const draft = entryIn(readDraft(uid, DRAFT)?.value)
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

  /** Opens a draw that was undone, as it was typed. What is typed now opens again after it. */
  function putBack(undone: Entry, nextNotice: Notice) {
    const isKept = hasTyped(entry) && entry !== opened.current
    open({ ...undone, later: isKept ? entry : entry.later }, nextNotice)
    grid.current?.closest('form')?.scrollIntoView({ block: 'start' })
  }

  /** Opens the next due draw. Draws saved since the last answer about today are not due, even if it lists them. */
  function openNext(nextNotice: Notice | null = null, saved: readonly Saved[] = []) {
    const draws = [...justSaved, ...saved]
    setRecent({ of: today, draws })
    open(entry.later ?? entryFor(nextLine(today, now, [...draws, ...today.held]), today), nextNotice)
  }

  const missing = today.missing.filter(
    ({ game, date }) => ![...justSaved, ...today.held].some((one) => one.game === game && one.date === date),
  )
  const due = nextLine(today, now, [...justSaved, ...today.held])
  return { entry, setEntry, open, choose, openNext, putBack, nameOf, missing, due, notice, setNotice }
}

/** The button that opens a draw of the days before, once every draw of today has a result. */
const nextStep = (grid: HTMLElement | null) =>
  grid?.closest('form')?.querySelector<HTMLElement>('[data-next]') ?? null

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

/** Reads a stored entry, which an earlier release may have written. @returns null when it is not an entry */
export function entryIn(stored: unknown): Entry | null {
  if (!isRecord(stored)) return null
  const blank = blankEntry('', '')
  const entry = { ...blank, ...stored, later: entryIn(stored.later) }
  const hasValidFields = Object.entries(blank).every(([name, value]) => {
    const field = entry[name as keyof Entry]
    if (Array.isArray(value)) return isSet(field, value.length)
    if (name === 'correcting') return isCorrecting(field)
    if (name === 'later') return true
    return typeof field === typeof value || (name === 'serial' && typeof field === 'string')
  })
  return hasValidFields ? entry : null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isSet = (cells: unknown, length: number) =>
  Array.isArray(cells) && cells.length === length && cells.every((cell) => typeof cell === 'string')

const isCorrecting = (value: unknown) =>
  value === null || (isRecord(value) && typeof value.id === 'number' && typeof value.version === 'number')
