import { parseArgs } from 'node:util'
import { z } from 'zod'
import { formatCount } from '../domain/base/words.ts'
import { createLog } from './base/log.ts'
import { runCommand, withStoppedDatabase } from './command.ts'
import { checkReachable } from './db/app-role.ts'
import { withClient } from './db/with-client.ts'
import { Refusal } from './http/refusal.ts'
import { parseNotedHead } from './ledger/noted-head.ts'
import type { LedgerReport } from './ledger/replay-copies.ts'
import { prepareDatabase } from './prepare-database.ts'
import { finishRestore } from './restores/finish-restore.ts'
import { requireStoppedInstallation } from './restores/refuse.ts'

const USAGE = `npm run after-restore -- --backup-at 2026-11-22T21:11:19+01:00 [--lost-head 214:9f2c…]

Run it after every restore of the database and every return to an instant, before the first server starts. It ends all
sessions and links, holds the mails that waited, closes payments until they are compared with Paystack, and restores
forecasts from their copies in LEDGER_COPY_DIR.

  --backup-at  the instant of the newest data in the database, with its time zone: the start of the dump, or the instant
               to which the database went back
  --lost-head  the last number of entries and head of the ledger of forecasts that were noted before the loss, from the
               public record or a mail. Entries that no copy in LEDGER_COPY_DIR restores are then named as lost
`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', default: false },
      'backup-at': { type: 'string' },
      'lost-head': { type: 'string' },
    },
  })
  if (values.help || values['backup-at'] === undefined) throw new Refusal('bad-request', USAGE)
  const backupAt = parseInstant(values['backup-at'])
  const lostHead = values['lost-head']
  const noted = lostHead === undefined ? null : parseNotedHead(lostHead)
  const ledger = await withStoppedDatabase(async (source, { ledgerCopyDir }) => {
    await checkReachable(source)
    await requireStoppedInstallation(source.owner)
    await prepareDatabase(source, createLog('error'), { isAfterRestore: true })
    return withClient(source.owner, async (client) => {
      const report = await finishRestore(client, backupAt, { folder: ledgerCopyDir, noted })
      await client.query('analyze')
      return report
    })
  })
  process.stdout.write(`${ledgerText(ledger)}\nThe restore is complete. You can start the server.\n`)
}

/** @returns milliseconds */
function parseInstant(text: string): number {
  const parsed = z.iso.datetime({ offset: true }).safeParse(text)
  if (!parsed.success)
    throw new Refusal(
      'bad-request',
      `${text} is no instant. Write it with its time zone, such as 2026-11-22T21:11:19+01:00.`,
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
