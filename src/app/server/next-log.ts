import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { formatCount } from '../../platform/rules/base/words.ts'
import { END_CAUSES, type EndCause } from '../../forecasts/rules/log/leaves.ts'
import { createLog } from '../../platform/server/base/log.ts'
import { runCommand, withStoppedDatabase } from './command.ts'
import { createClock } from '../../platform/server/db/clock.ts'
import { withClient, type Db } from '../../platform/server/db/connect.ts'
import { loadGames } from '../../draws/server/memory.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { closeCopies, lastHead } from '../../forecasts/server/ledger/copy-entries.ts'
import { prepareDatabase } from './installation.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Game } from '../../draws/rules/games.ts'
import { vkeyOf } from '../../forecasts/rules/log/policy.ts'
import { byProgram } from '../../platform/server/audit/context.ts'
import { recordAudit } from '../../platform/server/audit/record.ts'
import type { Settings } from '../../platform/server/base/settings.ts'
import { alarms } from '../../platform/server/tables/alarms.ts'
import { endedLogs, logLeaves } from '../../forecasts/server/tables/forecast-ledger.ts'
import { installation } from '../../platform/server/tables/installation.ts'
import {
  appendLeaves,
  entryTime,
  instantText,
  lockLedger,
  startLog,
  loadEndedLogs,
} from '../../forecasts/server/ledger/append.ts'
import {
  cosigned,
  headOf,
  holdsHead,
  realTree,
  textLines,
} from '../../forecasts/server/ledger/checkpoints.ts'
import { logKeyOf, signedCheckpoint } from '../../forecasts/server/ledger/signer.ts'

/** The tables whose triggers keep the log; only this program, with the rights of the owner, ends one. */
const KEPT = ['log_leaves', 'log_checkpoints', 'log_cosignatures', 'predictions'] as const

/** What ended, and where forecasts go from now on. */
interface NextLog {
  ended: string
  size: number
  left: number
  next: string
  /** How many forecasts of the ended log have their draw still to come. */
  open: number
}

const place = (origin: string) => origin.split('/').at(-1)

/** `lotto.example/log/2` after `lotto.example/log/1`. */
const following = (origin: string) =>
  origin.replace(/(\d+)?$/, (digits: string) => String(Number(digits || 1) + 1))

/**
 * Ends the real log and starts the next one with the whole schedule (transparency.md, section 4.8). The files of the old one
 * stay as they are; its forecasts lose their proof and their scores.
 *
 * @param tx with the rights of the owner
 * @throws Refusal conflict when nothing signed is lost, or for an origin that is in use
 */
async function startNextLog(
  tx: Db,
  { cause, origin }: { cause: EndCause; origin: string | undefined },
  { forecastLog: { seed, policy }, ledgerCopyDir }: Pick<Settings, 'forecastLog' | 'ledgerCopyDir'>,
  { clock, games }: { clock: { now(db: Db): Promise<number> }; games: readonly Game[] },
): Promise<NextLog> {
  const end = await lockLedger(tx, 'real')
  const at = await entryTime(tx, clock, end)
  const [found] = await tx.select({ origin: installation.logOrigin }).from(installation)
  const ended = found?.origin
  let head = await lastHead(tx, ledgerCopyDir)
  if (!ended || !head) throw new Refusal('conflict', 'Nothing was ever signed, so there is no log to end.')
  const next = origin ?? following(ended)
  const used = [ended, ...(await loadEndedLogs(tx)).map((log) => log.origin)]
  if (used.some((one) => place(one) === place(next)))
    throw new Refusal(
      'conflict',
      `A log ended with ${place(next)} already. Choose another end of the origin.`,
    )
  const tree = await realTree(tx)
  if (cause === 'lost' && holdsHead(tree, head) && (await openForks(tx)) === 0)
    throw new Refusal('conflict', `${ended} has every entry that was signed. It goes on.`)
  if (cause !== 'lost' && seed !== null && holdsHead(tree, head)) {
    await appendLeaves(tx, end, [{ leaf: { kind: 'end', at: instantText(at), cause, next } }])
    const whole = await realTree(tx)
    head = headOf(signedCheckpoint(seed, { origin: ended, size: whole.size, root: whole.root() }))
  }
  const real = eq(logLeaves.chain, 'real')
  const leaves = await tx
    .select({ leaf: logLeaves.leaf })
    .from(logLeaves)
    .where(real)
    .orderBy(logLeaves.index)
  const kept = leaves.slice(0, head.size)
  await tx.insert(endedLogs).values({
    origin: ended,
    cause,
    at: new Date(at),
    size: head.size,
    left: kept.length,
    record: textLines(kept.map(({ leaf }) => leaf)),
    checkpoint: head.note,
    cosigned: await cosigned(tx, 'real'),
    policy: seed === null ? '' : `log ${vkeyOf(logKeyOf(seed, ended))}\n${policy}`,
  })
  const open = await removeReal(tx, at)
  await tx.update(installation).set({ logOrigin: next })
  await startLog(tx, await lockLedger(tx, 'real'), at, games)
  const report = { ended, size: head.size, left: kept.length, next, open }
  await recordAudit(byProgram(tx, at), 'restore.next-log', 'log', { cause, ...report })
  return report
}

