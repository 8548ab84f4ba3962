import type pg from 'pg'
import { isRestoreUnfinished, RESTORE_MARK } from '../db/unfinished-restore.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Refuses a database that a restore would damage.
 *
 * @param mayReplace whether the data of an earlier installation may be deleted
 * @throws Refusal conflict when a server is connected, when the database holds data, or tables of another program
 */
export async function checkTarget(client: pg.Client, mayReplace: boolean): Promise<void> {
  if (await isRestoreUnfinished(client)) return
  const { rows: facts } = await client.query<{ tables: number; ours: boolean }>(
    `select count(*)::int as tables, to_regclass('public.installation') is not null as ours
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  )
  const { tables, ours } = facts[0]!
  if (tables === 0) return
  if (!ours)
    throw new Refusal('conflict', 'The database holds tables of another program. Use another database.')
  const { rows } = await client.query<{ createdAt: Date }>(
    'select created_at as "createdAt" from installation',
  )
  if (rows[0] && !mayReplace)
    throw new Refusal(
      'conflict',
      `The database is not empty: it holds an installation of ${rows[0].createdAt.toISOString()}.\n` +
        `Add --replace to delete it and restore the backup in its place.`,
    )
}

/** @throws Refusal conflict when another process of this program is connected to the database */
export async function refuseRunningServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sessions: number }>(
    `select count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and application_name = current_setting('application_name')
       and pid <> pg_backend_pid()`,
  )
  const { sessions } = rows[0]!
  if (sessions > 0)
    throw new Refusal(
      'conflict',
      `A server or a command is using this database (${sessions} connections). Stop every server, then run the restore again.`,
    )
}

/** Every table, view, sequence and function of the app. Those of extensions stay. */
const OBJECTS = `
  select format('drop %s if exists %s cascade', kind, name) as statement from (
    select case c.relkind when 'S' then 2 else 1 end as step,
      case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end as kind,
      c.oid::regclass::text as name, c.oid
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
    union all
    select 3, 'function', p.oid::regprocedure::text, p.oid
    from pg_proc p where p.pronamespace = 'public'::regnamespace
  ) as objects
  where not exists (select from pg_depend d where d.objid = objects.oid and d.deptype = 'e')
  order by step`

/** Deletes an earlier installation and marks the database as unfinished, in one transaction. */
export async function emptyTarget(client: pg.Client): Promise<void> {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ statement: string }>(OBJECTS)
    for (const { statement } of rows) await client.query(statement)
    await client.query('drop schema if exists graphile_worker cascade; drop schema if exists drizzle cascade')
    await client.query(`create schema drizzle; create table ${RESTORE_MARK} ()`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
