import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../../../tests/support/database.ts'
import { mailsTo } from '../../../../tests/support/mails.ts'
import { recordRows, verifyRecord } from '../../../../tests/support/record.ts'
import { newFolder } from '../../../../tests/support/programs.ts'
import { lockTable } from '../../../../tests/support/table-lock.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { DAY } from '../../../platform/rules/base/calendar.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { readPolicy, openReceipt } from '../../rules/log/policy.ts'
import { verifySignature } from './signer.ts'

const server = testServer({ standIns: true })
const file = async (name: string) => (await server().anonymous().get(`/log/1/${name}`)).text
let id: number

async function publish(numbers: string, by?: Visitor): Promise<number> {
  const admin = by ?? (await server().as('admin'))
  const { status, body } = await admin.post('/api/admin/predictions', { gameName: 'Diamond', numbers })
  expect(status).toBe(201)
  return body.id
}

beforeAll(async () => {
  id = await publish('7, 42')
  await server().runJobs()
})

test('a forecast is signed with its answer, and witnesses date it before its lock', async () => {
  const checkpoint = await file('checkpoint')
  expect(checkpoint).toMatch(
    /^localhost\/log\/1\n\d+\n\S+\n\n— localhost\/log\/1 \S+\n— witness\.test\/stand-in \S+\n$/,
  )
  const admin = await server().as('admin')
  const { forecast } = (await admin.get(`/api/admin/predictions/${id}`)).body
  expect(forecast.place).toMatchObject({ nth: 1, of: 1, witnessed: { by: 1 } })
  const { log } = (await server().anonymous().get('/api/public/record')).body
  expect(log).toMatchObject({ witnesses: 1, isIndependent: false, inTime: { witnessed: 1, ownClock: 0 } })
  const { problems, witnessed, forecasts } = await verifyRecord(server())
  expect([problems, witnessed > 0, forecasts[0]!.isWitnessedInTime]).toEqual([[], true, true])
})

test('a forecast is answered once its checkpoint is stored, and so is its next version', async () => {
  const admin = await server().as('admin')
  for (const save of [
    () => admin.post('/api/admin/predictions', { gameName: 'Diamond', numbers: '11, 12' }),
    () =>
      admin.request('PATCH', `/api/admin/predictions/${id}`, {
        body: { version: 1, numbers: '7, 43', reason: 'a slip' },
      }),
  ]) {
    const table = await lockTable(server(), 'log_checkpoints')
    let isAnswered = false
    const answer = save().then(({ status }) => {
      isAnswered = true
      return status
    })
    await table.untilWaiting(1)
    // An answer that does not wait precedes that of a later request.
    await admin.get('/api/admin/author')
    expect(isAnswered).toBe(false)
    await table.release()
    expect(await answer).toBeLessThan(300)
    const [, size] = (await file('checkpoint')).split('\n')
    expect(Number(size)).toBe((await recordRows(server())).length)
  }
})

test('forecasts that no witness has seen yet are shown as such', async () => {
  const admin = await server().as('admin')
  const later = await publish('21, 22', admin)
  const { status, body } = await server().anonymous().get('/api/public/record')
  expect([status, body.log?.inTime.ownClock > 0]).toEqual([200, true])
  const { forecast } = (await admin.get(`/api/admin/predictions/${later}`)).body
  expect(forecast.place.witnessed).toBeNull()
  expect(await checkAsPublished()).toContain('The record is correct.')
})

/** What the command of the page prints for the files that it names, when only the first entries are older than a day. */
async function checkAsPublished(): Promise<string> {
  const page = await server().anonymous().get(PATHS.recordCheck)
  const args = /node (verify\.mjs [^<]+)/.exec(page.text)![1]!.split(' ')
  const folder = newFolder()
  for (const [, path = ''] of page.text.matchAll(/-O \$SITE(\S+)/g))
    writeFileSync(join(folder.path, basename(path)), (await server().anonymous().get(path)).text)
  const [first] = await recordRows(server())
  const later = new Date(first!.entry.at + DAY + 1).toISOString()
  const { stdout } = spawnSync(process.execPath, [...args, '--now', later], {
    cwd: folder.path,
    encoding: 'utf8',
  })
  folder.remove()
  return stdout
}

