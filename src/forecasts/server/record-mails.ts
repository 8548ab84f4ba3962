import { and, eq, isNull } from 'drizzle-orm'
import { Heads, headText } from '../rules/log/head.ts'
import { placeNote } from '../rules/record/place.ts'
import type { Services } from '../../platform/server/api/services.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import type { RecordNote } from '../../platform/server/mail/billing-mails.ts'
import { queueMail } from '../../platform/server/mail/queue-mail.ts'
import { users } from '../../platform/server/tables/accounts.ts'
import { placeOf } from './ledger-facts.ts'
import type { Chain } from '../rules/ledger/standing.ts'
import { linesFrom, openChain } from './ledger/append.ts'
import { predictionVersions } from './tables/predictions.ts'

/**
 * Mails the person who saved a version its entry, with the head of the record up to it.
 *
 * @param id the record and the line, such as `real:42`
 */
export async function mailForecastEntry(services: Services, id: string): Promise<void> {
  const { db, clock, draws, ledger } = services
  const [chain, line] = id.split(':')
  await draws.catchUp()
  const record = await ledger.current()
  const { entry } = record.items[Number(line) - 1] ?? {}
  const head = record.heads.head(Number(line))
  if (record.chain !== chain || entry?.kind !== 'version' || head === null) return
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
  const now = await clock.now(db)
  const name = draws.current().games.find(({ key }) => key === entry.game)?.name ?? entry.game
  const { date, version } = entry
  const note = placeNote(placeOf(record, entry, now))
  const data = {
    game: name,
    date,
    version,
    entry: entry.entry,
    note,
    head: headText({ size: entry.entry, head }),
  }
  await queueMail(db, now, { ...by, template: 'forecast-receipt', data })
}

/** Reading the whole record for each mail would take half a second in ten years. */
let known: { chain: Chain; heads: Heads; last: string } | null = null

/** The newest head of the record, for mails to players; nothing before the first entry. */
export async function noteOfRecord(tx: Db): Promise<RecordNote> {
  const chain = await openChain(tx)
  const size = known?.chain === chain ? known.heads.size : 0
  let lines = await linesFrom(tx, chain, Math.max(0, size - 1))
  if (size > 0 && lines.shift() !== known?.last) {
    known = null
    lines = await linesFrom(tx, chain, 0)
  } else if (size === 0) known = null
  const heads = known?.heads ?? new Heads()
  for (const line of lines) heads.append(line)
  if (heads.size === 0) return {}
  known = { chain, heads, last: lines.at(-1) ?? known!.last }
  return {
    record: { isSample: chain === 'sample', head: headText({ size: heads.size, head: heads.head()! }) },
  }
}
