import { textOf } from '../../../domain/base/balls.ts'
import { gameMatcher } from '../../../domain/draws/game-names.ts'
import { readDay } from '../../../domain/draws/written-dates.ts'
import { tableIn } from '../../../domain/ingest/draw-table.ts'
import { readNumbers } from '../../../domain/ingest/notation.ts'
import { readPastedDraws, tooLong } from '../../../domain/ingest/pasted-draws.ts'
import { cellsOf, type Entry } from './entry.ts'
import { itemAt } from '../../../domain/base/lists.ts'

/** What the text of the box is. `rows`: a table, several draws, or one that only the check of all rows can explain. */
export type Arrival =
  | { kind: 'draw'; entry: Entry; unread: readonly string[]; readAs: string | null }
  | { kind: 'rows' }
  | { kind: 'problem'; problem: string }

/** Digits without anything between them are pairs: `0712456089`. */
const inPairs = (text: string) => text.replace(/\d{3,}/g, (digits) => digits.replace(/\d\d(?=\d)/g, '$& '))

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
  const rows = tableIn(text) ? null : readRows(text, entry, games)
  if (entry.correcting) {
    if (rows?.draws.length !== 1)
      return { kind: 'problem', problem: 'This is not one draw. Save or cancel the correction first.' }
    const { game } = itemAt(rows.draws, 0)
    if (game && game.key !== entry.game)
      return { kind: 'problem', problem: `This is a draw of ${game.name}.` }
  }
  if (!rows || rows.draws.length > 1) return { kind: 'rows' }
  const [draw] = rows.draws
  if (!draw) return { kind: 'draw', entry, unread: rows.unread, readAs: null }
  const { row, game } = draw
  const { date } = readDay(textOf(row.date))
  const isRead = row.status === 'no_draw' || row.winning.every((number) => /^\d+$/.test(textOf(number)))
  if (!game || !date || !isRead) return { kind: 'rows' }
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
