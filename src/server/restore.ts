import { parseArgs } from 'node:util'
import { z } from 'zod'
import { formatCount } from '../domain/money.ts'
import { createLog, type Log } from './base/log.ts'
import { readSettings } from './base/settings.ts'
import { checkArchive } from './backups/check-archive.ts'
import { runCommand, withStoppedDatabase } from './command.ts'
import { Refusal } from './http/refusal.ts'
import { parseNotedHead } from './ledger/noted-head.ts'
import type { CopySource, LedgerReport } from './ledger/replay-copies.ts'
import { recoverDatabase } from './recover-database.ts'
import { restoreDatabase } from './restore-database.ts'

const USAGE = `npm run restore -- FILE [--replace] [--lost-head 214:9f2c…]
npm run restore -- --at 2026-11-22T20:11:19Z [--replace] [--lost-head 214:9f2c…]

Restores a backup into the database of the settings: the embedded one, or the one of DATABASE_URL. Stop every server first.
The whole file is checked before anything is written. Set AUTH_SECRET to the one of the backed-up installation.

With --at, the embedded database goes back to an instant instead, from the archive in WAL_ARCHIVE_DIR.

  --at         the instant with its time zone, such as 2026-11-22T21:11:19+01:00; or latest, the end of the archive
  --replace    delete the data that the database holds, and restore the backup in its place. With --at, the present
               database is moved aside
  --lost-head  the last number of entries and head of the ledger of forecasts that were noted before the loss, from the
               public record or a mail. Entries that no copy in LEDGER_COPY_DIR restores are then named as lost
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      at: { type: 'string' },
      'lost-head': { type: 'string' },
    },
  })
  const [file] = positionals
  const isComplete = values.at === undefined ? positionals.length === 1 : positionals.length === 0
  if (values.help || !isComplete) throw new Refusal('bad-request', USAGE)
  const lostHead = values['lost-head']
  const noted = lostHead === undefined ? null : parseNotedHead(lostHead)
  const started = performance.now()
  const say = (text: string) => void process.stdout.write(`${text}\n`)
  const settings = readSettings(process.env)
  const log = createLog('error')
  const options = { mayReplace: values.replace, copies: { folder: settings.ledgerCopyDir, noted } }
  const ledger =
    values.at === undefined
      ? await restoreFile(file!, log, options, say)
      : await recoverDatabase(settings, log, { ...options, at: parseInstant(values.at), say })
  say(`\n${ledgerText(ledger)}`)
  say(`Restored in ${((performance.now() - started) / 1000).toFixed(1)} s. You can start the server.`)
}

async function restoreFile(
  file: string,
  log: Log,
  options: { mayReplace: boolean; copies: CopySource },
  say: (text: string) => void,
): Promise<LedgerReport> {
  const { header, totals } = await checkArchive(file)
  say(`${file} is complete: ${formatCount(totals.rows)} rows of ${totals.tables} tables as of ${header.at}.`)
  const onTable = (table: string, rows: number) => rows > 0 && say(`${table} ${formatCount(rows)}`)
  return withStoppedDatabase((source) => restoreDatabase(source, log, { ...options, file, header, onTable }))
}

/** @returns milliseconds; Infinity for the end of the archive */
function parseInstant(text: string): number {
  if (text === 'latest') return Infinity
  const parsed = z.iso.datetime({ offset: true }).safeParse(text)
  if (!parsed.success)
    throw new Refusal(
      'bad-request',
      `${text} is no instant. Write it with its time zone, such as 2026-11-22T21:11:19+01:00, or write latest.`,
    )
  return Date.parse(parsed.data)
}

function ledgerText({ replayed, lost, end }: LedgerReport): string {
  const sentences = [
    `The ledger of forecasts has ${formatCount(end.entries)} entries, head ${end.entries}:${end.head}.`,
  ]
  if (replayed > 0) sentences.push(`${formatCount(replayed)} of them were restored from their copies.`)
  if (lost)
    sentences.push(
      `The entries up to ${lost.entries}:${lost.head} are lost. A new entry and the public record say so.`,
    )
  return sentences.join('\n')
}

runCommand(main, USAGE)