test('the receipt of a forecast is mailed to the person who saved it, with what the witnesses signed', async () => {
  const receipts = async () =>
    (await mailsTo(server(), 'admin@lotto.test')).filter(({ subject }) =>
      subject.startsWith('Receipt of your forecast'),
    )
  await expect.poll(receipts, { timeout: 15_000 }).not.toEqual([])
  const [mail] = await receipts()
  const [{ name, text }] = mail!.attachments as [{ name: string; text: string }]
  expect(text).toContain('— witness.test/stand-in ')
  const rows = await recordRows(server())
  const found = await openReceipt(
    text,
    (index) => rows[index]?.leaf,
    readPolicy(await file('policy.txt')),
    verifySignature,
  )
  expect(name).toBe(`${found.index}.tlog-proof`)
  expect(rows[found.index]!.entry.kind).toBe('version')
  expect(mail!.text).toContain('Witnessed ')
})

test('a receipt proves one entry, and tiles and bundles hold the tree', async () => {
  const rows = await recordRows(server())
  const { size, policy } = { size: rows.length, policy: readPolicy(await file('policy.txt')) }
  const receipt = await file(`proof/${size - 1}.tlog-proof`)
  const found = await openReceipt(receipt, (index) => rows[index]?.leaf, policy, verifySignature)
  expect([found.index, found.checkpoint.size]).toEqual([size - 1, size])
  const read = async (path: string) =>
    Buffer.from(await (await fetch(`${server().url}/log/1/tile/${path}`)).arrayBuffer())
  const tile = await read(`0/000.p/${size}`)
  expect(tile.toString('hex')).toBe(rows.map(({ hash }) => hash).join(''))
  const bundle = await read(`entries/000.p/${size}`)
  const first = bundle.subarray(2, 2 + bundle.readUInt16BE(0)).toString()
  expect(first).toBe(rows[0]!.leaf)
  for (const path of [
    `tile/0/000.p/${size + 1}`,
    'tile/9x/000',
    'tile/0/001',
    'key',
    `proof/${size}.tlog-proof`,
  ])
    expect([path, (await server().anonymous().get(`/log/1/${path}`)).status]).toEqual([path, 404])
  expect((await server().anonymous().get('/log/2/checkpoint')).status).toBe(404)
})

test('a log that lost what a witness saw is not signed any more, and staff get an alarm', async () => {
  await publish('1, 2')
  await asOwner(server(), sql`alter table log_leaves disable trigger never_emptied`)
  await asOwner(server(), sql`truncate log_leaves, log_checkpoints, log_cosignatures`)
  await publish('3, 4')
  await server().runJobs()
  const alarms = await server()
    .rows`select reference from alarms where kind = 'log-forked' and closed_at is null`
  expect(alarms).toEqual([{ reference: expect.stringContaining('witness.test/stand-in has seen') }])
  const before = await file('checkpoint')
  await publish('5, 6')
  expect(await file('checkpoint')).toBe(before)
})

test('a server asks the witnesses what they have seen before it signs anything', async () => {
  const { seed, policy } = server().services.settings.forecastLog
  const folder = newFolder()
  writeFileSync(join(folder.path, 'key'), `${seed}\n`)
  writeFileSync(join(folder.path, 'policy.txt'), policy)
  const before = await file('checkpoint')
  const two = await server().another({ LOG_DIR: folder.path })
  await publish('8, 9', await two.as('admin'))
  await two.services.signer.publish()
  expect(await file('checkpoint')).toBe(before)
  await two.stop({ lingerMs: 0 })
  folder.remove()
})
