import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { RowNote } from '../domain/ingest.ts'
import { PROGRAM } from './audit/record.ts'
import { onDatabase, runCommand } from './command.ts'
import { readDrawsCsv } from './draws/csv.ts'
import { importDraws, type ImportReport } from './draws/import-draws.ts'
import { Refusal } from './http/refusal.ts'

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
  const options = { name: basename(file), addGames: values['add-games'] }
  print(await onDatabase((db, now) => importDraws(db, now, PROGRAM, rows, options)))
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new Refusal('not-found', `${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
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

runCommand(main, USAGE)
