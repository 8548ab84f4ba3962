import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { download, STORY } from '../../../tests/support/ledger.ts'
import { entryOf, escaped, type LedgerRow, unescaped } from './rows.ts'

describe('rows', () => {
  test('hold every entry without loss', () => {
    for (const [i, row] of download(STORY).entries())
      expect(entryOf(row)).toEqual({ ...STORY[i], entry: i + 1, previous: row.previous })
  })

  test.each<[keyof LedgerRow, string]>([
    ['entry', '0'],
    ['entry', '1.5'],
    ['at', '2026-11-23'],
    ['date', '2026-02-30'],
    ['game', 'bin go'],
    ['kind', 'note'],
    ['numbers', '07,42'],
    ['numbers', '7;42'],
    ['numbers', '91'],
    ['form', 'roulette'],
    ['nonce', 'xyz'],
    ['previous', 'A'.repeat(64)],
    ['author', ''],
  ])('a cell %s of %j cannot be read', (column, cell) => {
    expect(entryOf({ ...download(STORY)[0]!, [column]: cell })).toBeNull()
  })

  test('texts are no formulas and are read without loss', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `'=${text}`),
        ),
        (text) => {
          expect(unescaped(escaped(text))).toBe(text)
          expect(escaped(text)).not.toMatch(/^[=+\-@\t\r]/)
        },
      ),
    )
    expect([escaped('=1+1'), escaped("it's"), escaped("'tis")]).toEqual(["'=1+1", "it's", "''tis"])
  })
})
