import { expect, test } from 'vitest'
import { betHelp, helpTicket } from './bet-help.ts'
import { MULTIPLIER_SEEDS, multiplierBet, TICKET_BETS, type Ticket, type TicketBet } from './bets.ts'

const timesOf = (ticket: Ticket) => MULTIPLIER_SEEDS.find(({ bet }) => bet === multiplierBet(ticket))!.times
const help = (bet: TicketBet, own: number[] = [], more: Partial<Ticket> = {}) => {
  const ticket = { ...helpTicket(bet, own), ...more }
  return betHelp(ticket, timesOf(ticket))
}

test.each<
  [TicketBet, title: string, verdict: string, pays: string, luck: string, back: string, span: string]
>([
  ['nap', 'a nap', '41 came first: ₦100 pays ₦4,000.', '₦4,000', '1 in 90', '₦44', '45 weeks'],
  ['two_sure', 'two sure', 'Both came: ₦100 pays ₦24,000.', '₦24,000', '1 in 401', '₦60', '4 years'],
  [
    'three_direct',
    'three direct',
    'All 3 came: ₦100 pays ₦210,000.',
    '₦210,000',
    '1 in 11,748',
    '₦18',
    '113 years',
  ],
  [
    'four_direct',
    'four direct',
    'All 4 came: ₦100 pays ₦600,000.',
    '₦600,000',
    '1 in 511,038',
    '₦1.17',
    '4,897 years',
  ],
  [
    'five_direct',
    'five direct',
    'All 5 came: ₦100 pays ₦4,400,000.',
    '₦4,400,000',
    '1 in 43,949,268',
    '₦0.10',
    '421,131 years',
  ],
  [
    'perm',
    'perm 2 of 3',
    'One line won: ₦300 paid, ₦24,000 back.',
    '₦24,000',
    '1 in 137',
    '₦60',
    '16 months',
  ],
  [
    'banker',
    'a banker',
    'Four lines won: ₦8,900 paid, ₦96,000 back.',
    '₦96,000',
    '1 in 18',
    '₦60',
    '9 weeks',
  ],
  [
    'against',
    'an against',
    'One line won: ₦400 paid, ₦24,000 back.',
    '₦24,000',
    '1 in 104',
    '₦60',
    '52 weeks',
  ],
])('explains %s', (bet, title, verdict, pays, luck, back, span) => {
  const shown = help(bet)
  expect(shown).toMatchObject({ title: `How ${title} works`, verdict, luck, back, pays: { value: pays } })
  expect(shown.comparison).toBe(`With two draws a week, luck wins about once in ${span}.`)
  expect(shown.came).toHaveLength(5)
  expect(new Set(shown.came).size).toBe(5)
})

test('uses the numbers of the player where they are enough', () => {
  expect(help('two_sure', [7, 90])).toMatchObject({ yours: [7, 90], came: [7, 90, 41, 20, 42] })
  expect(help('three_direct', [7, 90]).yours).toEqual([41, 20, 42])
  expect(help('against', [1, 2, 3, 4, 5]).yours).toEqual([1, 2, 3, 4])
})

test('shows the lines of a bet, the won ones marked', () => {
  expect(help('perm', [41, 20, 7])).toMatchObject({
    linesTitle: '3 lines',
    pays: { name: '3 lines of ₦100 pay' },
    lines: [
      { text: '41 - 20', isWon: true },
      { text: '41 - 7', isWon: false },
      { text: '20 - 7', isWon: false },
    ],
  })
  const large = help('perm', [], { numbers: [1, 2, 3, 4, 5, 6, 7, 8], lineOf: 3 })
  expect(large).toMatchObject({
    title: 'How perm 3 of 8 works',
    linesTitle: 'Of 56 lines',
    came: [1, 2, 3, 41, 20],
  })
  expect(large.lines.map(({ isWon }) => isWon)).toEqual([true, false, false, false, false, false])
  expect(help('banker')).toMatchObject({ linesTitle: 'Of 89 lines' })
  expect(help('banker').lines.map(({ text }) => text)).toEqual(['41 - 20', '41 - 42', '41 - 74', '41 - 55'])
  expect(help('nap').lines).toEqual([])
})

test.each([...TICKET_BETS])('names no price of %s that is not known', (bet) => {
  const shown = betHelp(helpTicket(bet, []), null)
  expect(shown).toMatchObject({ pays: null, back: null })
  expect(shown.verdict).toMatch(/\. Your agent knows the price\.$/)
  expect(JSON.stringify(shown)).not.toMatch(/₦/)
})
