import { existsSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { rowsOf } from '../../../tests/support/database.ts'
import { newFolder } from '../../../tests/support/programs.ts'
import { testServer } from '../../../tests/support/test-server.ts'
import { DAY, HOUR, instantAt, lagosDate } from '../../domain/calendar.ts'
import { checkArchive } from './check-archive.ts'
import { lastBackupAt } from './scheduled.ts'

const folder = newFolder()
const path = join(folder.path, 'backups')
const TOKEN = 'scrapes-of-9Qp4Xc8Lt6'
const server = testServer({
  settings: { BACKUP_DIR: path, BACKUP_HOUR: '4', BACKUP_KEEP: '2,0,0', METRICS_TOKEN: TOKEN },
})
afterAll(() => folder.remove())

const start = instantAt(lagosDate(Date.now()), 5 * 60) + DAY
async function sweepAt(instant: number): Promise<string[]> {
  const { clock, db } = server().services
  clock.setOffset(0)
  clock.setOffset(instant - (await clock.now(db)))
  await server().sweep()
  await server().runJobs()
  return readdirSync(path).filter((name) => name.startsWith('lotto-'))
}
const age = async () => {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const { text } = await server().anonymous().get('/metrics', { headers })
  return Number(/^lotto_backup_age_seconds(?:\{.*\})? (\S+)$/m.exec(text)![1])
}

test('one complete backup is made each day, and old ones are deleted by the rule', async () => {
  writeFileSync(join(path, 'mine.backup'), '')
  const first = await sweepAt(start)
  expect(first).toHaveLength(1)
  expect((await checkArchive(join(path, first[0]!))).totals.rows).toBeGreaterThan(20)
  expect(await sweepAt(start + 2 * HOUR)).toEqual(first)
  expect(await sweepAt(start + DAY)).toHaveLength(2)
  const third = await sweepAt(start + 2 * DAY)
  expect(third).toHaveLength(2)
  expect(third).not.toContain(first[0])
  expect(existsSync(join(path, 'mine.backup'))).toBe(true)
})

test('the metric tells the age of the newest backup', async () => {
  const { db, clock } = server().services
  const at = (await lastBackupAt(db))!
  clock.setOffset(0)
  clock.setOffset(at + 30 * HOUR - (await clock.now(db)))
  expect(await age()).toBeGreaterThanOrEqual(30 * 3600)
  expect(await age()).toBeLessThan(31 * 3600)
})

test('a backup whose process died is made by the retried job', async () => {
  await rowsOf(
    server(),
    sql`update backups set finished_at = null where due_at = (select max(due_at) from backups)`,
  )
  const [row] = await rowsOf(server(), sql`select max(due_at) as due from backups`)
  const id = new Date(row!.due).toISOString()
  await rowsOf(server(), sql`select graphile_worker.add_job('back-up', ${JSON.stringify({ id })}::json)`)
  await server().runJobs()
  expect(await rowsOf(server(), sql`select from backups where finished_at is null`)).toEqual([])
})

test('drafts of killed processes are deleted after a day', async () => {
  const now = start + 3 * DAY
  function draft(name: string, writtenAt: number): string {
    const file = join(path, name)
    writeFileSync(file, 'half')
    utimesSync(file, new Date(writtenAt), new Date(writtenAt))
    return file
  }
  const old = draft('lotto-20200101T020000Z.backup.a.partial', now - DAY - HOUR)
  const young = draft('lotto-20200102T020000Z.backup.b.partial', now - HOUR)
  await sweepAt(now)
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
})

test('a backup that cannot be written fails its job alone and is retried (DB-03)', async () => {
  renameSync(path, `${path}.away`)
  const { clock, db } = server().services
  clock.setOffset(0)
  clock.setOffset(start + 4 * DAY - (await clock.now(db)))
  await server().sweep()
  await server().runJobs()
  const failed = () =>
    rowsOf(server(), sql`select last_error from graphile_worker.jobs where task_identifier = 'back-up'`)
  expect(await failed()).toEqual([{ last_error: expect.stringContaining('ENOENT') }])

  renameSync(`${path}.away`, path)
  const before = readdirSync(path)
  await rowsOf(server(), sql`update graphile_worker._private_jobs set run_at = now()`)
  await server().runJobs()
  expect(await failed()).toEqual([])
  expect(readdirSync(path)).not.toEqual(before)
})
