// Share pictures of the built server on a machine without fonts.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { newDatabase } from '../support/postgres.ts'
import { databaseUrl, newFolder, type ServerProgram, startProgram } from '../support/programs.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { Visitor } from '../support/test-server.ts'

const folder = newFolder()
let program: ServerProgram
let drop: () => Promise<unknown>

beforeAll(async () => {
  const database = await newDatabase(inject('postgres'))
  drop = database.drop
  const fonts = join(folder.path, 'fonts')
  mkdirSync(fonts)
  writeFileSync(join(fonts, 'fonts.conf'), `<fontconfig><dir>${fonts}</dir></fontconfig>`)
  program = await startProgram({
    ...databaseUrl(database.address),
    DATA_DIR: folder.path,
    AUTH_SECRET: TEST_SECRET,
    FONTCONFIG_PATH: fonts,
    FONTCONFIG_FILE: join(fonts, 'fonts.conf'),
  })
})
afterAll(async () => {
  program.child.kill('SIGKILL')
  await drop()
  folder.remove()
})

test('a picture has its figures and its text', async () => {
  const admin = new Visitor(program.url)
  await admin.post('/api/auth/sign-in/email', { email: 'admin@lotto.test', password: DEMO_PASSWORD })
  const day = { date: '2025-06-23', winning: [20, 42, 89, 13, 49], machine: [17, 33, 41, 34, 32] }
  expect((await admin.post('/api/admin/draws', { ...day, game: 'diamond' })).status).toBe(201)
  const { picture } = (await admin.get('/api/public/draws/diamond.2025-06-23')).body
  const bytes = Buffer.from(await (await fetch(program.url + picture.path)).arrayBuffer())
  /** The share of dark pixels in an area. */
  const darkness = async (left: number, top: number, width: number, height: number) => {
    const { data } = await sharp(bytes)
      .extract({ left, top, width, height })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return data.filter((value) => value < 128).length / data.length
  }
  // Figures in the middle of the first ball, and the light letters of the name on the deep ground.
  expect(await darkness(96, 272, 88, 88)).toBeGreaterThan(0.1)
  expect(await darkness(96, 272, 88, 88)).toBeLessThan(0.6)
  expect(await darkness(64, 100, 400, 74)).toBeLessThan(0.8)
})
