import { and, eq, isNull } from 'drizzle-orm'
import { MINUTE, SECOND } from '../../platform/rules/base/calendar.ts'
import { readPolicy, witnessesOf } from '../rules/log/policy.ts'
import type { Services } from '../../platform/server/api/services.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import type { NotedCheckpoint } from '../../platform/server/mail/billing-mails.ts'
import { placeNote } from '../rules/record/place.ts'
import { openChain } from './ledger/append.ts'
import { newestCheckpoint, receiptOf } from './ledger/checkpoints.ts'
import { quorumSaw } from './ledger/memory.ts'
import { queueMail } from '../../platform/server/mail/queue-mail.ts'
import { addJob } from '../../platform/server/queue/add-job.ts'
import { users } from '../../platform/server/tables/accounts.ts'
import { predictionVersions } from './tables/predictions.ts'
import { placeOf } from './ledger-facts.ts'

/** How long a receipt waits for witnesses (transparency.md, section 4.6). */
const WITNESS_TIMEOUT = MINUTE

/**
 * Mails the receipt of a version to the person who saved it: once a quorum of witnesses has seen it, or a minute later without
 * them.
 *
 * @param id the log and the index of the leaf, such as `real:41`
 * @throws Error while the leaf is not signed
 */
export async function mailReceipt(services: Services, id: string): Promise<void> {
  const { db, clock, draws, ledger, signer } = services
  const [chain, index] = id.split(':')
  await draws.catchUp()
  const log = await ledger.current()
  const { entry } = log.items[Number(index)] ?? {}
  const policy = signer.policy(log.chain)
  if (log.chain !== chain || entry?.kind !== 'version' || policy === null) return
  const now = await clock.now(db)
  const trust = readPolicy(policy)
  const isSeen = witnessesOf(trust).length === 0 || quorumSaw(log.witnessed, entry.entry, trust) !== null
  const left = entry.at + WITNESS_TIMEOUT - now
  if (!isSeen && left > 0) return addJob(db, 'mail-receipt', { id }, Math.min(left, 2 * SECOND))
  const receipt = await receiptOf(db, log, entry.entry)
  if (receipt === null) throw new Error(`entry ${index} is not signed`)
  const isVersion = and(
    eq(predictionVersions.predictionId, entry.forecast),
    eq(predictionVersions.version, entry.version),
  )
  const [by] = await db
    .select({ to: users.email, userId: users.id })
    .from(predictionVersions)
    .innerJoin(users, eq(users.id, predictionVersions.by))
    .where(and(isVersion, isNull(users.deletedAt)))
  if (!by) return
  const name = draws.current().games.find(({ key }) => key === entry.game)?.name ?? entry.game
  const { date, version } = entry
  const note = placeNote(placeOf(log, entry, now))
  const data = { game: name, date, version, entry: entry.entry, note, receipt }
  await queueMail(db, now, { ...by, template: 'forecast-receipt', data })
}

/** The newest checkpoint of the log, for mails about payments; nothing before the first. */
export async function notedCheckpoint(tx: Db): Promise<NotedCheckpoint> {
  const chain = await openChain(tx)
  const last = await newestCheckpoint(tx, chain)
  return last
    ? { log: { isSample: chain === 'sample', entries: last.size, root: itemAt(last.note.split('\n'), 2) } }
    : {}
}
