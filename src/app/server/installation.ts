import { present } from '../../platform/rules/base/lists.ts'
import { count, isNull } from 'drizzle-orm'
import { parseDate } from '../../platform/rules/base/calendar.ts'
import { seedGames } from '../../draws/rules/games.ts'
import { addDemoAccounts } from './demo-accounts.ts'
import { addFirstSamplePayments } from '../../money/server/payments/samples.ts'
import { appendChange } from '../../platform/server/changes/append.ts'
import type { Clock } from '../../platform/server/db/clock.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { installation } from '../../platform/server/tables/installation.ts'
import { loadGames } from '../../draws/server/memory.ts'
import { addFirstSamples } from '../../draws/server/samples.ts'
import { lockLedger, startLog } from '../../forecasts/server/ledger/append.ts'
import { addFirstMultipliers } from '../../forecasts/server/ledger/multipliers.ts'
import { games, gameSlots } from '../../draws/server/tables.ts'
import { addFirstSampleForecasts } from '../../forecasts/server/samples.ts'
import type { Log } from '../../platform/server/base/log.ts'
import { type Settings, SettingsError } from '../../platform/server/base/settings.ts'
import {
  prepareAppRole,
  checkReachable,
  type Database,
  type DatabaseSource,
} from '../../platform/server/db/app-role.ts'
import { migrate } from '../../platform/server/db/migrate.ts'
import { prepareJobs } from './jobs/run.ts'
import { refuseRestored } from '../../operation/server/restores/finish-restore.ts'

interface Dependencies {
  db: Db
  clock: Clock
  settings: Settings
  log: Log
  /** Whether a new demo gets sample payments: only where a stand-in for Paystack can hold them. */
  samplePayments?: boolean
}

/** The seeded slots hold for every date that a draw can have. */
const SLOTS_FROM = present(parseDate('1962-01-01'))

/**
 * Seeds a new database with games and slots and, in the demo, with accounts and sample draws. Several servers may start
 * at the same time: the one that inserts the single row of `installation` does the work.
 * @throws SettingsError when the database is of the other mode
 */
export async function prepareInstallation({
  db,
  clock,
  settings,
  log,
  samplePayments = false,
}: Dependencies): Promise<void> {
  const now = await clock.now(db)
  await db.transaction(async (tx) => {
    const row = { mode: settings.mode, createdAt: new Date(now), logOrigin: settings.recordOrigin }
    const [inserted] = await tx.insert(installation).values(row).onConflictDoNothing().returning()
    if (!inserted) return
    await insertGames(tx, now)
    if (settings.mode === 'demo') await addDemoAccounts(tx, now, settings)
    if (settings.sampleData) {
      const known = await loadGames(tx)
      await addFirstSamples(tx, now, known)
      await addFirstSampleForecasts(tx, now, known)
      if (samplePayments) await addFirstSamplePayments(tx, now)
    }
    log.info({ mode: settings.mode, samples: settings.sampleData }, 'set up a new database')
  })
  // Also in a database of an earlier release.
  await addFirstMultipliers(db, now)
  await db.transaction(async (tx) => {
    // A database of an earlier release has no record.
    await tx
      .update(installation)
      .set({ logOrigin: settings.recordOrigin })
      .where(isNull(installation.logOrigin))
    // A demonstration starts its log with the first entry.
    if (settings.mode === 'production') await startLog(tx, await lockLedger(tx), now, await loadGames(tx))
  })
  const [found] = await db.select().from(installation)
  const { recordOrigin: origin } = settings
  if (settings.mode === 'production' && found?.mode === 'production' && found.logOrigin !== origin)
    throw new SettingsError([
      `LOG_ORIGIN: this database's record of forecasts is ${found.logOrigin} for ever; set that, not ${origin}`,
    ])
  if (found?.mode !== settings.mode) {
    throw new SettingsError([
      `NODE_ENV: this database was created in ${found?.mode} mode and cannot be used in ${settings.mode} mode; set DATABASE_URL or DATA_DIR to another`,
    ])
  }
}

async function insertGames(tx: Db, now: number): Promise<void> {
  const [{ existing } = { existing: 0 }] = await tx.select({ existing: count() }).from(games)
  if (existing > 0) return
  const seeds = seedGames(SLOTS_FROM)
  await tx.insert(games).values(seeds.map(({ slots: _, ...game }) => game))
  await tx
    .insert(gameSlots)
    .values(seeds.flatMap(({ key, slots }) => slots.map((slot) => ({ ...slot, gameKey: key }))))
  await appendChange(
    { tx, now },
    'games',
    seeds.map((game) => game.key),
  )
}

/**
 * Migrates the schema as the owner and grants the app's role its privileges.
 *
 * @param options `isAfterRestore` for the command that ends a restore; otherwise a restored database is refused
 * @throws SettingsError, MigrationError, Refusal with a message for the server's owner
 */
export async function prepareDatabase(
  source: DatabaseSource,
  log: Log,
  { isAfterRestore = false } = {},
): Promise<Database> {
  await checkReachable(source)
  if (!isAfterRestore) await refuseRestored(source.owner)
  await migrate(source.owner)
  await prepareJobs(source.owner, log)
  return { owner: source.owner, app: await prepareAppRole(source) }
}
