import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A text that was compressed by itself, to be a part of a gzip file. */
export interface GzipPart {
  bytes: Buffer
  /** Of the uncompressed text. */
  length: number
  crc: number
}

const LEVEL = 9
/** Longer than most parts. With the default of 64 kB, a history of a thousand parts leaves 80 MB of garbage. */
const CHUNK_BYTES = 8192

/** Compresses a part. A full flush ends it at a byte, and no later part refers back to it. */
export function gzipPart(text: string): GzipPart {
  const raw = Buffer.from(text)
  const options = { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH, chunkSize: CHUNK_BYTES }
  const deflated = deflateRawSync(raw, options)
  // A kept part of 3 kB would keep the buffer in which it lies.
  const bytes = Buffer.allocUnsafeSlow(deflated.length)
  deflated.copy(bytes)
  return { bytes, length: raw.length, crc: crc32(raw) }
}

/** RFC 1952: deflate, no name, no time, slowest compression, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255])
/** An empty last block. */
const END = Buffer.from([3, 0])

/**
 * One gzip file of parts in a row, without compressing them again. The parts become views of the file, so that their bytes
 * are kept once.
 * @returns the file, and the length of its text
 */
export function joinGzip(parts: readonly GzipPart[]): { gzip: Buffer<ArrayBuffer>; length: number } {
  let crc = 0
  let length = 0
  for (const part of parts) {
    crc = joinedCrc(crc, part.crc, part.length)
    length += part.length
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc)
  trailer.writeUInt32LE(length % 2 ** 32, 4)
  const gzip = Buffer.concat([HEADER, ...parts.map(({ bytes }) => bytes), END, trailer])
  let at = HEADER.length
  for (const part of parts) {
    const end = at + part.bytes.length
    part.bytes = gzip.subarray(at, end)
    at = end
  }
  return { gzip, length }
}

const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000

/** The CRC-32 of two texts in a row, from that of each and the length of the second (zlib's `crc32_combine`). */
function joinedCrc(first: number, second: number, length: number): number {
  return (product(powerOfBytes(length), first) ^ second) >>> 0
}

/** The product of two polynomials modulo the CRC's, the highest bit being the constant term. */
function product(a: number, b: number): number {
  let result = 0
  for (let bit = ONE, rest = b; bit !== 0; bit >>>= 1) {
    if (a & bit) result ^= rest
    rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1
  }
  return result >>> 0
}

/** The polynomial that moves a CRC behind some bytes: x to the power of their bits. */
function powerOfBytes(bytes: number): number {
  let power = ONE
  let square = ONE >>> 8
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = product(square, power)
    square = product(square, square)
  }
  return power
}
