// STAMP-01: authorities that are slow, silent, lie, flood, redirect or are gone, and a kill before the stamp.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from '../../../../tests/support/programs.ts'
import { testServer } from '../../../../tests/support/test-server.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../platform/rules/base/calendar.ts'

const server = testServer({ standIns: true })
const NAMES = ['standin1', 'standin2']

/** The faults of the stand-in authorities; right without any. */
async function setMode(mode: object = {}): Promise<void> {
  const { status } = await fetch(`${server().sandboxUrl}/timestamp/mode`, {
    method: 'PUT',
    body: JSON.stringify(mode),
  })
  expect(status).toBe(200)
}

/** How often each authority was asked so far. */
const asked = async () =>
  (await (await fetch(`${server().sandboxUrl}/timestamp.json`)).json()) as Record<string, number>

/** Lets time pass, also for authorities whose clock is right. */
let offset = 0
async function pass(milliseconds: number, mode: object = {}): Promise<void> {
  offset += milliseconds
  server().services.clock.setOffset(offset)
  await setMode({ clock: offset, ...mode })
}

/** Another server that asks the first of the same authorities. */
async function another(count: number, more: Record<string, string> = {}) {
  const folder = newFolder()
  const authorities = server().services.settings.timestamps.authorities.slice(0, count)
  for (const { name, roots } of authorities) writeFileSync(join(folder.path, `${name}.pem`), roots)
  const pairs = authorities.map(({ name, url }) => `${name}=${url}`)
  const settings = { TIMESTAMP_URLS: pairs.join(' '), TIMESTAMP_ROOTS: folder.path, ...more }
  const other = await server().another(settings)
  folder.remove()
  return other
}

let next = 1
/** @returns the size of the record with the publication. Later lines may follow at any time of day: a close adds reveals. */
async function publish(by = server()): Promise<number> {
  const admin = await by.as('admin')
  const body = { gameName: 'Diamond', numbers: `${next}, ${next + 1}` }
  next++
  expect((await admin.post('/api/admin/predictions', body)).status).toBe(201)
  return (await lines()).length
}

/** Runs the minute's sweep and the job. */
const run = () => server().sweep()
const stamps = () =>
  server().rows<{ size: number; authority: string; time: string; token: Buffer }>`
    select size, authority, time, token from log_stamps order by size, authority`
const lines = async () =>
  (
    await server().rows<{ leaf: string }>`select leaf from log_leaves where chain = 'real' order by index`
  ).map(({ leaf }) => `${leaf}\n`)
const headOf = (all: readonly string[], size: number) =>
  createHash('sha256').update(all.slice(0, size).join('')).digest()
const openAlarms = () =>
  server().rows`select reference from alarms where kind = 'stamps-failing' and closed_at is null order by 1`
const control = async (figure: string, by = server()) => {
  const { body } = await (await by.as('admin')).get('/api/admin/status')
  return body.lines.find((line: { figure: string }) => line.figure === figure)
}

beforeAll(async () => {
  await publish()
  await run()
})
afterEach(() => pass(MINUTE))

test('a publication is stamped by every authority, with the head of its lines', async () => {
  const all = await lines()
  const found = await stamps()
  expect(found.map(({ authority }) => authority)).toEqual(NAMES)
  for (const { size, token, time } of found) {
    expect(size).toBe(all.length)
    expect(token.includes(headOf(all, size))).toBe(true)
    expect(Math.abs(Date.parse(time) - (await server().now()))).toBeLessThan(2 * MINUTE)
  }
})

test('a stamp is never changed or deleted', async () => {
  await expect(server().rows`update log_stamps set time = now()`).rejects.toThrow()
  await expect(server().rows`delete from log_stamps`).rejects.toThrow()
})

test('an authority is asked once in 15 seconds, also after several publications', async () => {
  const before = await asked()
  await publish()
  await run()
  const size = await publish()
  await run()
  await run()
  const after = await asked()
  expect(NAMES.map((name) => after[name]! - before[name]!)).toEqual([1, 1])
  await pass(15 * SECOND)
  await run()
  expect((await stamps()).at(-1)!.size).toBe(size)
})

