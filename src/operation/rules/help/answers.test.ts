import { expect, test } from 'vitest'
import { pricesOn } from '../../../money/rules/prices.ts'
import { parseDate } from '../../../platform/rules/base/calendar.ts'
import { answersWith, helpGroups, helpWords } from './answers.ts'

const day = (text: string) => parseDate(text)!
const later = { plan: 'pro', kobo: 180_000, holdsFrom: day('2026-12-01') } as const
const linesOf = (question: string, date: string) =>
  helpGroups(pricesOn(day(date), [later]))
    .flatMap(({ answers }) => answers)
    .find((answer) => answer.question === question)!.lines

test('the answer about plans has the prices of the day, and the next one', () => {
  const pro = (date: string) => linesOf('What does each plan give?', date)[2]
  expect(pro('2026-11-30')).toMatch(/^Pro, ₦1,500 per month, ₦1,800 from Tue 1 Dec 2026: prediction/)
  expect(pro('2026-12-01')).toMatch(/^Pro, ₦1,800 per month: prediction/)
})

test('answers say the times of checks, the bets with luck, and the lengths of breaks as the product has them', () => {
  expect(linesOf('I paid, but my plan is not active', '2026-11-30')[1]).toMatch(
    /^We also ask Paystack by ourselves: 1, 5 and 30 minutes after/,
  )
  expect(linesOf('What does each bet mean, and what does it pay?', '2026-11-30')).toContain(
    'Two sure: two numbers, both among the five. Luck wins 1 time in 401.',
  )
  expect(linesOf('Take a break', '2026-11-30')[0]).toMatch(
    /^Your profile has breaks of one day, one week, 30 days, 90 days\./,
  )
})

test('a search finds words in questions and answers, whatever their case and spaces', () => {
  const found = (typed: string) => answersWith(helpGroups(), helpWords(typed)).map(({ question }) => question)
  expect(found('  TRANSFER ')).toEqual([
    'I paid, but my plan is not active',
    'How do I pay by transfer, USSD or card?',
  ])
  expect(found('bet9ja  code')).toEqual([])
  expect(found('delete  my')).toEqual(['Delete my account'])
})
