import type { NewEntry, VersionEntry } from '../../domain/ledger/entries.ts'
import { IMAGE_NAME } from '../../domain/images/images.ts'
import { newNonce, sha256 } from '../ledger/hashes.ts'
import type { PredictionContent } from './stored.ts'

/** The entry of a version. `times` are the close and the lock of its draw and the publication, in milliseconds. */
export function versionEntry(
  { id, version, author }: { id: number; version: number; author: number },
  { game, date, numbers, form, reasons, image }: PredictionContent,
  times: { close: number | null; lock: number | null; at: number },
): NewEntry<VersionEntry> {
  return {
    kind: 'version',
    forecast: id,
    version,
    author,
    game,
    date,
    numbers,
    form,
    reasonsHash: reasons === null ? null : sha256(reasons),
    imageHash: image === null ? null : hashOfImage(image),
    nonce: newNonce(),
    ...times,
  }
}

/** The name of an uploaded picture is the hash of its bytes. Of a picture on another host only the address is fixed. */
function hashOfImage(image: string): string {
  return IMAGE_NAME.test(image) ? image.slice(0, 64) : sha256(image)
}
