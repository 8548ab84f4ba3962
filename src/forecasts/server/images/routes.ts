import { z } from 'zod'
import { UPLOAD_PRESET_LENGTH } from '../../../platform/rules/base/limits.ts'
import { IMAGE_LIMITS, IMAGE_NAME, OWN_IMAGES } from '../../rules/images.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import { Refusal, refusedField } from '../../../platform/server/http/refusal.ts'
import { CACHE, Reply } from '../../../platform/server/http/reply.ts'
import { change, type Context } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import pLimit from 'p-limit'
import { loadSharp } from '../../../reach/server/share/sharp.ts'
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../../../platform/server/db/connect.ts'
import { pictures } from '../tables/predictions.ts'

export const imageRoutes = {
  'POST /api/admin/images': endpoint({
    summary:
      'Upload a picture; `upload_preset` is accepted for compatibility with other image hosts and ignored',
    access: 'publish-forecasts',
    effect: 'edits-forecasts',
    creates: 'once-by-its-values',
    body: {
      form: { file: 'file', limit: IMAGE_LIMITS.bytes, texts: { upload_preset: UPLOAD_PRESET_LENGTH } },
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
  return change(context, async (unit) => {
    const { tx, now } = unit
    const name = await storePicture(tx, now, picture)
    const details = { bytes: picture.length }
    await recordAudit(unit, 'image.upload', `image:${name}`, details)
    return name
  })
}

/** The name of a stored picture: the hash of its bytes, so a picture that is uploaded twice has one name. */
const pictureName = (picture: Uint8Array): string =>
  `${createHash('sha256').update(picture).digest('hex')}.webp`

/** Stores a WebP picture unless it is already stored. @returns its name */
async function storePicture(tx: Db, now: number, bytes: Buffer): Promise<string> {
  const name = pictureName(bytes)
  await tx
    .insert(pictures)
    .values({ name, bytes, createdAt: new Date(now) })
    .onConflictDoNothing()
  return name
}

/** The bytes of a picture; null when no picture has that name. */
async function readPicture(db: Db, name: string): Promise<Buffer | null> {
  const [found] = await db.select({ bytes: pictures.bytes }).from(pictures).where(eq(pictures.name, name))
  return found?.bytes ?? null
}

/** Encodes one picture at a time, because each takes tens of megabytes of memory. */
const encodeQueue = pLimit(1)

/**
 * Decodes an uploaded picture, turns it upright, shrinks it to the limits and encodes it as WebP. No byte of the file is
 * kept, so metadata, locations and hidden data are gone.
 *
 * @throws Refusal invalid-input for a file that is damaged, too large when decoded, or not a JPEG, PNG or WebP;
 *   unavailable when too many uploads wait
 */
async function encodePicture(bytes: Uint8Array): Promise<Buffer> {
  if (encodeQueue.pendingCount >= IMAGE_LIMITS.waiting) throw new Refusal('unavailable')
  return encodeQueue(async () => {
    const sharp = await loadSharp()
    try {
      return await sharp(bytes, { limitInputPixels: IMAGE_LIMITS.pixels, failOn: 'truncated' })
        .timeout({ seconds: IMAGE_LIMITS.encodeSeconds })
        .autoOrient()
        .resize({
          width: IMAGE_LIMITS.side,
          height: IMAGE_LIMITS.side,
          fit: 'inside',
          withoutEnlargement: true,
        })
        .webp({ quality: 80 })
        .toBuffer()
    } catch (error) {
      const tooMany = /exceeds pixel limit/.test((error as Error).message)
      const message = tooMany
        ? `The picture has more than ${IMAGE_LIMITS.pixels / 1_000_000} million pixels. Make it smaller first.`
        : 'This picture cannot be read. Choose a JPEG, PNG or WebP file.'
      throw refusedField('file', message)
    }
  })
}
