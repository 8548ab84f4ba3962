import { change, type Context } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import { encodePicture } from './pictures.ts'
import { storePicture } from './store.ts'

/**
 * Encodes an uploaded file and stores the picture, with an entry in the audit trail.
 * @returns the name of the picture
 * @throws Refusal invalid-input or unavailable, as {@link encodePicture}
 */
export async function uploadPicture(context: Context, file: Uint8Array): Promise<string> {
  const picture = await encodePicture(file)
  return change(context, async (inside) => {
    const { tx, now } = inside
    const name = await storePicture(tx, now, picture)
    const details = { bytes: picture.length }
    await recordAudit(inside, { action: 'image.upload', subject: `image:${name}`, details })
    return name
  })
}
