import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import {
  formatDate,
  lagosDate,
  parseClock,
  type Weekday,
  WEEKDAYS,
} from '../../platform/rules/base/calendar.ts'
import { earliestSlot } from '../../draws/rules/desk.ts'
import { gameMatcher, withMeanings } from '../../draws/rules/game-names.ts'
import { type Game, isGameKey, keyFromName, nameFromKey } from '../../draws/rules/games.ts'
import { changeText } from '../../draws/rules/draw.ts'
import type { DateQuestion, RowNote, UnknownGame } from '../../draws/rules/ingest/ingest-plan.ts'
import { DATE_ORDERS, type DateOrder, readDay } from '../../draws/rules/written-dates.ts'
import { PROGRAM } from '../../platform/server/audit/context.ts'
import { withDatabase, runCommand } from './command.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { checkImport, importDraws, type ImportReport } from '../../draws/server/desk/import-draws.ts'
import { addGame } from '../../draws/server/games/routes.ts'
import { loadGames } from '../../draws/server/memory.ts'
import { commandOf } from '../../platform/server/base/root.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import {
  type AddedDraw,
  addedIn,
  type Basis,
  type ImportedChange,
  type PlanOptions,
  planRows,
} from '../../draws/server/ingest/import-plan.ts'
import { type ReadLimits, readDraws } from '../../draws/server/ingest/read-draws.ts'

const NEW_GAME = 'NAME; OPERATOR; Mon 09:30, Thu 15:30'

