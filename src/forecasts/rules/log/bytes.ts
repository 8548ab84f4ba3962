/** Hashes and text forms of bytes. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export { bytesToHex, sha256, utf8ToBytes }

/** SHA-256 of a text in UTF-8, 64 lower-case hexadecimal digits. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
