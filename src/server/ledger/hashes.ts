import { createHash, randomBytes } from 'node:crypto'
import { textHash } from '../../domain/log/leaves.ts'
import type { Db } from '../db/connect.ts'
import { logTexts } from '../tables/forecast-ledger.ts'

/** 256 random bits, 64 hexadecimal digits. */
export const newNonce = (): string => randomBytes(32).toString('hex')

/** SHA-256 of a text in UTF-8 or of bytes, as 64 hexadecimal digits. */
export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

/** Keeps a text that can be erased. @returns its salted hash, which the log has for ever */
export async function keepText(tx: Db, text: string): Promise<string> {
  const salt = newNonce()
  const hash = textHash(salt, text)
  await tx.insert(logTexts).values({ hash, salt, text })
  return hash
}