const USAGE = `${commandOf('import')} FILE.csv [--dry-run] [--date-order day-first|month-first] [--correct] [--date 2025-07-07]
  [--read-as "NAME=GAME"]... [--new-game "${NEW_GAME}"]...

Imports draws from a file. The file is a table with the columns game,date,serial,date_label,status,w1..w5,m1..m5
(separated by commas, semicolons or tabs; status: ok, no draw or suspect; machine numbers, serial and status may be left
out), a JSON download, or a text with one draw per line or in blocks with W: and M:. The server may be running or stopped. It ends with status 2 if it refused rows, and 1 if it imported nothing.

  --dry-run     list every draw that it would add, change or refuse, and write none
  --date-order  the order of dates such as 01/08/2025: day-first or month-first. Without it they have the day first. If
                another date cannot, such as 01/25/2025, they are refused
  --correct     correct recorded draws that differ from the file, instead of refusing those rows
  --date        the date of written draws that have none
  --read-as     read an unknown name as a known game: --read-as 6=06
  --new-game    add a game, with its operator and the times at which it closes. The rows of any other unknown name are refused
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      correct: { type: 'boolean', default: false },
      'read-as': { type: 'string', multiple: true, default: [] },
      'new-game': { type: 'string', multiple: true, default: [] },
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
  const newGames = values['new-game'].map(newGameOf)
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal('not-found', `Cannot read ${path} (${error.code}).`)
  })
  const report = await withDatabase(async (db, now) => {
    const options = {
      now,
      day,
      dateOrder,
      newGames,
      readAs: values['read-as'],
      nearNames: false,
      refuseCorrections: values.correct ? null : 'Import it with --correct.',
    }
    if (values['dry-run']) return dryRun(db, bytes, options)
    await addGames(db, now, newGames)
    const done = await importFile(db, bytes, basename(path), options)
    print(linesOf(done))
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

interface Options extends PlanOptions {
  newGames: readonly NewGame[]
  /** Unknown names, each with the game that it means: `6=06`. */
  readAs: readonly string[]
}

interface NewGame {
  key: string
  name: string
  operator: string
  times: { weekday: Weekday; close: number }[]
}

/** A game of `--new-game`. A short name, as files have it, becomes its key. @throws Refusal for an incomplete one */
function newGameOf(text: string): NewGame {
  const [given = '', operator = '', written = ''] = text.split(';').map((part) => part.trim())
  const times = written.split(',').flatMap((time) => {
    const [day = '', clock = ''] = time.trim().split(/\s+/)
    const weekday = WEEKDAYS.find((one) => one.slice(0, 3) === day.slice(0, 3).toLowerCase())
    const close = parseClock(clock)
    return weekday && close !== null ? [{ weekday, close }] : []
  })
  if (given === '' || operator === '' || times.length < written.split(',').length)
    throw new Refusal('bad-request', `--new-game "${text}": write it as "${NEW_GAME}".`)
  const name = isGameKey(given) ? nameFromKey(given) : given
  return { key: isGameKey(given) ? given : keyFromName(given), name, operator, times }
}

/** The new games that no stored game is. */
const missingIn = (games: readonly Game[], newGames: readonly NewGame[]) =>
  newGames.filter(({ key }) => !games.some((game) => game.key === key))

/** Adds the games before their draws, as Admin, Games does. */
async function addGames(db: Db, now: number, newGames: readonly NewGame[]): Promise<void> {
  const validFrom = earliestSlot(lagosDate(now))
  for (const game of missingIn(await loadGames(db), newGames))
    await addGame({ db, now, actor: PROGRAM }, { ...game, colour: null, firstSerial: null, validFrom })
}

/** The names of `--read-as` with the keys of their games. @throws Refusal for one that names no known game */
function meanings(readAs: readonly string[], games: readonly Game[]): [string, string][] {
  const findGame = gameMatcher(games)
  return readAs.map((text) => {
    const at = text.lastIndexOf('=')
    const game = findGame.only(text.slice(at + 1))
    if (!game || at < 1)
      throw new Refusal('bad-request', `--read-as "${text}": write it as NAME=GAME, with a known game.`)
    return [text.slice(0, at), game.key]
  })
}

async function dryRun(db: Db, bytes: Uint8Array, options: Options): Promise<ImportReport> {
  const makePlan = async (basis: Basis) => planOf(bytes, basis, options)
  const { plan, report } = await checkImport({ db, now: options.now, actor: PROGRAM }, makePlan)
  print(linesOf(report, plan.added))
  return report
}

/** A shorter import ends within a second. */
const ROWS_WITHOUT_PROGRESS = 10_000

function importFile(db: Db, bytes: Uint8Array, name: string, options: Options): Promise<ImportReport> {
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
function planOf(bytes: Uint8Array, basis: Basis, { newGames, readAs, ...options }: Options) {
  // A dry run stores no games.
  const more = missingIn(basis.games, newGames).map((game) => ({
    ...game,
    order: 0,
    active: true,
    slots: [],
  }))
  const all = [...basis.games, ...more]
  const games = withMeanings(all, meanings(readAs, all))
  const read = readDraws(bytes, { ...options, games }, LIMITS)
  if ('problem' in read) throw new Refusal(read.code, read.problem)
  const { ingest, plan } = planRows(read.rows, { ...basis, games }, options)
  return { ...plan, rows: read.rows.length, added: addedIn(ingest) }
}

/** Progress goes to the error output, so that the other output is the result alone. */
const progress = (line: string) => process.stderr.write(`${line}\n`)

const print = (lines: Iterable<string>) => process.stdout.write(`${[...lines].join('\n')}\n`)

/** @param added the new draws of a dry run */
function* linesOf(report: ImportReport, added?: Iterable<AddedDraw>): Generator<string> {
  const { inserted, unchanged, lists, refusedRows, unknownGames, samplesRemoved } = report
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
  if (added) yield* list('New:', added, addedLine)
  yield* list('Corrected:', corrected, changeLine)
  yield* list('Completed:', completed, changeLine)
  yield* list('Imported with warnings:', warned, noteLine)
  yield* list('Refused:', refused, noteLine)
  yield* list('Unknown games:', unknownGames, gameLine)
  if (unknownGames.length > 0) yield* ['', GAMES_HELP]
  if (report.dateQuestion) yield* ['', dateHelp(report.dateQuestion)]
}

const GAMES_HELP = `Run the import again, for each unknown name with --read-as "NAME=GAME" if it means a known game, or with --new-game "${NEW_GAME}" to add it.`

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
