import { IMAGE_NAME } from '../../domain/images/images.ts'
import type { Db } from '../db/connect.ts'
import { keepText, sha256 } from '../ledger/hashes.ts'
import type { NewVersion } from '../ledger/versions.ts'
import type { PredictionContent } from './stored.ts'

type Place = Pick<
  NewVersion,
  'prediction' | 'forecast' | 'version' | 'nth' | 'author' | 'at' | 'close' | 'lock'
>

/** A version as the log commits to it. Its reasons are kept where they can be erased. */
export async function newVersion(
  tx: Db,
  place: Place,
  { game, date, numbers, form, reasons, image }: PredictionContent,
): Promise<NewVersion> {
  return {
    ...place,
    game,
    date,
    numbers,
    form,
    reasons: reasons === null ? null : await keepText(tx, reasons),
    image: image === null ? null : hashOfImage(image),
  }
}

/** The name of an uploaded picture is the hash of its bytes. Of a picture on another host only the address is fixed. */
const hashOfImage = (image: string): string => (IMAGE_NAME.test(image) ? image.slice(0, 64) : sha256(image))
