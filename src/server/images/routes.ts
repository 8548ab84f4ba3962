import { z } from 'zod'
import { IMAGE_NAME, OWN_IMAGES } from '../../domain/image-address.ts'
import { LIMITS, SERVER_LIMITS } from '../../domain/limits.ts'
import { recordAudit } from '../audit/record.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import type { Upload } from '../http/multipart.ts'
import { Refusal } from '../http/refusal.ts'
import { CACHE, Reply } from '../http/reply.ts'
import { remakePicture } from './pictures.ts'
import { readPicture, storePicture } from './store.ts'

export const imageRoutes = {
  'POST /api/admin/images': endpoint({
    summary:
      'Upload a picture; `upload_preset` is taken as other image hosts want it, and means nothing here',
    access: 'admin',
    upload: { file: 'file', limit: LIMITS.imageBytes, texts: { upload_preset: SERVER_LIMITS.uploadPreset } },
    answer: z.strictObject({ secure_url: z.string() }),
    async handle({ services: { settings, db }, now, actor, body }) {
      const picture = await remakePicture((body as unknown as Upload).bytes)
      const name = await db.transaction(async (tx) => {
        const stored = await storePicture(tx, now, picture)
        const details = { bytes: picture.length }
        await recordAudit(tx, now, actor, { action: 'image.upload', subject: `image:${stored}`, details })
        return stored
      })
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
      // Paid: a browser that still has it must not show it to the next person.
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
