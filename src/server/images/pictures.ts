import pLimit from 'p-limit'
import type Sharp from 'sharp'
import { SERVER_LIMITS } from '../../domain/limits.ts'
import { Refusal } from '../http/refusal.ts'

/** Pictures that are worked on at a time, and how many may wait: each takes tens of megabytes while it does. */
const ONE_BY_ONE = pLimit(1)
const MAY_WAIT = 8

/** Longer than any picture within the limits takes. */
const SECONDS = 10

/** What a picture may be: photos and screenshots. Everything else that the library can open is closed to uploads. */
const LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer']

let library: Promise<typeof Sharp> | null = null

/** Loaded with the first upload: most processes never need its 20 MB, and a machine without it still serves draws. */
function load(): Promise<typeof Sharp> {
  library ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: LOADERS })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return library
}

/**
 * Makes an upload into a picture of ours: decoded, turned upright, made smaller where it is large, and written anew as
 * WebP. Nothing of the file itself is left, so neither are metadata, places, or anything hidden in it.
 *
 * @throws Refusal invalid-input for what is no JPEG, PNG or WebP, is damaged or unpacks to too much; unavailable when
 * too many wait
 */
export async function remakePicture(bytes: Uint8Array): Promise<Buffer> {
  if (ONE_BY_ONE.pendingCount >= MAY_WAIT) throw new Refusal('unavailable')
  return ONE_BY_ONE(async () => {
    const sharp = await load()
    try {
      return await sharp(bytes, { limitInputPixels: SERVER_LIMITS.imagePixels, failOn: 'truncated' })
        .timeout({ seconds: SECONDS })
        .autoOrient()
        .resize({
          width: SERVER_LIMITS.imageSide,
          height: SERVER_LIMITS.imageSide,
          fit: 'inside',
          withoutEnlargement: true,
        })
        .webp({ quality: 80 })
        .toBuffer()
    } catch (error) {
      const tooMany = /exceeds pixel limit/.test((error as Error).message)
      const message = tooMany
        ? `The picture has more than ${SERVER_LIMITS.imagePixels / 1_000_000} million pixels. Make it smaller first.`
        : 'This is not a picture that can be read. Choose a JPEG, PNG or WebP file.'
      throw new Refusal('invalid-input', message, { fields: { file: message } })
    }
  })
}
