import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../src/server/server.ts'
import { loadBuild } from '../../src/server/http/build.ts'
import { CACHE, Reply } from '../../src/server/http/reply.ts'
import { rowsOf } from '../support/database.ts'
import { testSettings } from '../support/settings.ts'
import { testServer } from '../support/test-server.ts'

const server = testServer()

/** The build with one more script, as another release has it. */
async function otherBuild(name: string) {
  const build = await loadBuild()
  const script = new Reply(`export const name = '${name}'`, {
    type: 'text/javascript; charset=utf-8',
    cache: CACHE.publicForever,
    etag: `"${name}"`,
  })
  return { ...build, files: new Map([...build.files, [`/assets/${name}.js`, script]]) }
}

/** Starts and stops a server of another release on the test's database. */
async function runRelease(name: string): Promise<void> {
  const settings = testSettings({ LOG_LEVEL: 'silent' })
  const build = await otherBuild(name)
  const running = await startServer(settings, {
    address: server().address,
    build,
    jobs: false,
    standIns: false,
  })
  await running.stop({ lingerMs: 0 })
}

test('every process serves the scripts of the two builds before the newest', async () => {
  const visitor = server().anonymous()
  const get = (name: string) => visitor.get(`/assets/${name}.js`)
  for (const name of ['release-1', 'release-2', 'release-3']) await runRelease(name)
  const found = await get('release-1')
  expect([found.status, found.text]).toEqual([200, "export const name = 'release-1'"])
  expect(found.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(found.headers.get('content-type')).toBe('text/javascript; charset=utf-8')

  // Four builds have run: the one of the test's server and three others.
  await server().sweep()
  const paths = (
    await rowsOf(server(), sql`select path from build_files where path like '/assets/release%' order by 1`)
  ).map(({ path }) => path as string)
  expect(paths).toEqual(['/assets/release-1.js', '/assets/release-2.js', '/assets/release-3.js'])
  await runRelease('release-4')
  await server().sweep()
  const another = await server().another()
  for (const [name, status] of [
    ['release-1', 404],
    ['release-2', 200],
    ['release-4', 200],
    ['no-release', 404],
  ] as const)
    expect([name, (await another.anonymous().get(`/assets/${name}.js`)).status]).toEqual([name, status])
  expect((await visitor.get('/assets/%2e%2e%2fsw.js')).status).toBe(404)
})

test('a script of an earlier build is compressed only for browsers that accept it', async () => {
  const own = [...(await loadBuild()).files.keys()].find((path) => /^\/assets\/base-.*\.js$/.test(path))!
  // The database has the files of this build, and another release without one of them serves it.
  const build = await loadBuild()
  const running = await startServer(testSettings({ LOG_LEVEL: 'silent' }), {
    address: server().address,
    build: { ...build, files: new Map([...build.files].filter(([path]) => path !== own)) },
    jobs: false,
    standIns: false,
  })
  const texts = await Promise.all(
    ['br', 'identity'].map(async (encoding) => {
      const response = await fetch(running.url + own, { headers: { 'accept-encoding': encoding } })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-encoding')).toBe(encoding === 'br' ? 'br' : null)
      return response.text()
    }),
  )
  expect(texts[0]).toBe(texts[1])
  await running.stop({ lingerMs: 0 })
})
