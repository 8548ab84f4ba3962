import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatDate, type LagosDate, parseDate } from '../../../domain/calendar.ts'
import type { Draw } from '../../../domain/draw.ts'
import { type DeskLine, nextToEnter } from '../../../domain/desk.ts'
import type { DrawType } from '../../../domain/positions.ts'
import { STAFF_MESSAGES } from '../../../domain/staff-messages.ts'
import { useMe } from '../../accounts/me.ts'
import { CallError, get } from '../../api/call.ts'
import { useNow } from '../../api/use-now.ts'
import { causeOf, change, unseenIn, useAdminCall } from '../../admin/calls.ts'
import { findDraft, keepDraft } from './draft.ts'
import {
  blankEntry,
  cellsOf,
  checkEntry,
  type DeskDay,
  type DeskDraw,
  type Entry,
  hasTyped,
  inputOf,
} from './entry.ts'

export const DESK = '/api/admin/desk'

/** Two values for one draw: what is recorded, and what was typed. */
export interface Conflict {
  stored: DeskDraw
  title: string
}

export interface Said {
  text: string
  kind: 'good' | 'bad' | 'warn'
  /** Whether the session has ended: then there is a way back in. */
  login?: boolean
}

/** The lines of a day with a schedule, by closing time. What this person has to confirm blind is still to be entered. */
export function linesOf({ date, games }: DeskDay): DeskLine[] {
  return games
    .filter(({ schedule }) => schedule)
    .map(({ key, schedule, draw }): DeskLine => ({
      game: key,
      date,
      schedule,
      record: draw === null || draw.hidden ? null : draw.source === 'sample' ? 'sample' : 'real',
    }))
    .sort((a, b) => a.schedule!.closesAt - b.schedule!.closesAt)
}

const missingOf = ({ missing }: DeskDay): DeskLine[] => missing.map((line) => ({ ...line, record: null }))

