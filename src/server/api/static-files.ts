import type { Context, Hono, Next } from 'hono'
import type { Build } from '../http/build.ts'
import { createEarlierFiles } from '../http/earlier-builds.ts'
import { type Reply, respond } from '../http/reply.ts'
import { pageHeaders, workerHeaders } from '../http/security.ts'
import type { Env } from './env.ts'
import type { Services } from './services.ts'

/** The service worker, and the one that removes itself and everything that the first has kept. */
const WORKER = '/sw.js'
const REMOVING_WORKER = '/sw-off.js'

/** Serves the build's files, and the hashed files of the two builds before it. */
export function addStaticFiles(app: Hono<Env>, { db, settings }: Services, build: Build): void {
  const { files } = build
  const earlier = createEarlierFiles(db)
  const send = (c: Context<Env>, reply: Reply) => {
    c.set('page', 'asset')
    return respond(c.req.raw, reply)
  }
  // The document that opens the app without a network is a page.
  app.use('/assets/:file{.+\\.html}', pageHeaders(settings, build))
  app.use(WORKER, workerHeaders(settings))
  app.on(['GET', 'HEAD'], WORKER, async (c, next) => {
    const reply = files.get(settings.offlineApp ? WORKER : REMOVING_WORKER)
    return reply ? send(c, reply) : next()
  })
  app.on(['GET', 'HEAD'], [...files.keys()], async (c) => send(c, files.get(new URL(c.req.url).pathname)!))
  app.on(['GET', 'HEAD'], '/assets/*', async (c: Context<Env>, next: Next) => {
    const reply = await earlier.find(c.req.path)
    return reply ? send(c, reply) : next()
  })
}
