import { z } from 'zod'
import { IMAGE_NAME, OWN_IMAGES, IMAGE_LIMITS } from '../../domain/images/images.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { CACHE, Reply } from '../http/reply.ts'
import { readPicture, storePicture, encodePicture } from './pictures.ts'
import { change, type Context } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'

export const imageRoutes = {
  'POST /api/admin/images': endpoint({
    summary:
      'Upload a picture; `upload_preset` is accepted for compatibility with other image hosts and ignored',
    access: 'publish-forecasts',
    body: {
      form: { file: 'file', limit: IMAGE_LIMITS.bytes, texts: { upload_preset: IMAGE_LIMITS.uploadPreset } },
    },
    answer: z.strictObject({ secure_url: z.string() }),
    async handle({ context, services: { settings }, body }) {
      const name = await uploadPicture(context, body.bytes)
      return { secure_url: `${settings.appUrl}${OWN_IMAGES}${name}` }
    },
  }),

  'GET /api/images/:name': endpoint({
    summary: 'A picture of a prediction',
    access: 'prediction',
    params: z.strictObject({ name: z.string().regex(IMAGE_NAME, 'This is not the name of a picture.') }),
    answer: { media: 'image/webp' },
    async handle({ services: { db }, params }) {
      const picture = await readPicture(db, params.name)
      if (!picture) throw new Refusal('not-found', 'There is no such picture.')
      // Pictures are paid content: a shared browser must ask again before it shows a cached one.
      const headers = { 'content-disposition': `inline; filename="${params.name}"` }
      return new Reply(picture, {
        type: 'image/webp',
        cache: CACHE.revalidate,
        etag: `"${params.name}"`,
        headers,
      })
    },
  }),
} satisfies Routes

/**
 * Encodes an uploaded file and stores the picture, with an entry in the audit trail.
 * @returns the name of the picture
 * @throws Refusal invalid-input or unavailable, as {@link encodePicture}
 */
async function uploadPicture(context: Context, file: Uint8Array): Promise<string> {
  const picture = await encodePicture(file)
  return change(context, async (inside) => {
    const { tx, now } = inside
    const name = await storePicture(tx, now, picture)
    const details = { bytes: picture.length }
    await recordAudit(inside, 'image.upload', `image:${name}`, details)
    return name
  })
}
