import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createLongPack } from './pack.ts'

test('a long text is one file of gzip, and only its changed parts are written again', () => {
  const pack = createLongPack()
  const written: string[] = []
  const partOf = (name: string, rows: string) => ({
    name,
    source: Buffer.from(rows),
    text: () => {
      written.push(name)
      return `${rows}é`.repeat(5000)
    },
  })
  const packed = (parts: Parameters<typeof pack>[0], text: string) => {
    const { gzip, length } = pack(parts)
    // Refuses a wrong sum or length.
    expect(gunzipSync(gzip).toString()).toBe(text)
    expect(length).toBe(Buffer.byteLength(text))
    return gzip
  }
  const [one, two, three] = ['1,2', '3,4', '3,5'].map((rows) => `${rows}é`.repeat(5000))
  const first = packed(['[', partOf('a', '1,2'), partOf('b', '3,4'), ']'], `[${one}${two}]`)
  expect(first.length).toBeLessThan(gzipSync(`[${one}${two}]`).length + 1000)
  packed(['[', partOf('a', '1,2'), partOf('b', '3,5'), ']'], `[${one}${three}]`)
  expect(written).toEqual(['a', 'b', 'b'])
  // A part that went and came back is written again.
  packed(['[', partOf('b', '3,5'), ']'], `[${three}]`)
  packed(['[', partOf('a', '1,2'), partOf('b', '3,5'), ']'], `[${one}${three}]`)
  expect(written).toEqual(['a', 'b', 'b', 'a'])
  packed(['{}'], '{}')
  // A plain text may come again.
  packed(['[', ',', ','], '[,,')
})
