import { parseArgs } from 'node:util'
import { formatCount } from '../domain/money.ts'
import { writeBackup } from './backups/write-backup.ts'
import { runCommand, withOwner } from './command.ts'
import { Refusal } from './http/refusal.ts'

const USAGE = `npm run backup -- FILE

Writes everything that the database holds into one compressed file, as of one moment. The server may be running or
stopped. AUTH_SECRET is not in the file: keep it in another safe place, a restored installation needs it.
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (values.help || !file || positionals.length > 1) throw new Refusal('bad-request', USAGE)
  const started = performance.now()
  const { at, tables, rows, bytes } = await withOwner((owner) =>
    writeBackup(owner, file, (table, count) => {
      if (count > 0) process.stdout.write(`${table} ${formatCount(count)}\n`)
    }),
  )
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(
    `\nWrote ${file}: ${formatCount(rows)} rows of ${tables} tables as of ${new Date(at).toISOString()}, ` +
      `${formatCount(bytes)} bytes, in ${seconds} s.\n`,
  )
}

runCommand(main, USAGE)
