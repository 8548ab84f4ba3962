import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { Build } from '../http/build.ts'
import { type Reply, respond } from '../http/reply.ts'
import { pageHeaders, workerHeaders } from '../http/security.ts'
import type { Env } from './env.ts'
import type { Services } from './services.ts'
import { present } from '../../rules/base/lists.ts'

/** The service worker, and the one that removes itself and everything that the first has kept. */
const WORKER = '/sw.js'
const REMOVING_WORKER = '/sw-off.js'

/** Identifies a build by the names of its files, which contain hashes of their content. */
export const idOfBuild = ({ files }: Pick<Build, 'files'>): string =>
  createHash('sha256')
    .update([...files.keys()].toSorted().join())
    .digest('base64url')

/** Serves the build's files. A page whose script belongs to an earlier build reloads itself. */
export function addStaticFiles(app: Hono<Env>, { settings }: Services, build: Build): void {
  const { files } = build
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
  app.on(['GET', 'HEAD'], [...files.keys()], async (c) =>
    send(c, present(files.get(new URL(c.req.url).pathname))),
  )
}
