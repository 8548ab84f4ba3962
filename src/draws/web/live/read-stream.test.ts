import { expect, test } from 'vitest'
import { createEventParser, type StreamEvent } from './listen.ts'

const STREAM =
  'retry: 10000\n\nid: 12\nevent: open\ndata: 12\n\nid: 13\nevent: draws\ndata: 7 8\n\nevent: beat\ndata: beat\n\n'
const EVENTS: StreamEvent[] = [
  { event: null, id: null, retry: 10_000 },
  { event: 'open', id: 12, retry: null },
  { event: 'draws', id: 13, retry: null },
  { event: 'beat', id: null, retry: null },
]

function read(parts: string[]): StreamEvent[] {
  const events: StreamEvent[] = []
  const parse = createEventParser((event) => events.push(event))
  parts.forEach(parse)
  return events
}

test.each([1, 2, 3, 7, 20, 1000])('reads the stream in parts of %i characters', (length) => {
  const parts = STREAM.match(new RegExp(`[^]{1,${length}}`, 'g'))!
  expect(read(parts)).toEqual(EVENTS)
})

test('a block that is not complete is not read', () => {
  expect(read(['id: 13\nevent: draws\ndata: 7\n'])).toEqual([])
  expect(read(['id: 13\nevent: draws\ndata: 7\n', '\n'])).toHaveLength(1)
})

test('ignores comments and fields that it does not know', () => {
  expect(read([': hello\nnonsense\nid: 4\nevent: draws\nother: 1\n\n'])).toEqual([
    { event: 'draws', id: 4, retry: null },
  ])
})
