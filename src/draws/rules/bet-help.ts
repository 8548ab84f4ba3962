import { DRAW_LIMITS } from '../../platform/rules/base/balls.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'
import { formatCount, formatNaira } from '../../platform/rules/base/words.ts'
import {
  backWords,
  chanceToWin,
  exampleOf,
  linesOf,
  linesWon,
  returnOf,
  type Ticket,
  type TicketBet,
} from './bets.ts'

/** Kobo on each line of an example. */
const STAKE = 10_000
/** The numbers of an example where the player has typed none. */
const USUAL = [41, 20, 42, 74, 55, 7]
const EVERY = [...new Set([...USUAL, ...Array.from({ length: DRAW_LIMITS.highestBall }, (_, i) => i + 1)])]
/** Lines that an example shows at most. */
const SHOWN_LINES = 6

/** The ticket of an example: with the player's own numbers if they are enough for the bet. */
export function helpTicket(bet: TicketBet, own: readonly number[]): Ticket {
  const least = exampleOf(bet, STAKE)
  const { length } = least.numbers
  const needed = length + least.against.length
  const numbers = own.length < needed ? EVERY : own
  return { ...least, numbers: numbers.slice(0, length), against: numbers.slice(length, needed) }
}

/** How a bet is called in a title. */
function titled({ bet, numbers, lineOf }: Ticket): string {
  if (bet === 'perm') return `perm ${lineOf} of ${numbers.length}`
  return { nap: 'a nap', banker: 'a banker', against: 'an against' }[bet as string] ?? bet.replace('_', ' ')
}

/** What the player chooses, and what must come. What is between asterisks is strong. */
function ruleOf({ bet, numbers, lineOf }: Ticket): string {
  const lines = 'You pay the stake for *each line*, and a line wins if all its numbers come.'
  const direct = (count: string) =>
    `You choose ${count} numbers. You win if *all ${count}* are among the five winning numbers, in any order.`
  return {
    nap: 'You choose one number. You win if it is *drawn first*.',
    two_sure:
      'You choose two numbers. You win if *both* are among the five winning numbers, in any order. Machine numbers do not count.',
    three_direct: direct('three'),
    four_direct: direct('four'),
    five_direct: direct('five').replace('*all five* are among', 'they are'),
    perm: `You choose ${numbers.length} numbers, and every ${lineOf} of them make a line. ${lines}`,
    banker:
      'You choose one number. It makes a line with each of the other 89, so you pay for *89 lines*; it wins if your number is among the five.',
    against: `You choose two groups, and each number of one makes a line with each number of the other. ${lines}`,
  }[bet]
}

const FAILS: Record<TicketBet, string> = {
  nap: 'If it comes in another place, it pays nothing.',
  two_sure: 'If only one comes, it pays nothing.',
  three_direct: 'If one does not come, it pays nothing.',
  four_direct: 'If one does not come, it pays nothing.',
  five_direct: 'If one does not come, it pays nothing.',
  perm: 'A line with a number that did not come pays nothing.',
  banker: 'If your number does not come, all 89 lines lose.',
  against: 'If only one group has a number that came, it pays nothing.',
}

/** The lines of a perm or an against; of a banker those that win. The first one always wins. */
function linesIn({ bet, numbers, against, lineOf }: Ticket, came: readonly number[]): number[][] {
  if (bet === 'banker') return came.slice(1).map((other) => [itemAt(numbers, 0), other])
  if (bet === 'against') return numbers.flatMap((one) => against.map((other) => [one, other]))
  const lines: number[][] = []
  const add = (line: number[], from: number) => {
    if (line.length === lineOf) lines.push(line)
    else for (let i = from; i < numbers.length; i++) add([...line, itemAt(numbers, i)], i + 1)
  }
  if (bet === 'perm') add([], 0)
  return lines
}

/**
 * How a bet works, with an example of a win.
 * @param times naira back for a winning line of ₦1; null if the operator's price is not known
 */
export function betHelp(typed: Ticket, times: number | null) {
  const ticket = { ...typed, stake: STAKE }
  const { bet, numbers, against, lineOf } = ticket
  const yours = [...numbers, ...against]
  const hits =
    bet === 'against'
      ? [itemAt(numbers, 0), itemAt(against, 0)]
      : numbers.slice(0, bet === 'perm' ? lineOf : 5)
  const came = [...hits, ...EVERY.filter((number) => !yours.includes(number))].slice(
    0,
    DRAW_LIMITS.ballsPerSet,
  )
  const lines = linesIn(ticket, came)
  const [count, won, oneIn] = [linesOf(ticket), linesWon(ticket, came), 1 / chanceToWin(ticket)]
  const paid = formatNaira(won * (times ?? 0) * STAKE)
  const outcome =
    count > 1
      ? won > 1
        ? 'Four lines won'
        : 'One line won'
      : bet === 'nap'
        ? `${yours[0]} came first`
        : yours.length === 2
          ? 'Both came'
          : `All ${yours.length} came`
  const prices = count > 1 ? `${formatNaira(count * STAKE)} paid, ${paid} back` : `₦100 pays ${paid}`
  return {
    title: `How ${titled(ticket)} works`,
    rule: ruleOf(ticket),
    yours,
    came,
    lines:
      count > 1
        ? lines
            .slice(0, SHOWN_LINES)
            .map((line) => ({ text: line.join(' - '), isWon: line.every((one) => came.includes(one)) }))
        : [],
    linesTitle: `${Math.min(lines.length, SHOWN_LINES) < count ? 'Of ' : ''}${formatCount(count)} lines`,
    verdict: times === null ? `${outcome}. Your agent knows the price.` : `${outcome}: ${prices}.`,
    fails: FAILS[bet],
    /** Null where no price is known. */
    pays:
      times === null
        ? null
        : { name: count > 1 ? `${formatCount(count)} lines of ₦100 pay` : '₦100 pays', value: paid },
    luck: `1 in ${formatCount(Math.round(oneIn))}`,
    back: times === null ? null : backWords(returnOf(ticket, times) * STAKE),
    comparison: `With two draws a week, luck wins about once in ${spanWords(oneIn / 2)}.`,
  }
}

/** `9 weeks`, `16 months`, `4,914 years`. */
function spanWords(weeks: number): string {
  const years = weeks / 52.18
  if (years < 1) return `${Math.round(weeks)} weeks`
  return years < 2 ? `${Math.round(years * 12)} months` : `${formatCount(Math.round(years))} years`
}