const REPLY = { 'content-type': 'application/timestamp-reply' }
const FAULTS: [string, object, string][] = [
  ['a wrong nonce', { lie: 'nonce' }, 'The stamp answers another request.'],
  ['another head', { lie: 'imprint' }, 'The stamp is of something else.'],
  ['a clock that is an hour off', { clock: HOUR }, 'Its clock differs from ours by more than two minutes.'],
  ['a certificate that signs code, too', { lie: 'purpose' }, 'Its certificate is not for time stamps alone.'],
  [
    'a purpose that is not critical',
    { lie: 'not-critical' },
    'Its certificate is not for time stamps alone.',
  ],
  ['an unknown root', { lie: 'root' }, 'No valid certificate paths found'],
  ['a wrong signature', { lie: 'signature' }, 'The signature is wrong.'],
  ['a refusal', { lie: 'refused' }, 'It refused, with status 2.'],
  ['1 MB', { status: 200, headers: REPLY, body: 'x'.repeat(1 << 20) }, 'The answer is too long.'],
  ['something else', { status: 200, headers: REPLY, body: 'x' }, ''],
  ['a page', { status: 200, body: '<html>' }, 'It answered 200, and no time stamp.'],
  ['an error', { status: 503, headers: REPLY, body: '' }, 'It answered 503.'],
  ['a redirect', { status: 302, headers: { location: '/timestamp/standin1' } }, 'unexpected redirect'],
  ['a broken connection', { drop: 'before' }, ''],
]

test.each(FAULTS)('an answer with %s counts as none, and the forecast is published', async (_, mode, why) => {
  await pass(10 * MINUTE, mode)
  if ('clock' in mode) await setMode({ clock: offset + HOUR })
  const before = await stamps()
  server().logs.length = 0
  await publish()
  await run()
  const warnings = server().logs.filter(({ msg }) => msg === 'an authority gave no stamp')
  expect(warnings.map(({ authority }) => String(authority)).toSorted((a, b) => a.localeCompare(b))).toEqual(
    NAMES,
  )
  for (const one of warnings) expect(one.why).toContain(why)
  expect(await stamps()).toEqual(before)
})

test('the authority that answers dates a forecast while the other one is silent', async () => {
  await pass(HOUR, { slow: 60_000, only: '/standin1' })
  const size = await publish()
  await run()
  expect((await stamps()).filter((one) => one.size === size).map(({ authority }) => authority)).toEqual([
    'standin2',
  ])
  await pass(HOUR)
  await run()
  expect((await stamps()).at(-2)).toMatchObject({ size, authority: 'standin1' })
})

test('authorities that are gone for a day are asked less and less often, staff have an alarm for each, and the newest head is stamped when they are back', async () => {
  await run()
  const before = await asked()
  const gone = { status: 503 }
  await pass(MINUTE, gone)
  await publish()
  const delays: number[] = []
  /** Seconds from the last request until the job, to five. */
  const job = async () =>
    (
      await server().rows<{ wait: number }>`
        select 5 * round((extract(epoch from run_at - max(r.at)) + ${offset / SECOND}::float8)::numeric / 5)::int as wait
        from graphile_worker.jobs, stamp_requests r where key = 'stamp-head:newest' group by run_at`
    )[0]
  await expect.poll(job).toBeDefined()
  const start = offset
  await run()
  for (let i = 0; i < 7; i++) {
    delays.push((await job())!.wait)
    await pass(1000 * (delays.at(-1)! + 1), gone)
    await server().runJobs({ retries: true })
  }
  expect(delays).toEqual([5, 15, 60, 120, 600, 600, 600])
  expect(await openAlarms()).toEqual(NAMES.map((reference) => ({ reference })))
  for (; offset - start < DAY; await pass(3 * HOUR, gone)) await run()
  const after = await asked()
  expect(after.standin1! - before.standin1!).toBeLessThan(20)
  const size = await publish()
  await pass(HOUR)
  await run()
  expect((await stamps()).slice(-2).map((one) => [one.size, one.authority])).toEqual(
    NAMES.map((name) => [size, name]),
  )
  expect(await openAlarms()).toEqual([])
})

