/** Hashes and text forms of bytes. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'

export { bytesToHex, concatBytes, hexToBytes, sha256, utf8ToBytes }

/** SHA-256 of a text in UTF-8, 64 lower-case hexadecimal digits. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

/** Base64 of RFC 4648, section 4, with padding. */
export function toBase64(bytes: Uint8Array): string {
  return base64.encode(bytes)
}

/** @throws Error for a text that is not exactly what {@link toBase64} gives */
export function fromBase64(text: string): Uint8Array {
  return base64.decode(text)
}

export function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