const openForks = (tx: Db) => tx.$count(alarms, and(eq(alarms.kind, 'log-forked'), isNull(alarms.closedAt)))

/** Its forecasts stay as those from before the log. @returns how many have their draw still to come */
async function removeReal(tx: Db, at: number): Promise<number> {
  for (const table of KEPT) await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger user`)
  for (const table of KEPT.slice(0, 3))
    await tx.execute(sql`delete from ${sql.identifier(table)} where chain = 'real'`)
  const { rows } = await tx.execute<{ closes_at: string | null }>(
    sql`update predictions set chain = null, author_id = null where chain = 'real' returning closes_at`,
  )
  for (const table of KEPT) await tx.execute(sql`alter table ${sql.identifier(table)} enable trigger user`)
  return rows.filter(({ closes_at: close }) => close !== null && Date.parse(close) > at).length
}
import { requireStoppedInstallation } from '../../operation/server/restores/finish-restore.ts'

const USAGE = `npm run next-log -- --cause lost [--origin lotto.example/log/2]

Ends the log of forecasts for ever and starts the next one. Stop every server first. The files of the old log stay on the
site with what is left; its forecasts lose their proof and their scores, and the record says why.

  --cause   lost   signed entries are lost, and no copy restores them
            key    the key was stolen or lost
            moved  the site has another address from now on
  --origin  of the next log; by default the number at its end grows by one
`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', default: false },
      cause: { type: 'string' },
      origin: { type: 'string' },
    },
  })
  const { cause, origin } = values
  if (values.help || !END_CAUSES.includes(cause as EndCause)) throw new Refusal('bad-request', USAGE)
  const report = await withStoppedDatabase(async (source, settings) => {
    await requireStoppedInstallation(source.owner)
    await prepareDatabase(source, createLog('error'))
    const clock = createClock({ production: settings.mode === 'production' })
    const found = await withClient(source.owner, (client) =>
      drizzle({ client }).transaction(async (tx) =>
        startNextLog(tx, { cause: cause as EndCause, origin }, settings, {
          clock,
          games: await loadGames(tx),
        }),
      ),
    )
    if (settings.ledgerCopyDir !== null) await closeCopies(settings.ledgerCopyDir, found.ended)
    return found
  })
  process.stdout.write(textOf(report, cause as EndCause))
}

const textOf = ({ ended, size, left, next, open }: NextLog, cause: EndCause) => {
  const key = 'Move the file "key" away from LOG_DIR, run npm run log-key, and set'
  return `${ended} is over: ${formatCount(left)} of its ${formatCount(size)} signed entries are left.
${next} is started. Now:
1. ${cause === 'key' ? key : 'Set'} LOG_ORIGIN=${next} for every server, and start them.
2. Ask the witnesses to add the new log; until then its times are our own.
3. Publish forecasts whose draws are still to come once more: there are ${formatCount(open)}.
`
}

runCommand(main, USAGE)
