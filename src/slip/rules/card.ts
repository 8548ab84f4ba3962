import {
  capitalised,
  clockOf,
  formatDate,
  lagosDate,
  type LagosDate,
  weekdayOf,
} from '../../platform/rules/base/calendar.ts'
import { NOTES } from '../../platform/rules/base/messages.ts'
import { formatCount, formatNaira } from '../../platform/rules/base/words.ts'
import { BETS, chanceToWin, linesOf } from '../../draws/rules/bets.ts'
import { chanceOfHits } from '../../draws/rules/luck/counts.ts'
import { cameWords, numbersOf, type SlipEntry, ticketOf } from './entry.ts'
import type { Verdict } from './judge.ts'

/** What a player shares: own numbers beside a draw. */
interface CardFacts {
  /** `keptAt`: when its numbers were typed or last changed, in milliseconds. */
  entry: SlipEntry & { keptAt: number }
  verdict: Pick<Verdict, 'came' | 'isWin' | 'won'>
  draw: { game: string; date: LagosDate; closesAt: number; winning: readonly number[]; sample: boolean }
  /** The player's first name; null to say "I". */
  name: string | null
  showsAmount: boolean
  /** The draw's page for strangers. */
  address: string
}

/** The words of a card, as picture and text have them. */
export interface CardWords {
  /** `I won` above an amount; a sentence without one. */
  heading: string
  /** `₦24,000`; null where it is not known, hidden, or no win. */
  amount: string | null
  /** `Two sure, ₦100 stake`. */
  bet: string | null
  /** `Mon 07:12`; null for numbers that were not saved before the close. */
  kept: string | null
  chance: string
  /** The message, which is the picture's alternative text too. */
  text: string
}

/** The words of a card. Only numbers that were saved before the close can say that they won. */
export function cardWords({ entry, verdict, draw, name, showsAmount, address }: CardFacts): CardWords {
  const isBefore = entry.keptAt < draw.closesAt
  const wins = isBefore && verdict.isWin === true
  const amount = wins && showsAmount && verdict.won !== null ? formatNaira(verdict.won) : null
  const who = name ? `${name} won` : 'I won'
  const heading = amount ? who : sentence(entry, verdict.came)
  const bet = betWords(entry)
  const date = formatDate(draw.date)
  const chance = chanceWords(entry)
  const mine = `My numbers: ${numbersOf(entry).join(' - ')}`
  const lines = amount
    ? [
        `${who} ${amount} in ${draw.game}, ${date}.`,
        `${mine} (${bet!.toLowerCase()}). Came: ${draw.winning.join(' - ')}.`,
        `${chance} ${NOTES.adults}`,
      ]
    : [
        `${draw.game}, ${date}: ${draw.winning.join(' - ')}.`,
        `${mine}. ${cameWords(entry, verdict.came)}`,
        `${chance} ${NOTES.adults}`,
      ]
  return {
    heading,
    amount,
    bet: amount && bet,
    kept: isBefore ? keptWords(entry.keptAt) : null,
    chance,
    text: [...lines, ...(draw.sample ? [NOTES.sample] : []), address].join('\n'),
  }
}

/** `Chidi` of `Chidi Okafor`. */
export const firstName = (username: string): string => username.trim().split(/\s+/)[0]!

const keptWords = (at: number) => `${capitalised(weekdayOf(lagosDate(at))).slice(0, 3)} ${clockOf(at)}`

/** `Both my numbers came`, `All my 3 numbers came`, `41 came, 21 did not`. */
function sentence(entry: SlipEntry, came: readonly number[]): string {
  const count = numbersOf(entry).length
  if (came.length < count || count === 1) return cameWords(entry, came).slice(0, -1)
  return count === 2 ? 'Both my numbers came' : `All my ${count} numbers came`
}

/** `Two sure, ₦100 stake`, `Perm 3 of 8, 56 lines of ₦100`; null for numbers that are only watched. */
function betWords(entry: SlipEntry): string | null {
  const ticket = ticketOf(entry)
  if (!ticket) return null
  const lines = linesOf(ticket)
  const name =
    ticket.bet === 'perm' ? `Perm ${ticket.lineOf} of ${ticket.numbers.length}` : BETS[ticket.bet].name
  const stake = formatNaira(ticket.stake)
  return lines === 1 ? `${name}, ${stake} stake` : `${name}, ${formatCount(lines)} lines of ${stake}`
}

/** `Two sure wins 1 time in 401.`, `At least 1 of 2 comes in 1 draw of 9.` */
function chanceWords(entry: SlipEntry): string {
  const ticket = ticketOf(entry)
  if (!ticket) {
    const count = numbersOf(entry).length
    const often = oneIn(chanceOfHits(count, 1))
    return count === 1
      ? `A number comes in 1 draw of ${often}.`
      : `At least 1 of ${count} comes in 1 draw of ${often}.`
  }
  const often = oneIn(chanceToWin(ticket))
  return linesOf(ticket) === 1
    ? `${BETS[ticket.bet].name} wins 1 time in ${often}.`
    : `A ticket like this wins 1 time in ${often}.`
}

const oneIn = (chance: number) =>
  chance > 0.3 ? (1 / chance).toFixed(1) : formatCount(Math.round(1 / chance))
