import { Refusal } from '../http/refusal.ts'
import { type ArchiveHeader, type ArchiveTotals, readArchive } from './archive.ts'

/**
 * Reads a whole archive before anything is written.
 * @throws Refusal when the file is damaged or no backup
 */
export async function checkArchive(file: string): Promise<{ header: ArchiveHeader; totals: ArchiveTotals }> {
  let header: ArchiveHeader
  try {
    for await (const part of readArchive(file)) {
      if (part.kind === 'header') header = part.header
      if (part.kind === 'end') return { header: header!, totals: part.totals }
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.code, `${error.message} Nothing was changed.`)
  }
  throw new Error('an archive without an end was accepted')
}
