import { once } from 'node:events'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { changeText } from '../domain/draw.ts'
import type { RowNote, UnknownGame } from '../domain/ingest.ts'
import { PROGRAM } from './audit/record.ts'
import { withDatabase, runCommand } from './command.ts'
import type { Db } from './db/connect.ts'
import { importDraws } from './draws/desk/import-draws.ts'
import type { ImportReport } from './draws/desk/write-import.ts'
import { Refusal } from './http/refusal.ts'
import type { ImportedChange } from './ingest/import-plan.ts'
import { type FileOptions, planFile } from './ingest/plan-file.ts'
import { NotText, openTextFile, type TextFile } from './ingest/text-file.ts'

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
  const [path] = positionals
  if (values.help || !path || positionals.length > 1) throw new Refusal('bad-request', USAGE)
  const file = await openFile(path)
  try {
    const options = {
      day: values.date,
      addGames: values['add-games'],
      refuseCorrections: values.correct ? null : 'Import it with --correct.',
    }
    await withDatabase(async (db, now) => print(await importFile(db, now, file, basename(path), options)))
  } finally {
    await file.close()
  }
}

/** A shorter import ends within a second. */
const ROWS_WITHOUT_PROGRESS = 10_000
/** Rows between two lines of progress while a file is read. */
const ROWS_READ = 500_000

function importFile(
  db: Db,
  now: number,
  file: TextFile,
  name: string,
  options: FileOptions,
): Promise<ImportReport> {
  let rows = 0
  const onRows = (count: number, isLast: boolean) => {
    rows = count
    if (!isLast && count % ROWS_READ === 0) progress(`Read ${count} rows so far.`)
    if (isLast && count > ROWS_WITHOUT_PROGRESS) progress(`Read ${count} rows. Checking them.`)
  }
  const onWritten = (written: number, all: number) => {
    if (rows > ROWS_WITHOUT_PROGRESS) progress(`Wrote ${written} of ${all} draws.`)
  }
  return importDraws(db, now, PROGRAM, (basis) => planFile(file, basis, now, options, onRows), {
    name,
    onWritten,
  })
}

/** Progress goes to the error output, so that the other output is the result alone. */
const progress = (line: string) => process.stderr.write(`${line}\n`)

async function openFile(path: string): Promise<TextFile> {
  try {
    return await openTextFile(path)
  } catch (error) {
    if (error instanceof NotText) throw new Refusal('invalid-input', error.message)
    throw new Refusal('not-found', `Cannot read ${path} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Characters that are written at once. */
const MOST_WRITTEN = 1 << 16

async function print(report: ImportReport): Promise<void> {
  let text = ''
  for (const line of linesOf(report)) {
    text += `${line}\n`
    if (text.length < MOST_WRITTEN) continue
    if (!process.stdout.write(text)) await once(process.stdout, 'drain')
    text = ''
  }
  process.stdout.write(text)
}

function* linesOf(report: ImportReport): Generator<string> {
  const { inserted, unchanged, lists, refusedRows, unknownGames, gamesAdded, samplesRemoved } = report
  const { completed, corrected, refused, warned, totals } = lists
  yield `inserted ${inserted}`
  yield `unchanged ${unchanged}`
  yield `completed ${totals.completed}`
  yield `corrected ${totals.corrected}`
  yield `refused ${refusedRows}`
  if (samplesRemoved > 0)
    yield* ['', `Removed the ${samplesRemoved} sample draws, because real draws were imported.`]
  if (gamesAdded.length > 0) yield* ['', `Games added: ${gamesAdded.join(', ')}`]
  yield* list('Corrected:', corrected, changeLine)
  yield* list('Completed:', completed, changeLine)
  yield* list('Imported with warnings:', warned, noteLine)
  yield* list('Refused:', refused, noteLine)
  yield* list('Unknown games:', unknownGames, gameLine)
  if (unknownGames.length > 0) yield* ['', 'Run the import again with --add-games to add the unknown games.']
}

function* list<T>(title: string, entries: Iterable<T>, lineOf: (entry: T) => string): Generator<string> {
  let isFirst = true
  for (const entry of entries) {
    if (isFirst) yield* ['', title]
    isFirst = false
    yield `  ${lineOf(entry)}`
  }
}

const noteLine = ({ line, game, date, reasons }: RowNote) =>
  `line ${line}: ${game} ${date}: ${reasons.join(' ')}`

const gameLine = ({ line, rows, reason }: UnknownGame) =>
  `${rows === 1 ? `1 row, line ${line}` : `${rows} rows from line ${line}`}: ${reason}`

const changeLine = ({ line, game, date, changes }: ImportedChange) =>
  `line ${line}: ${game} ${date}: ${changes.map(changeText).join(', ') || 'confirmed'}`

runCommand(main, USAGE)
