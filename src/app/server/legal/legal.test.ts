import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { formatDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { LEGAL_PATHS, LEGAL_VERSION } from '../../../platform/rules/legal/legal.ts'
import { RETENTION } from '../../../platform/rules/legal/retention.ts'
import { asOwner, rowsOf } from '../../../../tests/support/database.ts'
import { linksOf, textOf } from '../../../../tests/support/html.ts'
import { newPerson, uidOf } from '../../../../tests/support/people.ts'
import { testServer } from '../../../../tests/support/test-server.ts'

const server = testServer()
/** The text of a page. React splits a sentence at each value. */
const sentencesOf = (html: string) => textOf(html).replaceAll(/ (?=[.,])/g, '')
const kept = Object.entries<{ what: string; kept: string; days?: number }>(RETENTION)

/** The tables of the database that each row of the privacy page covers. */
const TABLES: Record<keyof typeof RETENTION, string> = {
  account: 'users accounts two_factors push_choices',
  sessions: 'sessions',
  links: 'verifications',
  limits: 'rate_limits',
  forms: 'form_answers',
  attacks: 'attacks',
  mails: 'mails',
  mailRows: 'mails',
  planMails: 'plan_mails',
  slip: 'slip_entries',
  notifications: 'push_subscriptions push_messages push_deliveries',
  payments:
    'payments payment_events refunds disputes comparisons grants reductions vouchers reversals periods ' +
    'days_given_back reminders alarms',
  webhooks: 'webhook_deliveries',
  audit: 'audit',
  consents: 'consents',
}

/** Tables without data about players. Forecasts name the member of staff who wrote them, by an alias. The first two are unused. */
const IMPERSONAL_TABLES = `
  usage_counts backups jwks prices payouts voucher_batches announcements power_uses failing_steps
  foreign_payments help_contacts number_groups proof_days restores authors log_leaves log_checkpoints
  log_cosignatures log_texts log_stamps stamp_requests ended_logs draw_observations multipliers
  installation changes pictures builds build_files games calendar_changes channels channel_posts
  game_slots draws draw_corrections held_results push_hours predictions prediction_versions`

describe('the pages on privacy and terms', () => {
  test('name the owner, the licence and the state of the settings', async () => {
    const settings = {
      OPERATOR_NAME: 'Slip & Ball Ltd',
      OPERATOR_LICENCE: 'LSLGA 0815',
      OPERATOR_STATE: 'Lagos State',
      SUPPORT_EMAIL: 'help@slip.example',
    }
    const other = await server().another(settings)
    for (const path of Object.values(LEGAL_PATHS)) {
      const { status, text } = await other.anonymous().get(path)
      expect([path, status]).toEqual([path, 200])
      const said = sentencesOf(text)
      expect(said).toContain(`In force since ${formatDate(parseDate(LEGAL_VERSION)!)}.`)
      expect(said).toContain(
        'Slip & Ball Ltd runs this site, under the law of Lagos State, Nigeria. Licence: LSLGA 0815.',
      )
      expect(linksOf(text)).toContain('mailto:help@slip.example')
    }
  })

  test('say so where the owner has set nothing', async () => {
    const said = sentencesOf((await server().anonymous().get(LEGAL_PATHS.terms)).text)
    expect(said).toContain('The owner of this site has not set a name yet.')
    expect(said).toContain('This is a demonstration.')
    expect(said).not.toContain('Licence:')
  })

  test('are linked from the login, the sign-up, the record and each other', async () => {
    for (const path of ['/login', '/signup', '/record', ...Object.values(LEGAL_PATHS)]) {
      const links = linksOf((await server().anonymous().get(path)).text)
      expect([path, links]).toEqual([path, expect.arrayContaining(Object.values(LEGAL_PATHS))])
    }
  })

  test('show the whole table of what is kept', async () => {
    const said = sentencesOf((await server().anonymous().get(LEGAL_PATHS.privacy)).text)
    for (const [, row] of kept) {
      expect(said).toContain(row.what)
      expect(said).toContain(row.kept)
    }
  })
})

describe('the table of what is kept', () => {
  test('covers every table of the database', async () => {
    const tables = await server().rows<{
      name: string
    }>`select table_name as name from information_schema.tables where table_schema = 'public'`
    const covered = [...Object.values(TABLES), IMPERSONAL_TABLES].join(' ').match(/\w+/g)
    expect([...new Set(covered)].toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  test('is what the sweep deletes by', async () => {
    const uid = await uidOf(server(), 'free')
    const at = (days: number) => sql`now() - make_interval(days => ${days}) - interval '1 hour'`
    /** Adds what is that many days old. @returns the query that counts what is left */
    const rows: Record<string, (days: number) => Promise<unknown>> = {
      sessions: (days) =>
        server().rows`insert into sessions (id, token, user_id, expires_at, created_at, seen_at)
              values (${`s${days}`}, ${`s${days}`}, ${uid}, now(), ${at(days)}, now())`,
      forms: (days) =>
        server().rows`insert into form_answers (user_id, form, sent, answer, at)
              values (${uid}, ${`f${days}`}, '', '', ${at(days)})`,
      attacks: (days) =>
        server().rows`insert into attacks (hour, kind, address, first_at, last_at)
              values (${at(days)}, 'login-refused', ${`a${days}`}, ${at(days)}, ${at(days)})`,
      mails: (days) => mail(`m${days}`, days),
      mailRows: (days) => mail(`r${days}`, days),
      webhooks: (days) =>
        server().rows`insert into webhook_deliveries (body_hash, event, fields, received_at, processed_at)
              values (${`w${days}`}, 'x', '{}', ${at(days)}, ${at(days)})`,
      audit: (days) =>
        server()
          .rows`insert into audit (at, action, subject, details) values (${at(days)}, 'test', ${`u${days}`}, '{}')`,
    }
    const mail = (id: string, days: number) =>
      server().rows`insert into mails (id, template, "to", state, created_at, ended_at)
            values (${id}, 'x', 'a@b.example', 'sent', ${at(days)}, ${at(days)})`
    const left: Record<string, ReturnType<typeof sql>> = {
      sessions: sql`select id as found from sessions where id like 's%'`,
      forms: sql`select form as found from form_answers where form like 'f%'`,
      attacks: sql`select address as found from attacks where address like 'a%'`,
      mails: sql`select id as found from mails where id like 'm%' and "to" is not null`,
      mailRows: sql`select id as found from mails where id like 'r%'`,
      webhooks: sql`select body_hash as found from webhook_deliveries where body_hash like 'w%'`,
      audit: sql`select subject as found from audit where action = 'test'`,
    }
    const withDays = kept.filter(([, { days }]) => days !== undefined)
    expect(withDays.map(([key]) => key).toSorted()).toEqual(Object.keys(rows).toSorted())
    for (const [key, { days }] of withDays) {
      await rows[key]!(days! - 1)
      // The audit trail is shortened once a day.
      await rows[key]!(days! + 1)
    }
    await server().sweep()
    for (const [key, { days }] of withDays) {
      const found = (await rowsOf(server(), left[key]!)).map(({ found }) => found as string)
      expect([key, found.map((name) => Number(name.slice(1)))]).toEqual([key, [days! - 1]])
    }
  })
})

describe('the consent log', () => {
  const consentsOf = (uid: string) =>
    server().rows`select kind, version, given from consents where user_id = ${uid} order by id`
  const both = ['terms', 'age'].map((kind) => ({ kind, version: LEGAL_VERSION, given: true }))

  test('records the terms and the age at a sign-up, and the user’s data has them', async () => {
    const { uid, visitor } = await newPerson(server())
    expect(await consentsOf(uid)).toEqual(both)
    const { body } = await visitor.get('/api/profile/data.json')
    expect(body.consents).toMatchObject(both)
  })

  test('records them once for a user who confirms the age later, as after a login by Google', async () => {
    const { uid, visitor } = await newPerson(server())
    await server().rows`update users set age_confirmed_at = null where id = ${uid}`
    await visitor.post('/api/profile/age', { ageConfirmed: true })
    await visitor.post('/api/profile/age', { ageConfirmed: true })
    expect(await consentsOf(uid)).toEqual([...both, ...both])
    expect(await server().trail(`user:${uid}`)).toEqual([['account.age-confirmed', {}]])
  })

  test('refuses every change', async () => {
    const { uid } = await newPerson(server())
    const change = asOwner(server(), sql`update consents set given = false where user_id = ${uid}`)
    await expect(change).rejects.toMatchObject({ cause: { code: '23001' } })
    await expect(asOwner(server(), sql`delete from consents`)).rejects.toMatchObject({
      cause: { code: '23001' },
    })
  })
})
