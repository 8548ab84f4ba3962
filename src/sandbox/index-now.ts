import { Hono } from 'hono'
import { z } from 'zod'

const BODY = z.object({
  host: z.string(),
  key: z.string().regex(/^[a-zA-Z0-9-]{8,128}$/),
  keyLocation: z.url(),
  urlList: z.array(z.url()).min(1).max(10_000),
})

/**
 * Stands for IndexNow (indexnow.org/documentation): 200 for pages of a host that serves the key, 400 for a body that it cannot
 * read, 403 for a key that the host does not serve, 422 for pages of another host, 429 after too many requests.
 */
export function createIndexNow(): Hono {
  const routes = new Hono()
  let announced: string[] = []
  /** The requests that are still answered before 429. */
  let left = Infinity

  routes.post('/indexnow', async (c) => {
    if (left-- <= 0) return c.body(null, 429)
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
  routes.put('/indexnow/mode', async (c) => {
    left = z.object({ left: z.int().min(0).nullable() }).parse(await c.req.json()).left ?? Infinity
    return c.body(null, 204)
  })
  return routes
}
