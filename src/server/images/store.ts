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
