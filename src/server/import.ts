import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { formatDate } from '../domain/base/calendar.ts'
import { changeText } from '../domain/draws/draw.ts'
import type { DateQuestion, RowNote, UnknownGame } from '../domain/ingest/ingest-plan.ts'
import { DATE_ORDERS, type DateOrder, readDay } from '../domain/draws/written-dates.ts'
import { PROGRAM } from './audit/context.ts'
import { withDatabase, runCommand } from './command.ts'
import type { Db } from './db/connect.ts'
import { checkImport, importDraws, type ImportReport } from './draws/desk/import-draws.ts'
import { Refusal } from './http/refusal.ts'
import {
  type AddedDraw,
  addedIn,
  type Basis,
  type ImportedChange,
  type PlanOptions,
  planRows,
} from './ingest/import-plan.ts'
import { type ReadLimits, readDraws } from './ingest/read-draws.ts'

const USAGE = `npm run import -- FILE.csv [--dry-run] [--date-order day-first|month-first] [--correct] [--add-games]
  [--date 2025-07-07]

Imports draws from a file. The file is a table with the columns game,date,serial,date_label,status,w1..w5,m1..m5
(separated by commas, semicolons or tabs; status: ok, no draw or suspect; machine numbers, serial and status may be left
out), a JSON download, or a text with one draw per line or in blocks with W: and M:. The server may be running or stopped. It ends with status 2 if it refused rows, and 1 if it imported nothing.

  --dry-run     list every draw that it would add, change or refuse, and write none
  --date-order  the order of dates such as 01/08/2025: day-first or month-first. Without it they have the day first. If
                another date cannot, such as 01/25/2025, they are refused
  --correct     correct recorded draws that differ from the file, instead of refusing those rows
  --add-games   add unknown games, instead of refusing their rows. A name that resembles a known game is refused: add that
                game under Admin, Games
  --date        the date of written draws that have none
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      correct: { type: 'boolean', default: false },
      'add-games': { type: 'boolean', default: false },
      date: { type: 'string', default: '' },
      'date-order': { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [path] = positionals
  const dateOrder = DATE_ORDERS.find((order) => order === values['date-order']) ?? null
  const isUnknownOrder = values['date-order'] !== undefined && dateOrder === null
  if (values.help || !path || positionals.length > 1 || isUnknownOrder)
    throw new Refusal('bad-request', USAGE)
  const day = values.date === '' ? '' : dayOption(values.date, dateOrder)
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal('not-found', `Cannot read ${path} (${error.code}).`)
  })
  const report = await withDatabase(async (db, now) => {
    const options = {
      now,
      day,
      dateOrder,
      addGames: values['add-games'],
      nearNames: false,
      refuseCorrections: values.correct ? null : 'Import it with --correct.',
    }
    if (values['dry-run']) return dryRun(db, bytes, options)
    const done = await importFile(db, bytes, basename(path), options)
    print(linesOf(done, options))
    return done
  })
  if (report.refusedRows > 0) process.exitCode = REFUSED_ROWS
}

/** The exit status when rows were refused; a failure has 1. */
const REFUSED_ROWS = 2

function dayOption(text: string, order: DateOrder | null): string {
  const { date, problem } = readDay(text, order ?? 'day-first')
  if (problem !== undefined) throw new Refusal('bad-request', `--date: ${problem}`)
  return date
}

async function dryRun(db: Db, bytes: Uint8Array, options: PlanOptions): Promise<ImportReport> {
  const makePlan = async (basis: Basis) => planOf(bytes, basis, options)
  const { plan, report } = await checkImport({ db, now: options.now, actor: PROGRAM }, makePlan)
  print(linesOf(report, options, plan.added))
  return report
}

/** A shorter import ends within a second. */
const ROWS_WITHOUT_PROGRESS = 10_000

function importFile(db: Db, bytes: Uint8Array, name: string, options: PlanOptions): Promise<ImportReport> {
  const makePlan = async (basis: Basis) => {
    const { rows, ...plan } = planOf(bytes, basis, options)
    if (rows > ROWS_WITHOUT_PROGRESS) progress(`Read ${rows} rows. Writing ${plan.inserted} new draws.`)
    return plan
  }
  return importDraws({ db, now: options.now, actor: PROGRAM }, makePlan, { name })
}

/** Far above a table of all draws that ever were, and within the longest text of the platform. */
const LIMITS: ReadLimits = { bytes: 256 * 1024 * 1024, rows: 2_000_000 }

/** Reads and plans a file. @throws Refusal when it cannot be read */
function planOf(bytes: Uint8Array, basis: Basis, options: PlanOptions) {
  const rows = readDraws(bytes, { ...options, games: basis.games }, LIMITS)
  if ('problem' in rows) throw new Refusal(rows.code, rows.problem)
  const { ingest, plan } = planRows(rows, basis, options)
  return { ...plan, rows: rows.length, added: addedIn(ingest) }
}

/** Progress goes to the error output, so that the other output is the result alone. */
const progress = (line: string) => process.stderr.write(`${line}\n`)

const print = (lines: Iterable<string>) => process.stdout.write(`${[...lines].join('\n')}\n`)

/** @param added the new draws of a dry run */
function* linesOf(
  report: ImportReport,
  { addGames }: Pick<PlanOptions, 'addGames'>,
  added?: Iterable<AddedDraw>,
): Generator<string> {
  const { inserted, unchanged, lists, refusedRows, unknownGames, gamesAdded, samplesRemoved } = report
  const { completed, corrected, refused, warned, totals } = lists
  yield `inserted ${inserted}`
  yield `unchanged ${unchanged}`
  yield `completed ${totals.completed}`
  yield `corrected ${totals.corrected}`
  yield `refused ${refusedRows}`
  if (added) yield* ['', 'This was a dry run: nothing is written.']
  const samplesText = (removed: string, were: string) =>
    `${removed} the ${samplesRemoved} sample draws, because real draws ${were} imported.`
  if (samplesRemoved > 0)
    yield* ['', added ? samplesText('Would remove', 'would be') : samplesText('Removed', 'were')]
  if (gamesAdded.length > 0) yield* ['', `Games added: ${gamesAdded.join(', ')}`]
  if (added) yield* list('New:', added, addedLine)
  yield* list('Corrected:', corrected, changeLine)
  yield* list('Completed:', completed, changeLine)
  yield* list('Imported with warnings:', warned, noteLine)
  yield* list('Refused:', refused, noteLine)
  yield* list('Unknown games:', unknownGames, gameLine)
  if (gamesAdded.length > 0 || (addGames && unknownGames.length > 0)) yield* ['', GAMES_HELP]
  else if (unknownGames.length > 0)
    yield* ['', 'Run the import again with --add-games to add the unknown games.']
  if (report.dateQuestion) yield* ['', dateHelp(report.dateQuestion)]
}

const GAMES_HELP =
  'Enter the operator and the times of a game under Admin, Games. A game whose name resembles a known one is added there, too.'

function dateHelp({ monthFirst, either }: DateQuestion): string {
  const doubtful = either === null ? '' : ` and ${either} can have either first`
  return `The date ${monthFirst} cannot have the day first${doubtful}. Run the import again with --date-order month-first or --date-order day-first.`
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

/** The day has its weekday, so that a wrong order of day and month can be seen. */
function addedLine({ line, draw: { game, date, serial, winning, machine } }: AddedDraw): string {
  const number = serial === null ? '' : ` No. ${serial}`
  const machineText = machine.length > 0 ? `, machine ${machine.join(' - ')}` : ''
  return `line ${line}: ${game} ${formatDate(date)}${number}: ${winning.join(' - ') || 'no draw'}${machineText}`
}

const gameLine = ({ line, rows, reason }: UnknownGame) =>
  `${rows === 1 ? `1 row, line ${line}` : `${rows} rows from line ${line}`}: ${reason}`

const changeLine = ({ line, game, date, changes }: ImportedChange) =>
  `line ${line}: ${game} ${date}: ${changes.map(changeText).join(', ') || 'confirmed'}`

runCommand(main, USAGE)
