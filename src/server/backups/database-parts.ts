import type pg from 'pg'
import type { ArchivedTable, ArchiveHeader } from './archive.ts'

/** What a backup holds. Migrations create the third schema, `drizzle`; its list of migrations is in the header. */
const SCHEMAS = ['public', 'graphile_worker']
/** The queue's own list of migrations describes its tables, so a restore keeps the one of the new database. */
const LEFT_OUT = ['graphile_worker.migrations']

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as "table",
    (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    array(select format('%I.%I', rn.nspname, r.relname) from pg_constraint k
      join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind = 'r' and format('%I.%I', n.nspname, c.relname) <> all($2)
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1`

/** The tables of a database. A table follows every table that its foreign keys name. */
export async function tablesOf(client: pg.Client): Promise<ArchivedTable[]> {
  const { rows } = await client.query<ArchivedTable & { needs: string[] }>(TABLES, [SCHEMAS, LEFT_OUT])
  const ordered: ArchivedTable[] = []
  const done = new Set<string>()
  while (ordered.length < rows.length) {
    const ready = rows.filter((row) => !done.has(row.table) && row.needs.every((name) => done.has(name)))
    if (ready.length === 0) throw new Error('foreign keys form a cycle')
    for (const { table, columns } of ready) {
      ordered.push({ table, columns })
      done.add(table)
    }
  }
  return ordered
}

/** The header of a backup of this database. */
export async function headerOf(client: pg.Client): Promise<ArchiveHeader> {
  const { rows: facts } = await client.query<{ at: Date; postgres: string }>(
    `select clock_timestamp() as at, current_setting('server_version') as postgres`,
  )
  const { rows: migrations } = await client.query<{ when: string; hash: string }>(
    'select created_at as "when", hash from drizzle.__drizzle_migrations order by created_at',
  )
  const { rows: sequences } = await client.query<{ name: string; value: string; isCalled: boolean }>(
    `select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as value,
       last_value is not null as "isCalled"
     from pg_sequences where schemaname = any($1) order by 1`,
    [SCHEMAS],
  )
  const { at, postgres } = facts[0]!
  return {
    at: at.toISOString(),
    postgres: postgres.split(' ')[0]!,
    migrations: migrations.map(({ when, hash }) => ({ when: Number(when), hash })),
    sequences,
  }
}
