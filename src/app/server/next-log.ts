import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { formatCount } from '../../platform/rules/base/words.ts'
import { commandOf } from '../../platform/server/base/root.ts'
import { createLog } from '../../platform/server/base/log.ts'
import { runCommand, withStoppedDatabase } from './command.ts'
import { createClock } from '../../platform/server/db/clock.ts'
import { withClient, type Db } from '../../platform/server/db/connect.ts'
import { loadGames } from '../../draws/server/memory.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { closeCopy, readCopy } from '../../forecasts/server/ledger/record-copy.ts'
import { replayCopy } from '../../forecasts/server/ledger/replay-copy.ts'
import { prepareDatabase } from './installation.ts'
import { eq, sql } from 'drizzle-orm'
import type { Game } from '../../draws/rules/games.ts'
import { Heads, headText } from '../../forecasts/rules/log/head.ts'
import { byProgram } from '../../platform/server/audit/context.ts'
import { recordAudit } from '../../platform/server/audit/record.ts'
import { endedLogs } from '../../forecasts/server/tables/forecast-ledger.ts'
import { logStamps } from '../../forecasts/server/stamps/tables.ts'
import { type EndedStamp, textLines } from '../../forecasts/server/log-files.ts'
import { installation } from '../../platform/server/tables/installation.ts'
import {
  entryTime,
  linesFrom,
  lockLedger,
  startLog,
  loadEndedLogs,
} from '../../forecasts/server/ledger/append.ts'
import { requireStoppedInstallation } from '../../operation/server/restores/finish-restore.ts'

/** The tables whose triggers keep the record; only this program, with the rights of the owner, ends one. */
const KEPT = ['log_leaves', 'log_stamps', 'predictions'] as const

/** What ended, and where forecasts go from now on. */
interface NextLog {
  ended: string
  size: number
  left: number
  next: string
  /** How many forecasts of the ended record have their draw still to come. */
  open: number
}

const place = (origin: string) => origin.split('/').at(-1)

/** `lotto.example/log/2` after `lotto.example/log/1`. */
const following = (origin: string) =>
  origin.replace(/(\d+)?$/, (digits: string) => String(Number(digits || 1) + 1))

/**
 * Ends the real record and starts the next one with the whole schedule. The files of the old one stay as they are; its
 * forecasts lose their proof and their scores.
 *
 * @param tx with the rights of the owner
 * @param copy the file with the copy of the record; null without one
 * @param isCopyLost whether the lines that are lost are in no copy either
 * @throws Refusal conflict when nothing is lost, or for an origin that is in use
 */
async function startNextLog(
  tx: Db,
  origin: string | undefined,
  copy: string | null,
  isCopyLost: boolean,
  { clock, games }: { clock: { now(db: Db): Promise<number> }; games: readonly Game[] },
): Promise<NextLog> {
  const end = await lockLedger(tx, 'real')
  const at = await entryTime(tx, clock, end)
  const [found] = await tx.select({ origin: installation.logOrigin }).from(installation)
  const ended = found?.origin
  if (!ended || end.size === 0) throw new Refusal('conflict', 'There is no record to end.')
  const next = origin ?? following(ended)
  const used = [ended, ...(await loadEndedLogs(tx)).map((log) => log.origin)]
  if (used.some((one) => place(one) === place(next)))
    throw new Refusal('conflict', `An earlier record has the origin ${next} already. Choose another one.`)
  if (!isCopyLost && (await replayCopy(tx, copy)).lost === null)
    throw new Refusal('conflict', `${ended} has every line of its copy, so it goes on.`)
  const left = await linesFrom(tx, 'real', 0)
  const head = headOf(left, await readCopy(copy))
  const stamps = await tx.select().from(logStamps).where(eq(logStamps.chain, 'real'))
  await tx.insert(endedLogs).values({
    origin: ended,
    cause: 'lost',
    at: new Date(at),
    size: head.size,
    left: left.length,
    record: textLines(left),
    head: headText(head),
    stamps: textLines(
      stamps.map(({ size, authority, token }) =>
        JSON.stringify({ size, authority, token: token.toString('base64') } satisfies EndedStamp),
      ),
    ),
    policy: '',
  })
  const open = await removeReal(tx, at)
  await tx.update(installation).set({ logOrigin: next })
  await startLog(tx, await lockLedger(tx, 'real'), at, games)
  const report = { ended, size: head.size, left: left.length, next, open }
  await recordAudit(byProgram(tx, at), 'restore.next-log', 'log', { cause: 'lost', ...report })
  return report
}

/** The head of the longer one of what is left and the copy. */
function headOf(left: readonly string[], copied: readonly string[]) {
  const heads = new Heads(copied.length > left.length ? copied : left)
  return { size: heads.size, head: heads.head()! }
}

/** Its forecasts stay as those from before the record. @returns how many have their draw still to come */
async function removeReal(tx: Db, at: number): Promise<number> {
  for (const table of KEPT) await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger user`)
  for (const table of KEPT.slice(0, 2))
    await tx.execute(sql`delete from ${sql.identifier(table)} where chain = 'real'`)
  const { rows } = await tx.execute<{ closes_at: string | null }>(
    sql`update predictions set chain = null, author_id = null where chain = 'real' returning closes_at`,
  )
  for (const table of KEPT) await tx.execute(sql`alter table ${sql.identifier(table)} enable trigger user`)
  return rows.filter(({ closes_at: close }) => close !== null && Date.parse(close) > at).length
}

const USAGE = `${commandOf('next-log')} [--origin lotto.example/log/2]

Ends the record of forecasts for ever and starts the next one, when RECORD_COPY has lines that the database has lost. Stop
every server first. The files of the old record stay on the site with what is left; its forecasts lose their proof and
their scores, and the record says why.

  --origin     of the next record; by default the number at its end grows by one
  --copy-lost  the file of RECORD_COPY is lost, so that nobody knows which lines the database lacks
`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', default: false },
      origin: { type: 'string' },
      'copy-lost': { type: 'boolean', default: false },
    },
  })
  if (values.help) throw new Refusal('bad-request', USAGE)
  const report = await withStoppedDatabase(async (source, { mode, recordCopy }) => {
    await requireStoppedInstallation(source.owner)
    await prepareDatabase(source, createLog('error'))
    const clock = createClock({ production: mode === 'production' })
    const found = await withClient(source.owner, (client) =>
      drizzle({ client }).transaction(async (tx) =>
        startNextLog(tx, values.origin, recordCopy, values['copy-lost'], {
          clock,
          games: await loadGames(tx),
        }),
      ),
    )
    if (recordCopy !== null) await closeCopy(recordCopy, found.ended)
    return found
  })
  process.stdout.write(textOf(report))
}

const textOf = ({ ended, size, left, next, open }: NextLog) =>
  `${ended} is over: ${formatCount(left)} of its ${formatCount(size)} lines are left.
${next} is started. Now:
1. Set LOG_ORIGIN=${next} for every server, and start them.
2. Publish forecasts whose draws are still to come once more: there are ${formatCount(open)}.
`

runCommand(main, USAGE)
