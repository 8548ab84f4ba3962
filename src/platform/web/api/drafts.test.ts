import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { keepDraft, readDraft } from './drafts.ts'
import { noteServerTime } from './server-time.ts'

const MONDAY = Date.parse('2026-03-16T08:00:00Z')
const WEEK_MS = 7 * 86_400_000
const setClock = (at: number) => noteServerTime(at, NaN)
const stored = new Map<string, string>()

beforeAll(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})
beforeEach(() => {
  stored.clear()
  setClock(MONDAY)
})
afterAll(() => void vi.unstubAllGlobals())

test('a draft is kept for a week, for its person', () => {
  keepDraft('ada', 'note', 'Paid in cash')
  setClock(MONDAY + WEEK_MS - 1)
  expect(readDraft('ada', 'note')).toEqual({ form: 'note', at: MONDAY, value: 'Paid in cash' })
  expect(readDraft('bayo', 'note')).toBeUndefined()
  setClock(MONDAY + WEEK_MS)
  expect(readDraft('ada', 'note')).toBeUndefined()
})

test('the drafts of the twenty newest forms are kept', () => {
  for (let form = 0; form <= 20; form++) keepDraft('ada', `form ${form}`, 'x')
  expect([readDraft('ada', 'form 0'), readDraft('ada', 'form 1')?.value]).toEqual([undefined, 'x'])
})

test('a draft of more than 50,000 characters is not kept, nor the one before it', () => {
  keepDraft('ada', 'note', 'x'.repeat(49_998))
  expect(readDraft('ada', 'note')).toBeDefined()
  keepDraft('ada', 'note', 'x'.repeat(49_999))
  expect(readDraft('ada', 'note')).toBeUndefined()
})
