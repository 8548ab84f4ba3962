import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gzipPart, joinGzip } from './gzip-parts.ts'

test('parts in a row are one gzip file of their text, with its checksum and length', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { maxLength: 12 }), (texts) => {
      const { gzip, length } = joinGzip(texts.map(gzipPart))
      // Unpacking fails if the checksum or the length differs.
      const text = gunzipSync(gzip).toString()
      expect(text).toBe(texts.join(''))
      expect(length).toBe(Buffer.byteLength(text))
    }),
  )
})

test('long parts keep their checksum', () => {
  const texts = ['a'.repeat(70_001), 'b'.repeat(1 << 17), '']
  expect(gunzipSync(joinGzip(texts.map(gzipPart)).gzip).toString()).toBe(texts.join(''))
})
