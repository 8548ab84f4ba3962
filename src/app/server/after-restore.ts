import { parseArgs } from 'node:util'
import { z } from 'zod'
import { formatCount } from '../../platform/rules/base/words.ts'
import { commandOf } from '../../platform/server/base/root.ts'
import { createLog } from '../../platform/server/base/log.ts'
import { runCommand, withStoppedDatabase } from './command.ts'
import { checkReachable } from '../../platform/server/db/app-role.ts'
import { withClient } from '../../platform/server/db/connect.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import type { LedgerReport } from '../../forecasts/server/ledger/replay-copy.ts'
import { prepareDatabase } from './installation.ts'
import { finishRestore, requireStoppedInstallation } from '../../operation/server/restores/finish-restore.ts'

const USAGE = `${commandOf('after-restore')} --backup-at 2026-11-22T21:11:19+01:00

Run it after every restore of the database and every return to an instant, before the first server starts. It ends all
sessions and links, holds the mails that waited, closes payments until they are compared with Paystack, and restores
forecasts from RECORD_COPY.

  --backup-at  the instant of the newest data in the database, with its time zone: the start of the dump, or the instant
               to which the database went back
  --copy-lost  the file of RECORD_COPY is lost: next-log must follow, before the first server starts
`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', default: false },
      'backup-at': { type: 'string' },
      'copy-lost': { type: 'boolean', default: false },
    },
  })
  if (values.help || values['backup-at'] === undefined) throw new Refusal('bad-request', USAGE)
  const backupAt = parseInstant(values['backup-at'])
  const ledger = await withStoppedDatabase(async (source, { recordCopy }) => {
    await checkReachable(source)
    await requireStoppedInstallation(source.owner)
    await prepareDatabase(source, createLog('error'), { isAfterRestore: true })
    return withClient(source.owner, async (client) => {
      const report = await finishRestore(client, backupAt, values['copy-lost'] ? null : recordCopy)
      await client.query('analyze')
      return report
    })
  })
  const next = values['copy-lost']
    ? 'Run next-log --copy-lost before you start the server: the record may lack lines.'
    : 'You can start the server.'
  process.stdout.write(`${ledgerText(ledger)}\nThe restore is complete. ${next}\n`)
}

/** @returns milliseconds */
function parseInstant(text: string): number {
  const parsed = z.iso.datetime({ offset: true }).safeParse(text)
  if (!parsed.success)
    throw new Refusal(
      'bad-request',
      `${text} is not a time. Write it with its time zone, such as 2026-11-22T21:11:19+01:00.`,
    )
  return Date.parse(parsed.data)
}

function ledgerText({ replayed, lost, size }: LedgerReport): string {
  const sentences = [`The record of forecasts has ${formatCount(size)} entries.`]
  if (replayed > 0) sentences.push(`${formatCount(replayed)} of them were restored from the copy.`)
  if (lost)
    sentences.push(
      `${lost}. No server publishes on it. Find the whole copy, or run: ${commandOf('next-log')}`,
    )
  return sentences.join('\n')
}

runCommand(main, USAGE)
