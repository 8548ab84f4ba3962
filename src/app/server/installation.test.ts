import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { queryAt, rowsOf } from '../../../tests/support/database.ts'
import { newDatabase } from '../../../tests/support/postgres.ts'
import { PRODUCTION, testSettings } from '../../../tests/support/settings.ts'
import type { Address } from '../../platform/server/db/connect.ts'
import { migrate } from '../../platform/server/db/migrate.ts'
import { startServer } from './server.ts'

// Setting up a new database, and refusing to start on the wrong one.
const databases: Record<'empty' | 'installed', { address: Address; drop: () => Promise<unknown> }> =
  {} as never

beforeAll(async () => {
  databases.empty = await newDatabase(inject('postgres'), 'empty')
  databases.installed = await newDatabase(inject('postgres'))
})
afterAll(async () => {
  for (const { drop } of Object.values(databases)) await drop()
})

const start = (address: Address, more: Record<string, string> = {}) =>
  startServer(testSettings(more), { address, jobs: false, standIns: false })

describe('migrations', () => {
  test('run once when several servers start on an empty database', async () => {
    const { address } = databases.empty
    await Promise.all([migrate(address), migrate(address), migrate(address)])
    const applied = await queryAt(address, 'select hash from drizzle.__drizzle_migrations')
    expect(applied.length).toBeGreaterThan(1)
    expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length)
    await migrate(address)
    expect(await queryAt(address, 'select hash from drizzle.__drizzle_migrations')).toEqual(applied)
  })

  test('are refused when an applied file was edited, and the server does not start', async () => {
    const { address } = databases.installed
    const rows = 'from drizzle.__drizzle_migrations where id = 1'
    const [{ hash }] = (await queryAt(address, `select hash ${rows}`)) as [{ hash: string }]
    await queryAt(address, `update drizzle.__drizzle_migrations set hash = 'of what it was' where id = 1`)
    const sentence =
      /^Migration 0000_[\w-]+ was edited after it was applied\. Restore the file and add a new migration\.$/
    await expect(migrate(address)).rejects.toThrow(sentence)
    await expect(start(address)).rejects.toThrow(sentence)
    await queryAt(address, `update drizzle.__drizzle_migrations set hash = '${hash}' where id = 1`)
    await expect(migrate(address)).resolves.toBeUndefined()
  })
})

describe('a new database', () => {
  test('in production has games and no users, and no demo starts on it', async () => {
    const { address } = databases.empty
    const running = await start(address, PRODUCTION)
    expect(() => running.services.clock.setOffset(1)).toThrow('The clock has no offset in production.')
    await running.stop()
    expect(await queryAt(address, 'select mode from installation')).toEqual([{ mode: 'production' }])
    expect(await queryAt(address, 'select count(*)::int as n from users')).toEqual([{ n: 0 }])
    expect(await queryAt(address, 'select count(*)::int as n from draws')).toEqual([{ n: 0 }])
    expect(await queryAt(address, 'select count(*)::int as n from games')).toEqual([{ n: 18 }])
    // The whole schedule is in the log from its start, whose origin is fixed.
    const [leaf] = await queryAt(address, 'select leaf from log_leaves order by index')
    expect(leaf!.leaf).toContain('"kind":"start"')
    expect(leaf!.leaf).toContain('"origin":"lotto.example/log/1"')
    await expect(start(address, { ...PRODUCTION, LOG_ORIGIN: 'other.example/log/1' })).rejects.toThrow(
      "LOG_ORIGIN: this database's record of forecasts is lotto.example/log/1 for ever",
    )
    await expect(start(address)).rejects.toThrow(
      'NODE_ENV: this database was created in production mode and cannot be used in demo mode; set DATABASE_URL or DATA_DIR to another',
    )
    const again = await start(address, PRODUCTION)
    await again.stop()
  })

  test('of a demo has the four accounts, and no production server starts on it', async () => {
    const { address } = databases.installed
    const accounts = await queryAt(
      address,
      `select u.email, u.role, u.email_verified, g.plan, g.months, g.kind from users u
       left join grants g on g.user_id = u.id order by u.email`,
    )
    const verified = { email_verified: true }
    const none = { plan: null, months: null, kind: null }
    expect(accounts).toEqual([
      { email: 'admin@lotto.test', role: 'admin', ...verified, ...none },
      { email: 'basic@lotto.test', role: 'user', ...verified, plan: 'basic', months: 12, kind: 'demo' },
      { email: 'free@lotto.test', role: 'user', ...verified, ...none },
      { email: 'pro@lotto.test', role: 'user', ...verified, plan: 'pro', months: 1, kind: 'demo' },
    ])
    await expect(start(address, PRODUCTION)).rejects.toThrow(
      'NODE_ENV: this database was created in demo mode and cannot be used in production mode; set DATABASE_URL or DATA_DIR to another',
    )
    expect(await queryAt(address, 'select mode from installation')).toEqual([{ mode: 'demo' }])
  })

  test('is set up once when several servers start at the same time, and later starts add nothing', async () => {
    const fresh = await newDatabase(inject('postgres'), 'blank')
    const servers = await Promise.all([start(fresh.address), start(fresh.address), start(fresh.address)])
    const counts = sql`select (select count(*)::int from users) as users, (select count(*)::int from games) as games,
      (select count(*)::int from grants) as grants, (select count(*)::int from changes) as changes`
    expect(await rowsOf(servers[0], counts)).toEqual([{ users: 4, games: 18, grants: 2, changes: 2 }])
    await rowsOf(servers[0], sql`update users set username = 'Mine' where email = 'free@lotto.test'`)
    const later = await start(fresh.address)
    expect(await rowsOf(later, counts)).toEqual([{ users: 4, games: 18, grants: 2, changes: 2 }])
    expect(await rowsOf(later, sql`select 1 as one from users where username = 'Mine'`)).toHaveLength(1)
    for (const server of [...servers, later]) await server.stop()
    await fresh.drop()
  })
})
