import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ALARM_KINDS, LATE_DRAW } from '../../../platform/rules/alarms/alarms.ts'
import { CONTROL_FIGURES, controlLine } from '../../rules/metrics/control-room.ts'
import { MINUTE } from '../../../platform/rules/base/calendar.ts'
import { rootDir } from '../../../platform/server/base/root.ts'
import { newPerson } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const TOKEN = 'a-token-of-tests-012345'
const server = testServer({ settings: { METRICS_TOKEN: TOKEN } })
const authorization = `Bearer ${TOKEN}`

/** Each metric's value by its name and labels. */
async function figures(visitor: Visitor = server().anonymous()): Promise<Map<string, number>> {
  const { status, text, headers } = await visitor.get('/metrics', { headers: { authorization } })
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

describe('/metrics', () => {
  test('counts requests by route, without paths or queries', async () => {
    const visitor = server().anonymous()
    const name =
      'lotto_request_duration_seconds_count{method="GET",route="/api/lottoDailyResults/:month_year",status="401"}'
    const before = (await figures()).get(name) ?? 0
    await visitor.get('/api/lottoDailyResults/canary_2026?q=canary')
    await visitor.get('/canary')
    const after = await figures()
    expect(after.get(name)).toBe(before + 1)
    expect([...after.keys()].filter((key) => key.includes('canary'))).toEqual([])
  })

  test('reports the queues in the database, the process and its connections', async () => {
    await server()
      .rows`insert into alarms (kind, reference, details, raised_at) values (${ALARM_KINDS[0]}, 'x', '{}', now()),
          (${LATE_DRAW}, 'x', '{}', now()), (${LATE_DRAW}, 'y', '{}', now())`
    const found = await figures()
    expect(found.get('lotto_alarms_open')).toBe(1)
    expect(found.get('lotto_late_draws_open')).toBe(2)
    expect(found.get('lotto_payments_open')).toBe(0)
    expect(found.get('lotto_webhooks_unprocessed')).toBe(0)
    expect(found.get('lotto_jobs_given_up')).toBe(0)
    expect(found.get('lotto_database_up')).toBe(1)
    expect(found.get('lotto_database_connections{pool="main",state="waited_for"}')).toBe(0)
    expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
    expect(
      [...found.keys()].filter((name) => /^lotto_build_info.*build="[\w-]{43}"/.test(name)),
    ).toHaveLength(1)
  })

  test('reports how long a webhook, a job, a mail and a draw have waited', async () => {
    const ages = async () => {
      const found = await figures()
      const names = ['webhook_oldest_unprocessed', 'job_oldest_due', 'mail_oldest_unsent', 'late_draw_oldest']
      return names.map((name) => Math.round(found.get(`lotto_${name}_seconds`)! / 60))
    }
    await server().rows`delete from alarms`
    expect(await ages()).toEqual([0, 0, 0, 0])
    const expectedAt = (await server().now()) - 35 * MINUTE
    await server().rows`with webhook as (
            insert into webhook_deliveries (body_hash, event, fields, received_at)
              values ('x', 'charge.success', '{}', now() - interval '10 minutes')),
          job as (select graphile_worker.add_job('sweep', run_at := now() - interval '7 minutes')),
          mail as (insert into mails (id, template, "to", data, created_at)
            values ('x', 'verify', 'a@b.example', '{}', now() - interval '20 minutes')),
          bulk_job as (select graphile_worker.add_job('sweep', job_key := 'bulk', priority := 1,
            run_at := now() - interval '50 minutes')),
          bulk_mail as (insert into mails (id, template, "to", data, created_at)
            values ('y', 'about-plans', 'a@b.example', '{}', now() - interval '50 minutes')),
          draw as (insert into alarms (kind, reference, details, raised_at)
            values (${LATE_DRAW}, 'x', jsonb_build_object('expectedAt', ${expectedAt}::float8), now()))
          select from job, bulk_job`
    expect(await ages()).toEqual([10, 7, 20, 35])
    await server().rows`update alarms set acknowledged_at = now(), acknowledged_by = 'x'`
    expect((await ages()).at(-1)).toBe(0)
  })

  test('counts the tries that a rate limit refuses, by limit', async () => {
    const name = 'lotto_limits_hit_total{limit="loginAccount"}'
    expect((await figures()).has(name)).toBe(false)
    const login = { email: 'free@lotto.test', password: 'wrong password' }
    for (let i = 0; i < 12; i++) await server().anonymous().post('/api/auth/sign-in/email', login)
    expect((await figures()).get(name)).toBe(2)
  })

  test('answers by the address of a process, as Prometheus asks for it', async () => {
    const { port } = new URL(server().url)
    const { status } = await new Promise<{ status: number | undefined }>((resolve, reject) => {
      const headers = { authorization, host: '10.0.0.1:3000' }
      get({ host: '127.0.0.1', port, path: '/metrics', headers }, (answer) => {
        answer.resume()
        resolve({ status: answer.statusCode })
      }).on('error', reject)
    })
    expect(status).toBe(200)
  })

  test.each([undefined, '', 'Bearer', 'Bearer x', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, TOKEN])(
    'is closed to %s',
    async (wrong) => {
      const headers: Record<string, string> = wrong === undefined ? {} : { authorization: wrong }
      const answer = await server().anonymous().get('/metrics', { headers })
      expect([answer.status, answer.text]).toEqual([
        401,
        expect.stringMatching(/The token for metrics is missing or wrong\./),
      ])
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.text).not.toContain('lotto_')
    },
  )

  test('is closed to users, including admins', async () => {
    expect((await (await server().as('admin')).get('/metrics')).status).toBe(401)
    expect((await (await newPerson(server())).visitor.get('/metrics')).status).toBe(401)
  })

  test('does not exist without METRICS_TOKEN', async () => {
    const other = await server().another({ METRICS_TOKEN: '' })
    expect((await other.anonymous().get('/metrics', { headers: { authorization } })).status).toBe(404)
  })
})

