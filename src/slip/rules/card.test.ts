import { describe, expect, test } from 'vitest'
import { instantAt, parseClock, parseDate } from '../../platform/rules/base/calendar.ts'
import type { SlipEntry } from './entry.ts'
import { cardWords, firstName } from './card.ts'

const MONDAY = parseDate('2026-11-23')!
const at = (clock: string) => instantAt(MONDAY, parseClock(clock)!)
const ADDRESS = 'https://lotto.example/d/diamond.2026-11-23'
const DRAW = {
  game: 'Diamond',
  date: MONDAY,
  closesAt: at('09:30'),
  winning: [41, 20, 42, 74, 55],
  sample: false,
}
const ENTRY: SlipEntry = {
  game: 'diamond',
  bet: 'two_sure',
  numbers: [41, 20],
  against: [],
  lineOf: 2,
  stake: 10_000,
  from: MONDAY,
  until: MONDAY,
  notify: false,
}
const WON = { came: [41, 20], isWin: true, won: 2_400_000 }
const card = (
  more: Partial<Parameters<typeof cardWords>[0]> = {},
  entry: Partial<SlipEntry> = {},
  keptAt = at('07:12'),
) =>
  cardWords({
    entry: { ...ENTRY, ...entry, keptAt },
    verdict: WON,
    draw: DRAW,
    name: null,
    showsAmount: true,
    address: ADDRESS,
    ...more,
  })

describe('a card of own numbers', () => {
  test('says what was won, with which numbers, in which draw', () => {
    expect(card()).toEqual({
      heading: 'I won',
      amount: '₦24,000',
      bet: 'Two sure, ₦100 stake',
      kept: 'Mon 07:12',
      chance: 'Two sure wins 1 time in 401.',
      text: [
        'I won ₦24,000 in Diamond, Mon 23 Nov 2026.',
        'My numbers: 41 - 20 (two sure, ₦100 stake). Came: 41 - 20 - 42 - 74 - 55.',
        'Two sure wins 1 time in 401. 18+',
        ADDRESS,
      ].join('\n'),
    })
  })

  test('names the player by choice', () => {
    expect(card({ name: firstName(' Chidi Okafor ') })).toMatchObject({
      heading: 'Chidi won',
      text: expect.stringContaining('Chidi won ₦24,000 in Diamond'),
    })
  })

  test.each([
    ['at the close', at('09:30')],
    ['after the draw', at('21:00')],
  ])('says nothing of a win with numbers typed %s', (_, keptAt) => {
    const { heading, amount, kept, text } = card({}, {}, keptAt)
    expect([heading, amount, kept]).toEqual(['Both my numbers came', null, null])
    expect(text).not.toMatch(/won|₦/)
  })

  test.each([
    ['the amount is hidden', { showsAmount: false }],
    ['the operator’s price is not known', { verdict: { ...WON, won: null } }],
  ])('keeps when its numbers were saved, without an amount, where %s', (_, more) => {
    expect(card(more)).toMatchObject({
      heading: 'Both my numbers came',
      amount: null,
      bet: null,
      kept: 'Mon 07:12',
    })
  })

  test.each<[Partial<SlipEntry>, number[], string, string]>([
    [{ numbers: [41, 21] }, [41], '41 came, 21 did not', 'Two sure wins 1 time in 401.'],
    [{ numbers: [41], bet: 'watch', stake: 0 }, [41], '41 came', 'A number comes in 1 draw of 18.'],
    [
      { numbers: [41, 20, 42], bet: 'watch', stake: 0 },
      [41, 20, 42],
      'All my 3 numbers came',
      'At least 1 of 3 comes in 1 draw of 6.',
    ],
    [
      { numbers: [5, 17, 81, 66, 33, 12, 40, 90], bet: 'perm', lineOf: 3 },
      [],
      'None of 8 came',
      'A ticket like this wins 1 time in 229.',
    ],
  ])('of %o with %o says "%s"', (entry, came, heading, chance) => {
    const isWin = entry.bet === 'watch' ? null : false
    expect(card({ verdict: { came, isWin, won: 0 } }, entry)).toMatchObject({ heading, chance, amount: null })
  })

  test('says how many lines a perm has', () => {
    expect(card({}, { numbers: [41, 20, 1, 2, 3, 4, 5, 6], bet: 'perm', lineOf: 3 }).bet).toBe(
      'Perm 3 of 8, 56 lines of ₦100',
    )
  })

  test('names generated draws', () => {
    expect(card({ draw: { ...DRAW, sample: true } }).text).toContain('Sample data')
  })
})
