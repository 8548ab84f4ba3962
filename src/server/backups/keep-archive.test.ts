import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { newFolder } from '../../../tests/support/programs.ts'
import { waitFor } from '../../../tests/support/wait.ts'
import { DAY } from '../../domain/calendar.ts'
import { baseName } from '../../domain/wal-archive.ts'
import { createLog } from '../base/log.ts'
import { type Embedded, startEmbedded } from '../db/embedded.ts'
import { keepArchive } from './keep-archive.ts'

const folder = newFolder()
const root = join(folder.path, 'archive')
const log = createLog('silent')
const options = { days: 2, hour: 3, log }
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})
afterAll(() => folder.remove())

/** Starts the database with its archive. */
async function start(name: string): Promise<Embedded> {
  mkdirSync(root, { recursive: true })
  const embedded = await startEmbedded(join(folder.path, name), log, { walArchiveDir: root })
  stops.push(() => embedded.stop())
  return embedded
}
function keep(embedded: Embedded): void {
  const keeper = keepArchive(embedded, embedded.archive!, options)
  stops.push(() => keeper.stop())
}
async function stop(): Promise<void> {
  for (const one of stops.splice(0).toReversed()) await one()
}
const basesIn = ({ archive }: Embedded) => readdirSync(archive!.bases).filter((name) => name.endsWith('.zst'))

test('an archive whose disk was not mounted for a while gets a new base backup', async () => {
  const first = await start('data')
  keep(first)
  await waitFor('the first base backup', () => basesIn(first).length === 1)
  await stop()

  renameSync(root, `${root}.away`)
  const without = await start('data')
  keep(without)
  await waitFor('a base backup in the empty folder', () => basesIn(without).length === 1)
  await stop()
  rmSync(root, { recursive: true })
  renameSync(`${root}.away`, root)

  const again = await start('data')
  keep(again)
  await waitFor('a base backup after the gap', () => basesIn(again).length === 2)
})

test('what is too old is deleted also while no base backup can be made, so that a full disk gets room', async () => {
  const embedded = await start('full')
  const { bases, wal } = embedded.archive!
  const names = [4, 3].map((days, i) => baseName(Date.now() - days * DAY, `00000001000000000000000${i + 2}`))
  for (const name of names) writeFileSync(join(bases, name), '')
  const segments = [2, 3].map((number) => `00000001000000000000000${number}.gz`)
  for (const name of segments) writeFileSync(join(wal, name), '')
  const nowhere = { ...embedded, address: { socketDir: join(folder.path, 'nowhere'), database: 'lotto' } }
  keep(nowhere)
  await waitFor('the old base backup is deleted', () => !existsSync(join(bases, names[0]!)))
  await waitFor('its log is deleted', () => !existsSync(join(wal, segments[0]!)))
  expect([existsSync(join(bases, names[1]!)), existsSync(join(wal, segments[1]!))]).toEqual([true, true])
})

test.runIf(process.getuid?.() === 0)(
  'the archive works where root runs Postgres as another user',
  async () => {
    const before = process.env.EMBEDDED_AS
    process.env.EMBEDDED_AS = 'drop'
    try {
      const embedded = await start('dropped')
      keep(embedded)
      await waitFor('the base backup and its log', () => basesIn(embedded).length === 1)
    } finally {
      await stop()
      if (before === undefined) delete process.env.EMBEDDED_AS
      else process.env.EMBEDDED_AS = before
    }
  },
)
