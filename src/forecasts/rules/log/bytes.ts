/** Hashes and text forms of bytes. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'

export { bytesToHex, concatBytes, hexToBytes, sha256, utf8ToBytes }

/** SHA-256 of a text in UTF-8, 64 lower-case hexadecimal digits. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** Base64 of RFC 4648, section 4, with padding. */
export const toBase64 = (bytes: Uint8Array): string => base64.encode(bytes)

/** @throws Error for a text that is not exactly what {@link toBase64} gives */
export const fromBase64 = (text: string): Uint8Array => base64.decode(text)

export const areEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])
