import { createHash, randomBytes } from 'node:crypto'
import { type Chain, genesisText } from '../../domain/ledger/entries.ts'

/** 128 random bits for the text of a version. */
export function newNonce(): string {
  return randomBytes(16).toString('hex')
}

/** SHA-256 of a text in UTF-8 or of bytes, as 64 hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** The head of an empty chain. */
export function genesisHead(chain: Chain): string {
  return sha256(genesisText(chain))
}
