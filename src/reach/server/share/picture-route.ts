import { z } from 'zod'
import { endpoint } from '../../../platform/server/api/endpoint.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { networkOf } from '../../../platform/server/http/client-address.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { CACHE, Reply } from '../../../platform/server/http/reply.ts'
import { renderPicture, versionOf } from './render.ts'
import type { Drawing } from './shares.ts'

/** A share picture as a page describes it: its path, and its text with the numbers. */
export const picture = z.strictObject({ path: z.string(), alt: z.string() })

const pictureParams = z.strictObject({
  id: z.string().max(40),
  file: z.string().regex(/^[0-9a-f]{16}\.png$/, 'This is not the name of a picture.'),
})

const PNG = { media: 'image/png' }

/**
 * Sends a picture at its own address, for ever. Chat apps keep the address of an earlier picture: it leads to the
 * present one, so that nobody gets numbers that were corrected since.
 */
export const pictureRoute = (
  summary: string,
  drawingOf: (services: Services, id: string, now: number) => Promise<Drawing | null | undefined>,
) =>
  endpoint({
    summary,
    access: 'anyone',
    fresh: true,
    params: pictureParams,
    answer: PNG,
    async handle({ services, params: { id, file }, now, address }) {
      const drawing = await drawingOf(services, id, now)
      if (!drawing) throw new Refusal('not-found', 'There is no such picture.')
      const { svg, picture: shown } = drawing
      // Other sites show the picture within their own pages.
      const headers = { 'cross-origin-resource-policy': 'cross-origin' }
      if (!shown.path.endsWith(`/${file}`))
        return new Response(null, {
          status: 302,
          headers: { ...headers, location: shown.path, 'cache-control': CACHE.publicRevalidate },
        })
      return new Reply(await renderPicture(svg, networkOf(address)), {
        type: 'image/png',
        cache: CACHE.publicForever,
        etag: `"${versionOf(svg)}"`,
        headers,
      })
    },
  })
