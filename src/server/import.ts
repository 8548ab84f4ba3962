import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { RowNote } from '../domain/ingest.ts'
import { PROGRAM } from './audit/record.ts'
import { createClock } from './clock.ts'
import { type Address, connect } from './db/connect.ts'
import { findEmbedded, startEmbedded } from './db/embedded.ts'
import { EmbeddedError } from './db/embedded-process.ts'
import { migrate } from './db/migrate.ts'
import { readDrawsCsv } from './draws/csv.ts'
import { importDraws, type ImportReport } from './draws/import-draws.ts'
import { Refusal } from './http/refusal.ts'
import { prepareInstallation } from './installation.ts'
import { createLog, type Log } from './log.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'

const USAGE = `npm run import -- FILE.csv [--add-games]

Brings draws in from a CSV file with the columns game,date,serial,date_label,status,w1..w5,m1..m5
(status: ok, no_draw or suspect). Works while the server runs and while it does not.

  --add-games   add games that are not known yet, instead of refusing their rows
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'add-games': { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (values.help || !file || positionals.length > 1) throw new Refusal('bad-request', USAGE)
  const rows = readDrawsCsv(readBytes(file))

  const settings = readSettings(process.env)
  const log = createLog('error')
  const { address, release } = await openDatabase(settings, log)
  try {
    await migrate(address)
    const connection = connect(address, { max: 2, patient: true })
    try {
      const { db } = connection
      const clock = createClock({ production: settings.mode === 'production' })
      await prepareInstallation({ db, clock, settings, log })
      const now = await clock.now(db)
      const options = { name: basename(file), addGames: values['add-games'] }
      print(await importDraws(db, now, PROGRAM, rows, options))
    } finally {
      await connection.close()
    }
  } finally {
    await release()
  }
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new Refusal('not-found', `${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** The database of a running server where there is one, else one that is started for the import only. */
async function openDatabase(
  settings: Settings,
  log: Log,
): Promise<{ address: Address; release: () => Promise<void> }> {
  const nothing = () => Promise.resolve()
  if (settings.databaseUrl) return { address: { url: settings.databaseUrl }, release: nothing }
  const running = await findEmbedded(settings.dataDir)
  if (running) return { address: running, release: nothing }
  const started = await startEmbedded(settings.dataDir, log)
  return { address: started.address, release: () => started.stop() }
}

function print(report: ImportReport): void {
  const { inserted, unchanged, corrected, refused, warned, gamesAdded, samplesRemoved } = report
  const lines = [
    `inserted ${inserted}`,
    `unchanged ${unchanged}`,
    `corrected ${corrected}`,
    `refused ${refused.length}`,
  ]
  if (samplesRemoved > 0)
    lines.push('', `The ${samplesRemoved} sample draws were removed: real draws have come.`)
  if (gamesAdded.length > 0) lines.push('', `Games added: ${gamesAdded.join(', ')}`)
  if (warned.length > 0) lines.push('', 'Came in all the same:', ...warned.map(noteLine))
  if (refused.length > 0) lines.push('', 'Refused:', ...refused.map(noteLine))
  if (refused.some(({ reasons }) => reasons.some((reason) => reason.startsWith('Unknown game')))) {
    lines.push('', 'Run it again with --add-games to add the games that are not known.')
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

const noteLine = ({ line, game, date, reasons }: RowNote) =>
  `  line ${line}: ${game} ${date}: ${reasons.join(' ')}`

main().catch((error: unknown) => {
  const known = error instanceof Refusal || error instanceof SettingsError || error instanceof EmbeddedError
  const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  process.stderr.write(
    `${known ? error.message : isUsage ? USAGE : ((error as Error).stack ?? String(error))}\n`,
  )
  process.exitCode = 1
})
