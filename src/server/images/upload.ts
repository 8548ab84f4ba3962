import type { Actor } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import { encodePicture } from './pictures.ts'
import { storePicture } from './store.ts'

/**
 * Encodes an uploaded file and stores the picture, with an entry in the audit trail.
 * @returns the name of the picture
 * @throws Refusal invalid-input or unavailable, as {@link encodePicture}
 */
export async function uploadPicture(db: Db, now: number, actor: Actor, file: Uint8Array): Promise<string> {
  const picture = await encodePicture(file)
  return db.transaction(async (tx) => {
    const name = await storePicture(tx, now, picture)
    const details = { bytes: picture.length }
    await recordAudit({ tx, now, actor }, { action: 'image.upload', subject: `image:${name}`, details })
    return name
  })
}
