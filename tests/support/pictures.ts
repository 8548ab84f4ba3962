// Valid and hostile pictures, and the form that uploads them.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture that is half red and half blue, so that rotating and cropping are visible. */
export async function picture(
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' = 'png',
  { width = 64, height = 32 } = {},
): Promise<Buffer> {
  const blue = { create: { width: width / 2, height, channels: 3 as const, background: 'blue' } }
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([{ input: blue, left: 0, top: 0 }])
    .toFormat(format)
    .toBuffer()
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of one colour with one bit per pixel: a few kilobytes that unpack to `side` × `side` pixels. */
export function pngBomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * side)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ])
}

/** A PNG with a text chunk and bytes after its end. */
export function withHidden(png: Buffer, text: string): Buffer {
  const end = png.length - 12
  return Buffer.concat([
    png.subarray(0, end),
    chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1')),
    png.subarray(end),
    Buffer.from(text),
  ])
}

export interface Part {
  name: string
  content: Uint8Array | string
  filename?: string
  /** Additional header lines. */
  headers?: string[]
}

export const BOUNDARY = 'a-boundary-of-tests'

/** A multipart form as a browser sends it. */
export function form(parts: Part[]): { type: string; content: Buffer } {
  const lines = parts.flatMap(({ name, content, filename, headers = [] }) => [
    [
      `--${BOUNDARY}`,
      `Content-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`,
      ...headers,
      '',
      '',
    ].join('\r\n'),
    content,
    '\r\n',
  ])
  const content = Buffer.concat(
    [...lines, `--${BOUNDARY}--\r\n`].map((each) => Buffer.from(each as Uint8Array)),
  )
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, content }
}

/** The upload that the specification describes: a file and a preset. */
export const upload = (content: Uint8Array | string, filename = 'picture.png') =>
  form([
    { name: 'upload_preset', content: 'predictions' },
    { name: 'file', content, filename, headers: ['Content-Type: image/png'] },
  ])
