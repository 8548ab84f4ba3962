import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner, contentsOf } from '../../../../tests/support/database.ts'
import { type TestServer, testServer } from '../../../../tests/support/test-server.ts'
import { DAY } from '../../../platform/rules/base/calendar.ts'

// Two servers with job runners on one database with samples: either of them takes a job.
const one = testServer({ template: 'blank', jobs: true, settings: { SAMPLE_DATA: 'on', LOG_LEVEL: 'debug' } })
let two: TestServer

beforeAll(async () => {
  two = await one().another()
})

interface Line {
  msg: string
  level: string
  task?: string
  job?: string
  attempt?: number
  error?: { message: string }
}
const logs = () => [one(), two].flatMap((server) => server.logs as unknown as Line[])
/** The ids of the completed jobs, one for each completion. */
const done = () => logs().flatMap(({ msg }) => /^Completed task (\d+) /.exec(msg)?.[1] ?? [])
const failed = () => logs().filter(({ msg }) => msg === 'a job failed')

async function addSweeps(count: number): Promise<string[]> {
  const rows = await one()
    .rows`select (graphile_worker.add_job('sweep')).id::text from generate_series(1, ${count})`
  return rows.map(({ id }) => id as string)
}
/** The jobs that are due or run. */
const waiting = async () =>
  (await one().rows`select count(*)::int as n from graphile_worker.jobs where run_at <= now()`)[0]!
    .n as number
/** Whether each waiting sweep is due within a minute. */
const waitingSweeps = () =>
  one().rows`select run_at <= clock_timestamp() + interval '1 minute' as soon from graphile_worker.jobs
        where task_identifier = 'sweep' and locked_at is null and attempts < max_attempts`

describe('the job runner', () => {
  test('runs each job once, on one of the servers', async () => {
    const ids = await addSweeps(40)
    await expect.poll(waiting).toBe(0)
    await expect.poll(() => done().filter((id) => ids.includes(id)).length).toBe(40)
    expect(new Set(done()).size).toBe(done().length)
  })

  test('keeps one sweep waiting, for the next minute (tests/long/sweep.ts waits for it)', async () => {
    await expect.poll(waitingSweeps).toEqual([{ soon: true }])
    // A crontab would add a sweep for each minute of a jump of the clock.
    expect(await one().rows`select * from graphile_worker._private_known_crontabs`).toEqual([])
  })

  // LOAD-02
  test.each([
    ['forward', '-10 days'],
    ['back', '10 days'],
  ])('keeps one sweep waiting after the clock jumped ten days %s', async (_, move) => {
    await expect.poll(waitingSweeps).toEqual([{ soon: true }])
    const moved = await one()
      .rows`update graphile_worker._private_jobs set run_at = run_at + ${move}::interval where key = 'sweep' returning id`
    expect(moved).toHaveLength(1)
    await expect.poll(waitingSweeps).toEqual([{ soon: true }])
  })

  test('adds due samples once when sweeps run at the same time', async () => {
    const before = await contentsOf(one())
    for (const { services } of [one(), two]) services.clock.setOffset(3 * DAY)
    await addSweeps(8)
    await expect.poll(waiting).toBe(0)
    const after = await contentsOf(one())
    expect(after.draws).not.toBe(before.draws)
    expect(failed()).toEqual([])
    const [{ twice, noted, added }] = (await one().rows`select
        (select count(*)::int from (select from draws group by game_key, date having count(*) > 1) doubles) as twice,
        (select count(*)::int from draws where recorded_at > clock_timestamp() + interval '1 day') as added,
        (select coalesce(sum(cardinality(ids)), 0)::int from changes
          where kind = 'draws' and at > clock_timestamp() + interval '1 day') as noted`) as any
    expect([twice, noted]).toEqual([0, added])
    expect(added).toBeGreaterThan(3)
  })

  test('releases the jobs of a dead process after five minutes, long jobs after an hour', async () => {
    const held = async (name: string, minutes: number) => {
      const [row] = await one()
        .rows`select (graphile_worker.add_job(${name}, run_at := now() + interval '1 year')).id::text`
      await one().rows`update graphile_worker._private_jobs set locked_by = ${`dead ${row!.id}`},
            locked_at = now() - make_interval(mins => ${minutes}) where id = ${row!.id}`
      return row!.id as string
    }
    const young = [await held('follow-payment', 4), await held('compare-payments', 59)]
    for (const [name, minutes] of [
      ['follow-payment', 6],
      ['give-days-back', 61],
    ] as const)
      await held(name, minutes)
    const stillHeld = async () =>
      (
        await one().rows`select id::text from graphile_worker.jobs where locked_by like 'dead%' order by id`
      ).map(({ id }) => id)
    await addSweeps(1)
    await expect.poll(stillHeld).toEqual(young)
    await one().rows`delete from graphile_worker._private_jobs where run_at > now() + interval '1 day'`
  })

  test('retries a failed job and records its error', async () => {
    await asOwner(one(), sql`alter table alarms rename to alarms_away`)
    const [added] = await one().rows`select (graphile_worker.add_job('mail-alarms')).id::text`
    const id = added!.id as string
    const failures = () => failed().filter(({ job }) => job === id)
    await expect.poll(() => failures().length).toBeGreaterThan(0)
    expect(failures()[0]).toMatchObject({ level: 'error', task: 'mail-alarms', attempt: 1 })
    // The retry is due after 2.7 s: on a slow machine it may have failed already.
    const recorded = () =>
      one().rows`select last_error, run_at > created_at + interval '2 seconds' as later
            from graphile_worker._private_jobs where id = ${id}`
    await expect.poll(recorded).toEqual([{ last_error: 'relation "alarms" does not exist', later: true }])
    expect(done()).not.toContain(id)

    await asOwner(one(), sql`alter table alarms_away rename to alarms`)
    await one().runJobs({ retries: true })
    await expect.poll(() => done().filter((other) => other === id)).toEqual([id])
  })
})
