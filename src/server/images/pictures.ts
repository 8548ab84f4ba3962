import pLimit from 'p-limit'
import { IMAGE_LIMITS } from '../../domain/images/images.ts'
import { Refusal } from '../http/refusal.ts'
import { loadSharp } from './sharp.ts'
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { pictures } from '../tables/images.ts'

/** The name of a stored picture: the hash of its bytes, so a picture that is uploaded twice has one name. */
const pictureName = (picture: Uint8Array): string =>
  `${createHash('sha256').update(picture).digest('hex')}.webp`

/** Stores a WebP picture unless it is already stored. @returns its name */
export async function storePicture(tx: Db, now: number, bytes: Buffer): Promise<string> {
  const name = pictureName(bytes)
  await tx
    .insert(pictures)
    .values({ name, bytes, createdAt: new Date(now) })
    .onConflictDoNothing()
  return name
}

/** The bytes of a picture; null when no picture has that name. */
export async function readPicture(db: Db, name: string): Promise<Buffer | null> {
  const [found] = await db.select({ bytes: pictures.bytes }).from(pictures).where(eq(pictures.name, name))
  return found?.bytes ?? null
}

/** Encodes one picture at a time, because each takes tens of megabytes of memory. */
const encodeQueue = pLimit(1)
const MAX_WAITING = 8

/** Longer than any picture within the limits takes. */
const ENCODE_TIMEOUT_SECONDS = 10

/**
 * Decodes an uploaded picture, turns it upright, shrinks it to the limits and encodes it as WebP. No byte of the file is
 * kept, so metadata, locations and hidden data are gone.
 *
 * @throws Refusal invalid-input for a file that is damaged, too large when decoded, or not a JPEG, PNG or WebP;
 *   unavailable when too many uploads wait
 */
export async function encodePicture(bytes: Uint8Array): Promise<Buffer> {
  if (encodeQueue.pendingCount >= MAX_WAITING) throw new Refusal('unavailable')
  return encodeQueue(async () => {
    const sharp = await loadSharp()
    try {
      return await sharp(bytes, { limitInputPixels: IMAGE_LIMITS.pixels, failOn: 'truncated' })
        .timeout({ seconds: ENCODE_TIMEOUT_SECONDS })
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
      throw new Refusal('invalid-input', message, { fields: { file: message } })
    }
  })
}
