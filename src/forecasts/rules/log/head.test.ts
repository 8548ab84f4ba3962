import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { Heads, headsIn, headText } from './head.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('the head of each size is the SHA-256 of so many lines', () => {
  const heads = new Heads(['one', 'two'])
  expect([heads.size, heads.head(0), heads.head(1)]).toEqual([2, sha256(''), sha256('one\n')])
  expect([heads.head(2), heads.head(), heads.head(3)]).toEqual([sha256('one\ntwo\n'), heads.head(2), null])
  heads.append('three')
  expect(heads.head()).toBe(sha256('one\ntwo\nthree\n'))
  expect(heads.head(2)).toBe(sha256('one\ntwo\n'))
})

test('heads are found in any text', () => {
  const kept = { size: 7, head: sha256('') }
  expect(headsIn(`Record ${headText(kept)}. Keep this mail.\n> Record 12 ${sha256('one\n')}`)).toEqual([
    kept,
    { size: 12, head: sha256('one\n') },
  ])
  expect(headsIn(`Record 7 ${sha256('').slice(1)} and 1234567890 ${sha256('')}`)).toEqual([])
})
