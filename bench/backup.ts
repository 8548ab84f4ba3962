// The backup of a running installation of 100,000 draws, 100,000 people and 200,000 payments, and its restore into a new
// data folder: both commands from their start to their end.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { connect, type Db } from '../src/server/db/connect.ts'
import { findEmbedded } from '../src/server/db/embedded.ts'
import { atMost, BENCH_SECRET, type Row, startShipped } from './measure.ts'

const DRAWS = 100_000
const PEOPLE = 100_000
const PAYMENTS = 200_000

export async function measureBackup(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lotto-bench-backup-'))
  const file = join(folder, 'bench.backup')
  const run = (program: string, dataDir: string) => {
    const began = performance.now()
    const { status, stderr } = spawnSync('node', [`dist/server/${program}.js`, file], {
      env: { ...process.env, DATA_DIR: join(folder, dataDir), AUTH_SECRET: BENCH_SECRET },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`the ${program} failed: ${stderr}`)
    return (performance.now() - began) / 1000
  }
  try {
    const server = await startShipped(join(folder, 'lost'), { AUTH_SECRET: BENCH_SECRET, SAMPLE_DATA: 'off' })
    await fill(server.dataDir)
    const backup = run('backup', 'lost')
    await server.stop()
    const restore = run('restore', 'restored')
    const megabytes = (statSync(file).size / 1e6).toFixed(0)
    const size = '100,000 draws, 100,000 people, 200,000 payments'
    return [
      atMost(`Backup of ${size} (${megabytes} MB)`, backup, 5, 's'),
      atMost('Restore of it into a new data folder', restore, 60, 's'),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(dataDir: string): Promise<void> {
  const connection = connect((await findEmbedded(dataDir))!, { max: 1, noTimeout: true })
  try {
    await connection.db.transaction(insertAll)
    await connection.db.execute(sql`vacuum analyze`)
  } finally {
    await connection.close()
  }
}

/** Each game has a draw each day, and each person paid for Basic and then for Pro. */
async function insertAll(tx: Db): Promise<void> {
  await tx.execute(sql`
    insert into users (id, username, email, email_verified, age_confirmed_at, created_at)
    select md5(n::text), 'Person ' || n, 'p' || n || '@example.com', true, now(), now() - n * interval '1 minute'
    from generate_series(1, ${PEOPLE}) n`)
  await tx.execute(sql`
    insert into draws (public_id, game_key, date, state, winning, machine, source, recorded_at)
    select left(md5(g.key || n), 16), g.key, date '1990-01-01' + n::int, 'drawn',
      array[1 + n % 18, 19 + n % 18, 37 + n % 18, 55 + n % 18, 73 + n % 18]::smallint[], '{}', 'import', now()
    from games g, generate_series(1, ${Math.ceil(DRAWS / 18)}) n limit ${DRAWS}`)
  await tx.execute(sql`
    insert into payments (reference, user_id, plan, kobo, mode, state, current, created_at, paid_at, settled_at, paid_kobo)
    select 'lf' || md5(n::text), md5((1 + n % ${PEOPLE})::text), case when n > ${PEOPLE} then 'pro' else 'basic' end,
      200000, 'test', 'settled', false, at, at, at, 200000
    from generate_series(1, ${PAYMENTS}) n,
      lateral (select now() - interval '400 days' + n * interval '1 minute' as at) times`)
  await tx.execute(sql`
    insert into grants (user_id, plan, months, kind, paid_at, payment_id)
    select user_id, plan, 1, 'payment', paid_at, reference from payments where reference like 'lf%'`)
  await tx.execute(sql`
    insert into periods (grant_id, user_id, plan, starts_at, ends_at)
    select id, user_id, plan, paid_at, paid_at + interval '1 month' from grants where payment_id like 'lf%'`)
}
