import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { asOwner } from '../../../../tests/support/database.ts'
import { testServer } from '../../../../tests/support/test-server.ts'
import { MINUTE } from '../../../platform/rules/base/calendar.ts'

const server = testServer()
/** 19:20 in Lagos; the Midweek of Wednesday closes at 19:30. */
const BEFORE_CLOSE = Date.parse('2023-10-04T19:20+01:00')
const draw = { game: 'midweek', date: '2023-10-04', winning: [1, 2, 3, 4, 5], name: 'Midweek', undo: true }

function moveTo(instant: number): void {
  server().services.clock.setOffset(instant - Date.now())
}
afterEach(() => moveTo(Date.now()))

/** What the steps before and behind the publication read. */
const TABLES = ['webhook_deliveries', 'channel_posts', 'push_subscriptions', 'proof_days']
const FAILING =
  'changed-schedules delete-webhooks keep-proofs lapsed-phones overdue-payments release-posts'.split(' ')
async function rename(change: (table: string) => [from: string, to: string]): Promise<void> {
  for (const table of TABLES) {
    const [from, to] = change(table).map((name) => sql.identifier(name))
    await asOwner(server(), sql`alter table ${from} rename to ${to}`)
  }
}
const openAlarms = async () =>
  (await server().rows`select kind, reference from alarms where closed_at is null order by reference`).map(
    ({ kind, reference }) => `${kind}: ${reference}`,
  )
const failed = () =>
  (server().logs as unknown as { msg: string; step: string }[])
    .filter(({ msg }) => msg === 'a step of the sweep failed')
    .map(({ step }) => step)
async function control() {
  const { body } = await (await server().as('admin')).get('/api/admin/status')
  const { value, isRed } = body.lines.find(
    ({ figure }: { figure: string }) => figure === 'lotto_sweep_steps_failing',
  )
  return { value, isRed, steps: body.failingSteps }
}

test('a step that fails leaves the others, has an alarm, and from the third time a red line until it works', async () => {
  moveTo(BEFORE_CLOSE)
  expect((await (await server().as('admin')).post('/api/admin/draws', draw)).status).toBe(201)
  const published = async () => (await server().rows`select from draws where date = '2023-10-04'`).length
  moveTo(BEFORE_CLOSE)
  await server().sweep()
  expect([await published(), await openAlarms(), failed()]).toEqual([0, [], []])

  await rename((table) => [table, `${table}_away`])
  for (const times of [1, 2, 3]) {
    moveTo(BEFORE_CLOSE + (10 + times) * MINUTE)
    await server().sweep()
    expect([...new Set(failed())].toSorted()).toEqual(FAILING)
    expect((await openAlarms()).filter((alarm) => alarm.startsWith('step'))).toEqual(
      FAILING.map((step) => `step-failing: ${step}`),
    )
    expect(await published()).toBe(1)
    const { value, isRed } = await control()
    expect([times, value, isRed]).toEqual([times, times < 3 ? 0 : FAILING.length, times === 3])
  }
  expect((await control()).steps).toContainEqual({
    name: 'Find payments without a plan',
    since: expect.toSatisfy((at: number) => Math.abs(at - BEFORE_CLOSE - 11 * MINUTE) < MINUTE),
    failures: 3,
  })

  await rename((table) => [`${table}_away`, table])
  await server().sweep()
  expect((await openAlarms()).filter((alarm) => alarm.startsWith('step'))).toEqual([])
  expect(await control()).toEqual({ value: 0, isRed: false, steps: [] })
  const closed = await server().rows`select closed_reason as why from alarms where kind = 'step-failing'`
  expect(new Set(closed.map(({ why }) => why))).toEqual(new Set(['The step works again.']))
})

test('a step that cannot store its failure leaves the others too', async () => {
  await asOwner(server(), sql`alter table failing_steps rename to failing_steps_away`)
  await asOwner(server(), sql`alter table webhook_deliveries rename to webhook_deliveries_away`)
  server().logs.length = 0
  await server().sweep()
  expect([...new Set(failed())].toSorted()).toEqual(['delete-webhooks', 'overdue-payments'])
  await asOwner(server(), sql`alter table webhook_deliveries_away rename to webhook_deliveries`)
  await asOwner(server(), sql`alter table failing_steps_away rename to failing_steps`)
})