/** The desk: what stands on it, what is wrong with it, and what happens when it is saved. */
export function useDesk(today: DeskDay, grid: RefObject<HTMLDivElement | null>, onSaved: () => void) {
  const uid = useMe()?.uid ?? ''
  const now = useNow(15_000)
  const [entry, setEntryState] = useState(() => openOn(today, now, []))
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState<Conflict | null>(null)
  /** The warnings that were shown, and for which values. */
  const shown = useRef<{ values: string; warnings: readonly string[] }>({ values: '', warnings: [] })
  const recent = useRef<{ of: DeskDay; draws: readonly Draw[] }>({ of: today, draws: [] })
  const day = useAdminCall('GET /api/admin/desk', addressOf(entry.date, today.today))
  const checked = checkEntry(entry, day.data, today.today, today.games, now)

  function setEntry(next: Entry) {
    setEntryState(next)
    setRefused({})
    keepDraft(uid, hasTyped(next) ? next : null)
  }

  /** Puts another draw on the desk. */
  function open(next: Entry, words: Said | null = null) {
    setEntry(next)
    setTried(false)
    setConflict(null)
    setSaid(words)
    shown.current = { values: '', warnings: [] }
    setTimeout(() => firstToType(grid.current)?.focus(), 0)
  }

  useEffect(() => {
    // Somebody may have typed before this script ran.
    const typed = cellsNow(grid.current)
    // oxlint-disable-next-line react/set-state-in-effect -- the next render would empty the cells
    setEntryState((blank) => ({ ...blank, ...typed }))
    const frame = requestAnimationFrame(() => {
      const draft = findDraft(uid)
      if (draft && hasTyped(draft)) {
        setEntryState(draft)
        setSaid({ kind: 'warn', text: 'What you typed before is here again. It is not saved yet.' })
      }
      // On a phone the keyboard would cover what is due.
      const isTyping = grid.current?.contains(document.activeElement)
      if (matchMedia('(pointer: fine)').matches && !isTyping) grid.current?.querySelector('input')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [uid, grid])

  async function write(how: Entry, seen: readonly string[]): Promise<{ isUnconfirmed: boolean }> {
    const { game: _, ...values } = inputOf(how)
    if (how.correcting) {
      const body = { ...values, version: how.correcting.version, reason: how.reason, seen }
      await change('PUT /api/admin/draws/:id', { params: { id: how.correcting.id }, body })
      return { isUnconfirmed: false }
    }
    const saved = await change('POST /api/admin/draws', { body: { ...inputOf(how), seen } })
    return { isUnconfirmed: saved.state === 'unconfirmed' }
  }

  /** Puts the next draw on the desk. What was saved since the day was asked for last is not due, whatever it says. */
  function openNext(words: Said | null = null, saved?: Draw) {
    const before = recent.current.of === today ? recent.current.draws : []
    recent.current = { of: today, draws: saved ? [...before, saved] : before }
    open(openOn(today, now, recent.current.draws), words)
  }

  async function save(how: Entry = entry): Promise<void> {
    if (busy) return
    setTried(true)
    setSaid(null)
    const { draw, problems } = checkEntry(how, day.data, today.today, today.games, now)
    if (!draw) {
      const nothing = !how.noDraw && how.winning.every((cell) => cell === '')
      if (nothing) setSaid({ kind: 'bad', text: STAFF_MESSAGES.fillAllFields })
      focusWrong(problems)
      return
    }
    const values = JSON.stringify(draw)
    const seen = shown.current.values === values ? shown.current.warnings : []
    setBusy(true)
    try {
      const outcome = await write(how, seen)
      const name = today.games.find(({ key }) => key === draw.game)!.name
      const more = outcome.isUnconfirmed ? ' A second person has to type the same numbers.' : ''
      onSaved()
      openNext({ kind: 'good', text: `${name}, ${formatDate(draw.date)}, is saved.${more}` }, draw)
    } catch (error) {
      const unseen = unseenIn(error)
      if (unseen) {
        shown.current = { values, warnings: unseen }
        setSaid({ kind: 'warn', text: `${causeOf(error)} Press Enter once more to save it.` })
      } else await tellFailure(error, how)
    } finally {
      setBusy(false)
    }
  }

  async function tellFailure(error: unknown, how: Entry): Promise<void> {
    const status = error instanceof CallError ? error.status : -1
    const fields = error instanceof CallError ? error.problem?.fields : undefined
    if (status === 409 && (await showConflict(how, causeOf(error)))) return
    if (fields) setRefused(fields)
    const kept =
      status === 0 ? ' What you typed is kept here. Save again later: saving twice does no harm.' : ''
    setSaid({ kind: 'bad', text: causeOf(error) + kept, login: status === 401 })
  }

  /** Fetches what is recorded in the draw's place. @returns whether there is something to show */
  async function showConflict(how: Entry, title: string): Promise<boolean> {
    const address = addressOf(how.date, today.today)
    if (!address) return false
    try {
      const { games } = await get<'GET /api/admin/desk'>(address)
      const stored = games.find(({ key }) => key === how.game)?.draw
      day.askAgain()
      if (stored) setConflict({ stored, title })
      return stored != null
    } catch {
      return false
    }
  }

  function focusWrong(problems: object) {
    setTimeout(() => {
      const place = grid.current?.closest('form')
      const wrong = place?.querySelector<HTMLElement>('[aria-invalid="true"]')
      if (Object.keys(problems).length > 0) wrong?.focus()
    }, 0)
  }

  return {
    entry,
    setEntry,
    open,
    openNext: (words: Said | null = null) => openNext(words),
    openLine: ({ game, date }: { game: string; date: string }) => open(blankEntry(game, date)),
    save,
    busy,
    said,
    conflict,
    showConflict,
    closeConflict: () => setConflict(null),
    day: day.data,
    draw: checked.draw,
    problems: tried ? { ...refused, ...checked.problems } : refused,
    warnings: checked.warnings,
    now,
  }
}

export type Desk = ReturnType<typeof useDesk>

/** The empty desk for what is to be entered next, apart from what has just been saved. */
function openOn(today: DeskDay, now: number, saved: readonly { game: string; date: string }[]): Entry {
  const isSaved = (line: DeskLine) => saved.some(({ game, date }) => game === line.game && date === line.date)
  const lines = linesOf(today).map((line) => (isSaved(line) ? { ...line, record: 'real' as const } : line))
  const missing = missingOf(today).filter((line) => !isSaved(line))
  const next = nextToEnter(lines, missing, now)
  return blankEntry(next?.game ?? today.games[0]?.key ?? '', next?.date ?? today.today)
}

function addressOf(date: string, today: LagosDate): string | undefined {
  if (date === today) return DESK
  const day = parseDate(date)
  return day && day < today ? `${DESK}?date=${day}` : undefined
}

/** Where typing begins: in the first cell that waits for a number. */
function firstToType(grid: HTMLElement | null): HTMLInputElement | undefined {
  const inputs = [...(grid?.querySelectorAll('input') ?? [])]
  return inputs.find((input) => !input.matches(':disabled') && input.value === '') ?? inputs[0]
}

/** What stands in the ten cells on the screen. */
function cellsNow(grid: HTMLElement | null): Pick<Entry, DrawType> | null {
  if (!grid) return null
  const inputs = [...grid.querySelectorAll('input')]
  const set = (type: DrawType) =>
    cellsOf(inputs.flatMap(({ name, value }) => (name.startsWith(type) ? [value] : [])))
  return { winning: set('winning'), machine: set('machine') }
}
