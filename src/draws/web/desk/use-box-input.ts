import { useEffect, useRef, useState } from 'react'
import { DRAW_LIMITS, DRAW_TYPES, textOf } from '../../../platform/rules/base/balls.ts'
import { type DateOrder, readDay } from '../../rules/written-dates.ts'
import type { DateQuestion } from '../../rules/ingest/ingest-plan.ts'
import { failureText, sendAdminCall } from '../../../people/web/staff/calls.ts'
import { type DeskDay, type Entry, cellsOf } from './entry.ts'
import type { Desk } from './use-desk.ts'
import type { Verdicts } from './verdict-table.tsx'
import { gameMatcher } from '../../rules/game-names.ts'
import { isJson, tableIn } from '../../rules/ingest/draw-table.ts'
import { inPairs, readNumbers } from '../../rules/ingest/notation.ts'
import { readPastedDraws, tooLong } from '../../rules/ingest/pasted-draws.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

/** The check follows the last key after this time, in milliseconds. */
const PAUSE_MS = 400

/** What arrived in the box: a draw for the form, or rows, which the server checks one by one and then writes. */
export function useBoxInput(desk: Desk, today: DeskDay, onSaved: () => unknown) {
  const { entry, setEntry } = desk
  /** The date of draws without one, as it was before anything was read. */
  const given = useRef(entry.date)
  const [file, setFile] = useState<File | null>(null)
  const [dateOrder, setDateOrder] = useState<DateOrder | null>(null)
  const [correct, setCorrect] = useState(false)
  /** The games that staff chose for unknown names, by their keys; empty for none. */
  const [meant, setMeant] = useState<Readonly<Record<string, string>>>({})
  const [round, setRound] = useState(0)
  const [busy, setBusy] = useState(false)
  const arrival = readArrival(entry.text, entry, today.games)
  const isRows = file !== null || arrival.kind === 'rows'
  const content = file ?? entry.text
  const chosen = Object.entries(meant).filter(([, key]) => key !== '')
  const query = {
    date: entry.date,
    ...(dateOrder && { dateOrder }),
    ...(chosen.length > 0 && { meant: new URLSearchParams(chosen).toString() }),
  }
  /** What was checked. A later text, date or order is another upload. */
  const of = JSON.stringify([file ? [file.name, file.size, file.lastModified] : entry.text, query, round])
  const check = useCheck(isRows ? of : null, content, query)

  function forget() {
    setFile(null)
    setDateOrder(null)
    setCorrect(false)
    setMeant({})
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
    meant,
    setMeant,
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
function useCheck(of: string | null, content: string | File, query: Record<string, string>) {
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

export type BoxInput = ReturnType<typeof useBoxInput>

/** What the text of the box is. `rows`: a table, several draws, or one that only the check of all rows can explain. */
type Arrival =
  | { kind: 'draw'; entry: Entry; unread: readonly string[]; readAs: string | null }
  | { kind: 'rows' }
  | { kind: 'problem'; problem: string }

/** Reads what was typed or pasted, in the browser, so that it is shown at once. `entry` says the day of draws without one. */
export function readArrival(
  text: string,
  entry: Entry,
  games: readonly { key: string; name: string }[],
): Arrival {
  const numbers = readNumbers(inPairs(text))
  if (numbers || text.trim() === '') {
    const { winning, machine } = numbers ?? { winning: [], machine: [] }
    const machineLater = entry.machineLater && machine.length === 0
    const filled = { winning: cellsOf(winning), machine: cellsOf(machine), machineLater, noDraw: false }
    return { kind: 'draw', entry: { ...entry, ...filled }, unread: [], readAs: null }
  }
  const problem = tooLong(text)
  if (problem) return { kind: 'problem', problem }
  const rows = isJson(text) || tableIn(text) ? null : readRows(text, entry, games)
  if (entry.correcting) {
    if (rows?.draws.length !== 1)
      return { kind: 'problem', problem: 'A correction takes one draw. Save or cancel it first.' }
    const { game } = itemAt(rows.draws, 0)
    if (game && game.key !== entry.game)
      return { kind: 'problem', problem: `This is a draw of ${game.name}.` }
  }
  if (!rows || rows.draws.length > 1) return { kind: 'rows' }
  const [draw] = rows.draws
  if (!draw) return { kind: 'draw', entry, unread: rows.unread, readAs: null }
  const { row, game } = draw
  const { date } = readDay(textOf(row.date))
  const isTooLong = [row.winning, row.machine].some(({ length }) => length > DRAW_LIMITS.ballsPerSet)
  if (!game || !date || row.problem !== undefined || isTooLong) return { kind: 'rows' }
  const filled: Entry = {
    ...entry,
    game: game.key,
    date,
    serial: textOf(row.serial) || entry.serial,
    winning: cellsOf(row.winning.map(textOf)),
    machine: cellsOf(row.machine.map(textOf)),
    machineLater: row.machine.length === 0 && entry.machineLater,
    noDraw: row.status === 'no_draw',
  }
  const readAs = draw.isNear ? `Read “${textOf(row.game)}” as ${game.name}.` : null
  return { kind: 'draw', entry: filled, unread: rows.unread, readAs }
}

/** The draws of a text, each with the game that its name means or is one letter off, and the lines without a draw. */
function readRows(text: string, entry: Entry, games: readonly { key: string; name: string }[]) {
  const findGame = gameMatcher(games)
  const rows = readPastedDraws(text, findGame, entry.date)
  const lines = text.split(/\r\n?|\n/)
  return {
    unread: rows.flatMap(({ unread, line }, i) =>
      unread
        ? [
            lines
              .slice(line - 1, rows[i + 1] && itemAt(rows, i + 1).line - 1)
              .join(' ')
              .trim(),
          ]
        : [],
    ),
    draws: rows.flatMap((row) => {
      if (row.unread) return []
      const exact = findGame.only(textOf(row.game))
      return [{ row, game: exact ?? findGame.near(textOf(row.game)), isNear: exact === null }]
    }),
  }
}
