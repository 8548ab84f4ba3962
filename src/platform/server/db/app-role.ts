import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { SettingsError } from '../base/settings.ts'
import { type Address, clientConfig } from './connect.ts'
import { LOCKS } from './locks.ts'

/** The two roles of one database. */
export interface Database {
  /** Owns the tables. Only migrations, restores and retention connect with it. */
  owner: Address
  /** Requests and jobs connect with it. It can neither truncate a table nor disable a trigger. */
  app: Address
}

/** A database before its preparation. `app` is null if the server creates the role. */
export interface DatabaseSource {
  owner: Address
  app: Address | null
}

const newClient = (address: Address): pg.Client => {
  const client = new pg.Client(clientConfig(address))
  client.on('error', () => undefined)
  return client
}

const settingOf = ({ app }: DatabaseSource) => (app ? 'DATABASE_OWNER_URL' : 'DATABASE_URL')

/**
 * Connects to the database.
 * @param setting the variable that holds the address, for the error
 * @throws SettingsError when the server does not answer or refuses the login
 */
async function connectAs(address: Address, setting: string): Promise<pg.Client> {
  let server = 'the database'
  try {
    const client = newClient(address)
    server = `${client.host}:${client.port}`
    await client.connect()
    return client
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    throw new SettingsError([`${setting}: no connection to ${server} (${message || code})`])
  }
}

/** @throws SettingsError when the owner's connection fails */
export async function checkReachable(source: DatabaseSource): Promise<void> {
  await (await connectAs(source.owner, settingOf(source))).end()
}

/**
 * Creates the app's role if it is missing, grants it what the app needs, and tests its login. Runs after the migrations.
 * A lock keeps two servers from doing this at the same time.
 * @returns the address that the app connects with
 * @throws SettingsError when the owner may not create the missing role (with the SQL for an administrator), or when the
 * role could erase append-only data
 */
export async function prepareAppRole(source: DatabaseSource): Promise<Address> {
  const owner = await connectAs(source.owner, settingOf(source))
  try {
    await owner.query('select pg_advisory_lock($1)', [LOCKS.role])
    const isSame = source.app !== null && newClient(source.app).user === owner.user
    const configuredApp = isSame ? null : source.app
    const app = configuredApp ?? derivedAddress(source.owner, owner)
    const { user: role, password } = loginOf(app)
    await createRole(owner, role, password)
    await refuseElevatedRole(owner, role)
    await syncAppPrivileges(owner, role)
    await testLogin(app, owner, configuredApp === null ? password : null)
    return app
  } finally {
    await owner.end()
  }
}

/** Postgres cuts longer identifiers. */
const MAX_NAME_BYTES = 63

/**
 * The address of a role named after the database. Its password is derived from the owner's, so every server and command
 * computes the same one and nothing is stored.
 */
function derivedAddress(address: Address, { database = '' }: pg.Client): Address {
  const role = `${database.slice(0, MAX_NAME_BYTES - 4)}_app`
  if (!('url' in address)) return { ...address, user: role }
  const { password } = loginOf(address)
  const derived =
    password && createHmac('sha256', password).update(`the app's role: ${role}`).digest('base64url')
  const login = `${encodeURIComponent(role)}${derived && `:${derived}`}@`
  return { url: address.url.replace(/^(postgres(?:ql)?:\/\/)(?:[^/?#]*@)?/, `$1${login}`) }
}

function loginOf(address: Address): { user: string; password: string } {
  const { user = '', password } = newClient(address)
  return { user, password: typeof password === 'string' ? password : '' }
}

async function createRole(owner: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [role])
  if (rowCount) return
  const secret = password && ` password ${owner.escapeLiteral(scramVerifier(password))}`
  try {
    await owner.query(`create role ${owner.escapeIdentifier(role)} login${secret}`)
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    const name = owner.escapeIdentifier(role)
    throw new SettingsError([
      `DATABASE_URL: the role ${owner.user} owns the tables and may not create a second role for the app. ` +
        `Have an administrator run\n\n    create role ${name} login password 'CHOOSE ONE';\n\n` +
        `    then set DATABASE_OWNER_URL to the address with ${owner.user}, and DATABASE_URL to the one with ${name}.`,
    ])
  }
}

/** The SCRAM verifier that Postgres stores for a password (RFC 5803). It keeps the password out of the server's log. */
function scramVerifier(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096]
  const saltedPassword = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const key = (label: string) => createHmac('sha256', saltedPassword).update(label).digest()
  const stored = createHash('sha256').update(key('Client Key')).digest('base64')
  const server = key('Server Key').toString('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${server}`
}

/** Refuses a superuser or a member of the owner: both can truncate the audit trail or disable its triggers. */
async function refuseElevatedRole(owner: pg.Client, role: string): Promise<void> {
  const { rows } = await owner.query<{ powerful: boolean }>(
    `select rolsuper or has_parameter_privilege(oid, 'session_replication_role', 'set')
       or pg_has_role(oid, (select relowner from pg_class where oid = 'public.audit'::regclass), 'member') as powerful
     from pg_roles where rolname = $1`,
    [role],
  )
  if (rows[0]?.powerful)
    throw new SettingsError([
      `DATABASE_URL: the role ${role} could erase the audit trail, because it is a superuser or a member of the owner. ` +
        'Use a role without these rights, or leave DATABASE_OWNER_URL unset: the server then creates one.',
    ])
}

/** Tests the app's login. A derived password is set again when the owner's password has changed. */
async function testLogin(app: Address, owner: pg.Client, derivedPassword: string | null): Promise<void> {
  const client = newClient(app)
  try {
    await client.connect()
  } catch (error) {
    const isWrongPassword = (error as { code?: string }).code === '28P01'
    if (!isWrongPassword || !derivedPassword) return void (await (await connectAs(app, 'DATABASE_URL')).end())
    const role = owner.escapeIdentifier(loginOf(app).user)
    await owner.query(`alter role ${role} password ${owner.escapeLiteral(scramVerifier(derivedPassword))}`)
    await (await connectAs(app, 'DATABASE_URL')).end()
    return
  }
  await client.end()
}

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
async function syncAppPrivileges(owner: pg.Client, role: string): Promise<void> {
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
