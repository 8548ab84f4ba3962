import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const compress = promisify(deflate)

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const BITS_PER_PIXEL = 4
const INDEXED = 3

/**
 * Writes a PNG with a palette of at most 16 colours, four bits a pixel. sharp would first look for the best palette, which
 * takes as long as all the rest, and the pixels of a share picture come with theirs.
 *
 * @param indexes each pixel's place in the palette, row by row; the width is even
 */
export async function writePng(
  indexes: Uint8Array,
  palette: readonly (readonly number[])[],
  width: number,
  height: number,
): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([BITS_PER_PIXEL, INDEXED], 8)
  const rows = await compress(packRows(indexes, width, height), { level: 9, memLevel: 9 })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Two pixels a byte, and before each row a zero: the row is not filtered, because filters suit photographs. */
function packRows(indexes: Uint8Array, width: number, height: number): Uint8Array {
  const stride = width / 2 + 1
  const rows = new Uint8Array(stride * height)
  for (let y = 0, at = 0; y < height; y++)
    for (let to = y * stride + 1; to < (y + 1) * stride; to++, at += 2)
      rows[to] = (indexes[at]! << BITS_PER_PIXEL) | indexes[at + 1]!
  return rows
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
