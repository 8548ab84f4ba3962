import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { createMode, FAULTS, page, withFaults, type Env } from './base/base.ts'

const BODY = z.object({
  host: z.string(),
  key: z.string().regex(/^[a-zA-Z0-9-]{8,128}$/),
  keyLocation: z.url(),
  urlList: z.array(z.url()).min(1).max(10_000),
})

/**
 * Stands for IndexNow (indexnow.org/documentation): 200 for pages of a host that serves the key, 400 for a body that it cannot
 * read, 403 for a key that the host does not serve, 422 for pages of another host.
 */
export function createIndexNow(): Hono<Env> {
  const mode = createMode(FAULTS, '/indexnow/mode')
  const routes = new Hono<Env>().route('/', mode.routes)
  let announced: string[] = []

  routes.post('/indexnow', withFaults(mode), async (c) => {
    const { data } = BODY.safeParse(await c.req.json().catch(() => null))
    if (!data) return c.body(null, 400)
    const isForeign = (address: string) => new URL(address).host !== data.host
    if ([data.keyLocation, ...data.urlList].some(isForeign)) return c.body(null, 422)
    const served = await fetch(data.keyLocation).catch(() => null)
    if (!served?.ok || (await served.text()).trim() !== data.key) return c.body(null, 403)
    announced = [...data.urlList, ...announced].slice(0, 1000)
    return c.body(null, 200)
  })
  routes.get('/indexnow.json', (c) => c.json(announced))
  routes.get('/indexnow', (c) =>
    c.html(
      page(
        'IndexNow',
        html`<p>
            The newest pages that the app announced, last first. It needs an <code>INDEXNOW_KEY</code>.
          </p>
          <ul>
            ${announced.map((address) => html`<li><a href="${address}">${address}</a></li>`)}
          </ul>`,
      ),
    ),
  )
  return routes
}
