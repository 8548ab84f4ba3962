import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { changeText } from '../domain/draw.ts'
import { refusedRows, type RowNote, type UnknownGame } from '../domain/ingest.ts'
import { PROGRAM } from './audit/record.ts'
import { withDatabase, runCommand } from './command.ts'
import { type ImportedChange, importDraws, type ImportReport } from './draws/desk/import-draws.ts'
import { loadGames } from './draws/memory.ts'
import { readAllDraws } from './draws/desk/read-draws.ts'
import { Refusal } from './http/refusal.ts'

const USAGE = `npm run import -- FILE.csv [--correct] [--add-games] [--date 2025-07-07]

Imports draws from a file. The file is a table with the columns game,date,serial,date_label,status,w1..w5,m1..m5
(separated by commas, semicolons or tabs; status: ok, no draw or suspect), or a text with one draw per line or in blocks
with W: and M:. The server may be running or stopped.

  --correct     correct recorded draws that differ from the file, instead of refusing those rows
  --add-games   add unknown games, instead of refusing their rows
  --date        the date of written draws that have none
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      correct: { type: 'boolean', default: false },
      'add-games': { type: 'boolean', default: false },
      date: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  if (values.help || !file || positionals.length > 1) throw new Refusal('bad-request', USAGE)
  const bytes = readBytes(file)
  const options = {
    name: basename(file),
    addGames: values['add-games'],
    correct: values.correct,
    howToCorrect: 'Import it with --correct.',
  }
  print(
    await withDatabase(async (db, now) => {
      const rows = readAllDraws(bytes, await loadGames(db), values.date)
      const reports = rows.length > ROWS_WITHOUT_PROGRESS
      if (reports) report(`Read ${rows.length} rows. Checking them.`)
      const onWritten = (written: number, all: number) => report(`Wrote ${written} of ${all} draws.`)
      return importDraws(db, now, PROGRAM, rows, { ...options, ...(reports && { onWritten }) })
    }),
  )
}

/** A shorter import ends within a second. */
const ROWS_WITHOUT_PROGRESS = 10_000

/** Progress goes to the error output, so that the other output is the result alone. */
const report = (line: string) => process.stderr.write(`${line}\n`)

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new Refusal('not-found', `Cannot read ${file} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function print(report: ImportReport): void {
  const { inserted, unchanged, completed, corrected, refused, unknownGames, warned } = report
  const lines = [
    `inserted ${inserted}`,
    `unchanged ${unchanged}`,
    `completed ${completed.length}`,
    `corrected ${corrected.length}`,
    `refused ${refusedRows(report)}`,
  ]
  const list = (title: string, entries: string[]) => {
    if (entries.length === 0) return
    lines.push('', title)
    // A call can take some 100,000 arguments, and there may be more entries.
    for (const entry of entries) lines.push(`  ${entry}`)
  }
  if (report.samplesRemoved > 0)
    lines.push('', `Removed the ${report.samplesRemoved} sample draws, because real draws were imported.`)
  if (report.gamesAdded.length > 0) lines.push('', `Games added: ${report.gamesAdded.join(', ')}`)
  list('Corrected:', corrected.map(changeLine))
  list('Completed:', completed.map(changeLine))
  list('Imported with warnings:', warned.map(noteLine))
  list('Refused:', refused.map(noteLine))
  list('Unknown games:', unknownGames.map(gameLine))
  if (unknownGames.length > 0)
    lines.push('', 'Run the import again with --add-games to add the unknown games.')
  process.stdout.write(`${lines.join('\n')}\n`)
}

const noteLine = ({ line, game, date, reasons }: RowNote) =>
  `line ${line}: ${game} ${date}: ${reasons.join(' ')}`

const gameLine = ({ line, rows, reason }: UnknownGame) =>
  `${rows === 1 ? `1 row, line ${line}` : `${rows} rows from line ${line}`}: ${reason}`

const changeLine = ({ line, game, date, changes }: ImportedChange) =>
  `line ${line}: ${game} ${date}: ${changes.map(changeText).join(', ') || 'confirmed'}`

runCommand(main, USAGE)
