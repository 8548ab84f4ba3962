import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Chain } from '../domain/ledger/entries.ts'
import { type LedgerProblem, type LedgerReport, verifyLedger } from '../domain/ledger/verify.ts'
import { formatCount } from '../domain/base/words.ts'
import { runCommand } from './command.ts'
import { Refusal } from './http/refusal.ts'
import { genesisHead, sha256 } from './ledger/hashes.ts'
import { parseNotedHead } from './ledger/noted-head.ts'
import { readDownload } from './ledger/read-download.ts'

const USAGE = `npm run verify-ledger -- record.csv [--head 214:9f2c…] [--downloaded 2026-11-22T10:00:00Z]

Checks a download of the public record: no entry was deleted, reordered, back-dated or changed, no lock moved later, and no
forecast is hidden after its close. Ends with exit code 1 at a problem.

  --head        a number of entries and their head, noted earlier from the record, a picture or a mail; repeatable
  --downloaded  when the file was downloaded; by default the time of the file
`

/** Problems to print; a changed entry breaks all that follow. */
const SHOWN_PROBLEMS = 20

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      head: { type: 'string', multiple: true, default: [] },
      downloaded: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  if (values.help || !file || positionals.length > 1) throw new Refusal('bad-request', USAGE)
  const noted = values.head.map(parseNotedHead)
  const { bytes, changedAt } = readFile(file)
  const downloadedAt = values.downloaded === undefined ? changedAt : Date.parse(values.downloaded)
  if (Number.isNaN(downloadedAt))
    throw new Refusal('bad-request', `${values.downloaded} is no time. Write it as 2026-11-22T10:00:00Z.`)
  const rows = readDownload(bytes)
  const chain: Chain = rows[0]?.previous === genesisHead('sample') ? 'sample' : 'real'
  print(await verifyLedger(rows, { chain, hash: sha256, downloadedAt, noted }), chain)
}

function readFile(file: string): { bytes: Uint8Array; changedAt: number } {
  try {
    return { bytes: readFileSync(file), changedAt: statSync(file).mtimeMs }
  } catch (error) {
    throw new Refusal('not-found', `Cannot read ${file} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function print({ entries, hidden, head, problems }: LedgerReport, chain: Chain): void {
  const samples = chain === 'sample' ? ' of sample forecasts' : ''
  const lines = [
    `entries ${formatCount(entries)}${samples}`,
    `hidden until their close ${formatCount(hidden)}`,
    `head ${entries}:${head}`,
    '',
    ...problems.slice(0, SHOWN_PROBLEMS).map(problemLine),
  ]
  const left = problems.length - SHOWN_PROBLEMS
  if (left > 0) lines.push(`and ${formatCount(left)} more`)
  lines.push(problems.length === 0 ? 'The ledger is correct.' : 'The ledger is NOT correct.')
  process.stdout.write(`${lines.join('\n')}\n`)
  if (problems.length > 0) process.exitCode = 1
}

const problemLine = ({ row, message }: LedgerProblem) => (row === null ? message : `entry ${row}: ${message}`)

runCommand(main, USAGE)
