import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstDayOfYear } from '../../domain/calendar.ts'
import { encodeYear } from '../../domain/encode-years.ts'
import { historyOf, type HistoryDraw } from '../../domain/history.ts'
import type { FileStore } from './file-store.ts'
import { type Changes, patchCachedYears, patchYear } from './patch-years.ts'
import { type Manifest, fileNameOf } from './year-files.ts'

const place = fc.record({
  game: fc.constantFrom('diamond', 'bingo', '06'),
  // Few days, so that changes often hit a draw that exists; two of them in the years beside 2024.
  day: fc.integer({ min: firstDayOfYear(2024) - 1, max: firstDayOfYear(2024) + 6 }),
})
const someDraw = fc
  .record({
    place,
    serial: fc.option(fc.integer({ min: 1, max: 999 })),
    balls: fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: 10, maxLength: 10 }),
    hasMachine: fc.boolean(),
    sample: fc.boolean(),
  })
  .map(({ place: { game, day }, balls, hasMachine, serial, sample }): HistoryDraw => ({
    game,
    day,
    state: 'drawn',
    serial,
    winning: balls.slice(0, 5),
    machine: hasMachine ? balls.slice(5) : [],
    sample,
  }))

const keyOf = ({ game, day }: { game: string; day: number }) => `${game}|${day}`
const uniqueDraws = fc.uniqueArray(someDraw, { maxLength: 20, selector: keyOf })

test('applying single changes equals the file made from scratch', () => {
  fc.assert(
    fc.property(uniqueDraws, uniqueDraws, fc.array(place, { maxLength: 10 }), (before, written, emptied) => {
      // The server removes only places that no draw has taken since.
      const removed = emptied.filter((one) => !written.some((draw) => keyOf(draw) === keyOf(one)))
      const after = new Map(before.map((draw) => [keyOf(draw), draw]))
      for (const draw of written) after.set(keyOf(draw), draw)
      for (const one of removed) after.delete(keyOf(one))
      for (const year of [2023, 2024]) {
        const patched = patchYear(encodeYear(historyOf(before), year), year, { written, removed })
        expect(patched).toEqual(encodeYear(historyOf([...after.values()]), year))
      }
    }),
  )
})

const draw = (year: number, serial: number): HistoryDraw => ({
  game: 'diamond',
  day: firstDayOfYear(year) + serial,
  state: 'drawn',
  serial,
  winning: [1, 2, 3, 4, 5],
  machine: [],
  sample: false,
})

/** A file of draws as the server names it. */
function yearFile(year: number, draws: HistoryDraw[]) {
  const bytes = encodeYear(historyOf(draws), year)
  const hash = createHash('sha256').update(bytes).digest().subarray(0, 12).toString('base64url')
  const file = { year, hash, bytes: bytes.length }
  return { file, name: fileNameOf(file), bytes }
}

function memoryStore(files: { name: string; bytes: Uint8Array }[], seq: number | null) {
  const kept = new Map(files.map(({ name, bytes }) => [name, bytes]))
  const store: FileStore = {
    names: () => Promise.resolve([...kept.keys()]),
    read: (name) => Promise.resolve(kept.get(name) ?? null),
    write: (name, bytes) => Promise.resolve(void kept.set(name, bytes)),
    remove: (name) => Promise.resolve(void kept.delete(name)),
    readSeq: () => Promise.resolve(seq),
    writeSeq: (next) => Promise.resolve(void (seq = next)),
  }
  return { store, kept, seqNow: () => seq }
}

const manifestOf = (years: Manifest['years'], seq = 9): Manifest => ({
  seq,
  games: [],
  lastDrawn: null,
  years,
  draws: 0,
})
const old = yearFile(2024, [draw(2024, 1)])
const next = yearFile(2024, [draw(2024, 1), draw(2024, 2)])
const past = yearFile(2023, [draw(2023, 1)])
const changes: Changes = { reset: false, written: [draw(2024, 2)], removed: [] }

/** Mends a store and reports the versions from which changes were asked for. */
async function patchWith(store: FileStore, manifest: Manifest, answer = changes): Promise<number[]> {
  const asked: number[] = []
  await patchCachedYears(store, manifest, (since) => {
    asked.push(since)
    return Promise.resolve(answer)
  })
  return asked
}

describe('the cached years of an earlier visit', () => {
  test('are patched with the changes since that visit, and the old file is removed', async () => {
    const { store, kept, seqNow } = memoryStore([old, past], 4)
    expect(await patchWith(store, manifestOf([next.file, past.file]))).toEqual([4])
    expect([...kept.keys()].sort()).toEqual([past.name, next.name].sort())
    expect(kept.get(next.name)).toEqual(next.bytes)
    expect(seqNow()).toBe(9)
  })

  test('need no changes when they are current or absent', async () => {
    const current = memoryStore([past], 4)
    expect(await patchWith(current.store, manifestOf([next.file, past.file]))).toEqual([])
    expect([...current.kept.keys()]).toEqual([past.name])
    expect(current.seqNow()).toBe(9)
  })

  test('stay when the disk is full, and are removed with a year that the server no longer has', async () => {
    const { store, kept } = memoryStore([old, past], 4)
    await patchWith({ ...store, write: () => Promise.resolve() }, manifestOf([next.file]))
    expect([...kept.keys()]).toEqual([old.name])
  })

  test.each<[string, { seq?: number | null; bytes?: Uint8Array; answer?: Changes }]>([
    ['their version is unknown', { seq: null }],
    ['the server answers that too much changed', { answer: { ...changes, reset: true } }],
    ['the patched file lacks the hash that the server names', { answer: { ...changes, written: [] } }],
    ['the cached bytes cannot be read', { bytes: new Uint8Array([7, 7, 7]) }],
  ])('stay until the new file is stored when %s', async (_, { seq = 4, bytes = old.bytes, answer }) => {
    const { store, kept, seqNow } = memoryStore([{ ...old, bytes }], seq)
    await patchWith(store, manifestOf([next.file]), answer)
    expect([...kept.keys()]).toEqual([old.name])
    expect(seqNow()).toBe(seq)
    await store.write(next.name, next.bytes)
    await patchWith(store, manifestOf([next.file]))
    expect([...kept.keys()]).toEqual([next.name])
    expect(seqNow()).toBe(9)
  })
})
