import type pg from 'pg'

const SCHEMAS = ['public', 'graphile_worker']

/**
 * Finds the tables and sequences on which the role's privileges differ from what the app needs. The app may update and
 * delete rows unless a trigger (`refuse_…`) of the table refuses that to every role. It never truncates. Tables of later
 * migrations need no entry here.
 */
const DIFFERENCES = `
  with wanted as (
    select c.oid, c.relkind, format('%I.%I', n.nspname, c.relname) as name, case
      when c.relkind = 'S' then array['USAGE']
      when c.relkind = 'v' then array['SELECT']
      else array['SELECT', 'INSERT']
        || case when refused & 16 = 0 then array['UPDATE'] else '{}' end
        || case when refused & 8 = 0 then array['DELETE'] else '{}' end end as privileges
    from pg_class c join pg_namespace n on n.oid = c.relnamespace,
      lateral (select coalesce(bit_or(t.tgtype::int), 0) as refused from pg_trigger t join pg_proc f on f.oid = t.tgfoid
               where t.tgrelid = c.oid and f.proname in ('refuse_change', 'refuse_early_expiry')) as triggers
    where n.nspname = any($2) and c.relkind in ('r', 'p', 'v', 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  )
  select relkind = 'S' as "isSequence", name, array_to_string(privileges, ', ') as privileges from wanted
  where privileges <> array(
    select p from unnest(case when relkind = 'S' then array['USAGE', 'UPDATE']
      else array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'] end) as p
    where case when relkind = 'S' then has_sequence_privilege($1::text, oid, p)
      else has_table_privilege($1::text, oid, p) end)`

/** Finds the tables with row-level security (the queue's) on which the role has no policy and would see no rows. */
const MISSING_POLICIES = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relrowsecurity
    and not exists (select from pg_policy p where p.polrelid = c.oid and to_regrole($2)::oid = any(p.polroles))`

/** Grants the app's role exactly the privileges that it needs in both schemas. Writes only the differences. */
export async function syncAppPrivileges(owner: pg.Client, role: string): Promise<void> {
  const name = owner.escapeIdentifier(role)
  const { rows: databases } = await owner.query<{ name: string }>(
    `select quote_ident(current_database()) as name
     where not (has_database_privilege($1::text, current_database(), 'connect')
       and has_database_privilege($1::text, current_database(), 'temporary'))`,
    [role],
  )
  const { rows: schemas } = await owner.query<{ name: string }>(
    `select quote_ident(nspname) as name from pg_namespace
     where nspname = any($2) and not has_schema_privilege($1::text, oid, 'usage')`,
    [role, SCHEMAS],
  )
  const { rows: tables } = await owner.query<{ isSequence: boolean; name: string; privileges: string }>(
    DIFFERENCES,
    [role, SCHEMAS],
  )
  const { rows: closed } = await owner.query<{ name: string }>(MISSING_POLICIES, [SCHEMAS, name])
  const statements = [
    ...databases.map((database) => `grant connect, temporary on database ${database.name} to ${name}`),
    ...schemas.map((schema) => `grant usage on schema ${schema.name} to ${name}`),
    ...tables.flatMap((table) => {
      const target = `${table.isSequence ? 'sequence ' : ''}${table.name}`
      return [`revoke all on ${target} from ${name}`, `grant ${table.privileges} on ${target} to ${name}`]
    }),
    ...closed.map(
      (table) => `create policy ${name} on ${table.name} to ${name} using (true) with check (true)`,
    ),
  ]
  if (statements.length > 0) await owner.query(`begin; ${statements.join('; ')}; commit`)
}
