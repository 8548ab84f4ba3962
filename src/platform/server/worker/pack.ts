import { brotliCompressSync, constants, crc32 } from 'node:zlib'
import { deflatedBlock, gzipOf } from '../http/gzip.ts'
import { etagOf } from '../http/reply.ts'

/** A document as it is sent: its bytes, the same in Brotli, and the validator of its content. */
export interface Packed {
  bytes: Uint8Array
  brotli: Uint8Array
  etag: string
}

/** Above it each level takes twice as long for a few percent. */
const QUALITY = 5

/** @param parts of the text, in order */
export function pack(parts: readonly string[]): Packed {
  const bytes = Buffer.from(parts.join(''))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return { bytes, brotli: brotliCompressSync(bytes, { params }), etag: etagOf(bytes) }
}

/** A part of a long text, which seldom changes. */
interface Part {
  name: string
  /** All that it is made from, besides the name. */
  source: Uint8Array
  text: () => string
}

interface Block {
  source: Uint8Array
  deflated: Uint8Array
  crc: number
  length: number
}

/**
 * Packs texts too long to be kept without compression as gzip. Each part is a block of its own that refers to no other (RFC 1951), so
 * only a changed part is written and compressed again. `length` counts the bytes without compression.
 */
export function createLongPack() {
  let kept = new Map<string, Block>()
  /** @param parts a plain text is its own name */
  return (parts: Iterable<string | Part>): { gzip: Uint8Array; length: number } => {
    const blocks = new Map<string, Block>()
    const inOrder: Uint8Array[] = []
    let crc = 0
    let length = 0
    for (const part of parts) {
      const { name, source, text } =
        typeof part === 'string' ? { name: part, source: NOTHING, text: () => part } : part
      const known = kept.get(name)
      const block = known && Buffer.compare(known.source, source) === 0 ? known : blockOf(source, text())
      blocks.set(name, block)
      inOrder.push(block.deflated)
      crc = joinedCrc(crc, block.crc, block.length)
      length += block.length
    }
    kept = blocks
    return { gzip: gzipOf(inOrder, crc, length), length }
  }
}

const NOTHING = new Uint8Array()

function blockOf(source: Uint8Array, text: string): Block {
  const bytes = Buffer.from(text)
  return { source, deflated: deflatedBlock(bytes), crc: crc32(bytes), length: bytes.length }
}

/** The CRC of two texts after each other, from theirs: the first times x to the power of the second's bits, plus the second. */
function joinedCrc(first: number, second: number, bytes: number): number {
  let moved = first
  let power = X_TO_8
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) moved = product(moved, power)
    power = product(power, power)
  }
  return (moved ^ second) >>> 0
}

/** The highest bit is the coefficient of 1. */
const X_TO_8 = 1 << 23
const POLYNOMIAL = 0xedb88320

/** The product of two polynomials over GF(2), modulo that of the CRC. */
function product(a: number, b: number): number {
  let sum = 0
  for (let bit = 31, factor = b; bit >= 0; bit--) {
    if ((a >>> bit) & 1) sum ^= factor
    factor = (factor >>> 1) ^ (factor & 1 ? POLYNOMIAL : 0)
  }
  return sum
}
