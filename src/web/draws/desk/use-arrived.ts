import { useEffect, useRef, useState } from 'react'
import { DRAW_TYPES } from '../../../domain/base/balls.ts'
import type { DateOrder } from '../../../domain/draws/written-dates.ts'
import type { DateQuestion } from '../../../domain/ingest/ingest.ts'
import { failureText, sendAdminCall } from '../../admin/calls.ts'
import { type Arrival, readArrival } from './arrival.ts'
import type { DeskDay, Entry } from './entry.ts'
import type { Desk } from './use-desk.ts'
import type { Verdicts } from './verdict-table.tsx'

/** The check follows the last key after this time, in milliseconds. */
const PAUSE_MS = 400

/** What arrived in the box: a draw for the form, or rows, which the server checks one by one and then writes. */
export function useArrived(desk: Desk, today: DeskDay, onSaved: () => void) {
  const { entry, setEntry } = desk
  /** The date of draws without one, as it was before anything was read. */
  const given = useRef(entry.date)
  const [file, setFile] = useState<File | null>(null)
  const [dateOrder, setDateOrder] = useState<DateOrder | null>(null)
  const [correct, setCorrect] = useState(false)
  const [round, setRound] = useState(0)
  const [busy, setBusy] = useState(false)
  const arrival = readArrival(entry.text, entry, today.games)
  const isRows = file !== null || arrival.kind === 'rows'
  const content = file ?? entry.text
  const query = { date: entry.date, ...(dateOrder && { dateOrder }) }
  /** What was checked. A later text, date or order is another upload. */
  const of = JSON.stringify([file ? [file.name, file.size, file.lastModified] : entry.text, query, round])
  const check = useCheck(isRows ? of : null, content, query)

  function forget() {
    setFile(null)
    setDateOrder(null)
    setCorrect(false)
    check.forget()
  }

  /** Takes the whole text of the box. */
  function setText(text: string) {
    forget()
    // The text so far may have moved the date, to which a weekday of the next line does not refer.
    const before = readArrival(entry.text, { ...entry, date: given.current }, today.games)
    if (before.kind !== 'draw' || before.entry.date !== entry.date) given.current = entry.date
    const next = readArrival(text, { ...entry, date: given.current }, today.games)
    // An emptied box takes away what was read in it, and not what was typed in the cells.
    const isRead = next.kind === 'draw' && (text.trim() !== '' || isShown(arrival, entry))
    setEntry({ ...(isRead ? next.entry : { ...entry, date: given.current }), text })
  }

  async function write() {
    const { verdicts } = check
    if (!verdicts || !check.isChecked || busy) return
    const name = file?.name.slice(0, 100) ?? 'pasted'
    setBusy(true)
    try {
      const { inserted, unchanged, totals } = await sendAdminCall('POST /api/admin/draws/import', {
        query: { ...query, name, plan: verdicts.plan, correct: correct ? 'yes' : 'no' },
        body: new Blob([content], { type: 'text/csv' }),
      })
      const changed = totals.completed + totals.corrected
      const text = `${inserted} new, ${changed} changed, ${unchanged} unchanged, ${totals.refused} refused.`
      onSaved()
      // What was refused stays as it was typed.
      if (totals.refused > 0) {
        desk.open(entry, { kind: 'warn', text })
        setRound(round + 1)
        return
      }
      forget()
      desk.openNext({ kind: 'good', text }, verdicts.verdicts)
    } catch (error) {
      desk.open(entry, { kind: 'bad', text: failureText(error) })
      setRound(round + 1)
    } finally {
      setBusy(false)
    }
  }

  return {
    arrival,
    file,
    isRows,
    verdicts: isRows ? check.verdicts : null,
    isChecked: check.isChecked,
    question: check.question,
    dateOrder,
    setDateOrder,
    correct,
    setCorrect,
    problem: check.problem,
    busy,
    setText,
    /** Adds a text to the one that is there, so that nothing is lost. */
    addText: (text: string) => setText(entry.text.trim() === '' ? text : `${entry.text}\n${text}`),
    takeFile(next: File) {
      forget()
      setFile(next)
    },
    clear() {
      forget()
      desk.openNext()
    },
    write,
  }
}

/** What the server says about rows, asked again at each change. @param of names the rows and the query; null asks nothing */
function useCheck(of: string | null, content: string | File, query: { date: string; dateOrder?: DateOrder }) {
  const [checked, setChecked] = useState<{ of: string; verdicts: Verdicts } | null>(null)
  const [question, setQuestion] = useState<DateQuestion | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    if (of === null) return
    const asked = of
    let isOld = false
    async function ask() {
      const body = new Blob([content], { type: 'text/csv' })
      try {
        const verdicts = await sendAdminCall('POST /api/admin/draws/check', { query, body })
        if (isOld) return
        setChecked({ of: asked, verdicts })
        setProblem(null)
        if (verdicts.dateQuestion) setQuestion(verdicts.dateQuestion)
      } catch (error) {
        if (!isOld) setProblem(failureText(error))
      }
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `of` is the content and the query
  }, [of])

  function forget() {
    setChecked(null)
    setQuestion(null)
    setProblem(null)
  }
  const isChecked = checked !== null && checked.of === of
  return { verdicts: checked?.verdicts ?? null, isChecked, question, problem, forget }
}

/** Whether the cells show what was read in the box. */
const isShown = (arrival: Arrival, entry: Entry) =>
  arrival.kind === 'draw' &&
  arrival.entry !== entry &&
  DRAW_TYPES.every((type) => String(arrival.entry[type]) === String(entry[type]))

export type Arrived = ReturnType<typeof useArrived>