const rename = async (penName: string) => {
  const admin = await server().as('admin')
  expect((await admin.request('PUT', '/api/admin/author', { body: { penName } })).status).toBe(200)
}

test('lines that are no publication are stamped once a day', async () => {
  await pass(9 * DAY)
  await run()
  await pass(MINUTE)
  await run()
  const before = await asked()
  await rename('Mama Sure')
  await run()
  expect(await asked()).toEqual(before)
  await pass(DAY)
  await run()
  expect((await stamps()).at(-1)!.size).toBe((await lines()).length)
  // A day without a new line needs no stamp.
  const after = await asked()
  await pass(DAY)
  await run()
  expect(await asked()).toEqual(after)
})

test('a server that was killed after the commit leaves the stamp to the sweep of another one', async () => {
  await publish()
  await server().rows`select graphile_worker.remove_job('stamp-head:newest')`
  const other = await another(2)
  other.services.clock.setOffset(offset)
  await other.sweep()
  await other.runJobs({ retries: true })
  expect((await stamps()).at(-1)!.size).toBe((await lines()).length)
  await other.stop({ lingerMs: 0 })
})

test('a record that differs from its copy is not stamped', async () => {
  const folder = newFolder()
  const file = join(folder.path, 'record.jsonl')
  writeFileSync(file, '{}\n')
  const other = await another(2, { RECORD_COPY: file })
  other.services.clock.setOffset(offset)
  await publish()
  const before = await asked()
  await other.sweep()
  expect(await asked()).toEqual(before)
  await other.stop({ lingerMs: 0 })
  folder.remove()
  await run()
  expect((await stamps()).at(-1)!.size).toBe((await lines()).length)
})

describe('the close of a draw', () => {
  /** Publishes, and waits until the close. @returns how many lines there are before the sweep */
  async function close(mode: object): Promise<number> {
    await publish()
    await run()
    const { body } = await (await server().as('admin')).get('/api/admin/predictions')
    await pass(body.predictions[0].closesAt - (await server().now()) + SECOND, mode)
    return (await lines()).length
  }

  test('is stamped again with the reveals, if the lines before them are stamped', async () => {
    const size = await close({})
    await run()
    await run()
    const all = await lines()
    expect(all.length).toBeGreaterThan(size)
    expect((await stamps()).at(-1)!.size).toBe(all.length)
    expect(await control('unstampedCloses')).toMatchObject({ value: 0, isRed: false })
  })

  test('is stamped with the head before the reveals', async () => {
    const size = await close({})
    await rename('Baba Sure')
    await run()
    const all = await lines()
    expect(all.length).toBeGreaterThan(size + 1)
    const last = (await stamps()).at(-1)!
    expect(last.size).toBe(size + 1)
    expect(last.token.includes(headOf(all, size + 1))).toBe(true)
  })

  test('without a stamp is a red line of the control room', async () => {
    await close({ status: 503 })
    await run()
    await pass(6 * MINUTE, { status: 503 })
    expect(await control('unstampedCloses')).toMatchObject({ value: 1, isRed: true })
    await pass(HOUR)
    await run()
    expect(await control('unstampedCloses')).toMatchObject({ value: 0, isRed: false })
  })
})

test('the control room is red for fewer than two authorities', async () => {
  const other = await another(1)
  expect(await control('missingAuthorities', other)).toMatchObject({ value: 1, isRed: true })
  expect(await control('missingAuthorities')).toMatchObject({ value: 0, isRed: false })
  await other.stop({ lingerMs: 0 })
})
