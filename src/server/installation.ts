import { count } from 'drizzle-orm'
import { parseDate } from '../domain/calendar.ts'
import { seedGames } from '../domain/games.ts'
import { addDemoAccounts } from './accounts/demo-accounts.ts'
import { appendChange } from './changes/append.ts'
import type { Clock } from './db/clock.ts'
import type { Db } from './db/connect.ts'
import { installation } from './tables/installation.ts'
import { loadGames } from './draws/memory.ts'
import { addFirstSamples } from './draws/samples.ts'
import { games, gameSlots } from './tables/draws.ts'
import type { Log } from './base/log.ts'
import { type Settings, SettingsError } from './base/settings.ts'

interface Ground {
  db: Db
  clock: Clock
  settings: Settings
  log: Log
}

/** The seeded slots hold for every date that a draw can have. */
const SLOTS_FROM = parseDate('1962-01-01')!

/**
 * Makes a new database usable and refuses one that was made for the other mode: games and slots always, accounts and
 * sample draws in the demo. Several servers may come here at once; the installation's single row lets one do it.
 * @throws SettingsError when the database is of the other mode
 */
export async function prepareInstallation({ db, clock, settings, log }: Ground): Promise<void> {
  const now = await clock.now(db)
  await db.transaction(async (tx) => {
    const mine = { mode: settings.mode, createdAt: new Date(now) }
    const [made] = await tx.insert(installation).values(mine).onConflictDoNothing().returning()
    if (!made) return
    await seedGamesInto(tx, now)
    if (settings.mode === 'demo') await addDemoAccounts(tx, now)
    if (settings.sampleData) await addFirstSamples(tx, now, await loadGames(tx))
    log.info({ mode: settings.mode, samples: settings.sampleData }, 'made a new database')
  })
  const [found] = await db.select().from(installation)
  if (found?.mode !== settings.mode) {
    throw new SettingsError([
      `NODE_ENV: this database was made for ${found?.mode} and is never used for ${settings.mode}; set DATABASE_URL or DATA_DIR to another`,
    ])
  }
}

async function seedGamesInto(tx: Db, now: number): Promise<void> {
  const [{ known } = { known: 0 }] = await tx.select({ known: count() }).from(games)
  if (known > 0) return
  const seeds = seedGames(SLOTS_FROM)
  await tx.insert(games).values(seeds.map(({ slots: _, ...game }) => game))
  await tx
    .insert(gameSlots)
    .values(seeds.flatMap(({ key, slots }) => slots.map((slot) => ({ ...slot, gameKey: key }))))
  await appendChange(
    tx,
    now,
    'games',
    seeds.map((game) => game.key),
  )
}