// The alert rules name metrics that the server has, and the handbook explains each alert. tests/ops/alerts.test.ts runs
// the rules themselves.
const read = (path: string) => readFileSync(join(rootDir(), path), 'utf8')

const { groups } = parse(read('deploy/prometheus/alerts.yml')) as {
  groups: { rules: { alert: string; expr: string }[] }[]
}
const rules = groups.flatMap((group) => group.rules)

test('every metric of the rules exists', async () => {
  const { text } = await server().anonymous().get('/metrics', { headers: { authorization } })
  const known = new Set(Array.from(text.matchAll(/^# HELP (\S+)/gm), ([, name]) => name!))
  const used = rules.flatMap(({ expr }) => expr.match(/\b(lotto|nodejs|process)_\w+/g) ?? [])
  expect(used.length).toBeGreaterThanOrEqual(rules.length - 1)
  expect(used.filter((name) => !known.has(name.replace(/_(bucket|count)$/, '')))).toEqual([])
})

test('the control room checks the same limits', () => {
  const alerted = CONTROL_FIGURES.filter((figure) => controlLine(figure).alert)
  expect(alerted).toHaveLength(9)
  for (const metric of alerted) {
    const { alert, most } = controlLine(metric)
    const { expr } = rules.find((rule) => rule.alert === alert)!
    expect([alert, expr.replace('== 1', '> 0')]).toEqual([alert, `max(${metric}) > ${most}`])
  }
})

test('docs/operations.md says for every alert what to do', () => {
  const [, section = ''] = read('docs/operations.md').split('\n## Alerts\n')
  const [own = ''] = section.split('\n## ')
  const explained = Array.from(own.matchAll(/^### (\S+)$/gm), ([, name]) => name!)
  expect(explained.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
})
