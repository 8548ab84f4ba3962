import type { Hono } from 'hono'
import type { Build } from '../http/build.ts'
import { respond } from '../http/reply.ts'
import type { Env } from './env.ts'

/** Serves the build's files. */
export function addStaticFiles(app: Hono<Env>, { files }: Build): void {
  app.on(['GET', 'HEAD'], [...files.keys()], async (c) => {
    c.set('page', 'asset')
    return respond(c.req.raw, files.get(new URL(c.req.url).pathname)!)
  })
}
