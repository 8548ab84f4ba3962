import { formatNaira } from '../base/words.ts'
import { linesOf, TICKET_BETS } from '../tickets/bets.ts'
import type { Verdict } from './judge.ts'
import { numbersOf, type SlipEntry, ticketOf } from './entry.ts'
import { itemAt } from '../base/lists.ts'

/** `two sure ₦100`, `perm 3, ₦150` with the cost of a draw, `only watching`. */
export function betWords(entry: SlipEntry): string {
  const ticket = ticketOf(entry)
  if (!ticket) return 'only watching'
  const name = TICKET_BETS[ticket.bet].name.toLowerCase()
  const cost = formatNaira(linesOf(ticket) * ticket.stake)
  return ticket.bet === 'perm' ? `${name} ${ticket.numbers.length}, ${cost}` : `${name} ${cost}`
}

/** `41`, `41 and 21`, `41, 21 and 7`. */
function listed(numbers: readonly number[]): string {
  const last = itemAt(numbers, -1)
  return numbers.length === 1 ? String(last) : `${numbers.slice(0, -1).join(', ')} and ${last}`
}

/** `41 came, 21 did not.`, `41 and 20 came.`, `None of 5 came.` */
export function cameWords(entry: Pick<SlipEntry, 'numbers' | 'against'>, came: readonly number[]): string {
  const all = numbersOf(entry)
  const missed = all.filter((number) => !came.includes(number))
  if (missed.length === 0) return `${listed(came)} came.`
  if (came.length > 0)
    return `${listed(came)} came, ${missed.length > 3 ? 'the others' : listed(missed)} did not.`
  return all.length > 3 ? `None of ${all.length} came.` : `${listed(missed)} did not come.`
}

/** `You won ₦24,000`; without a known multiplier `You won`. `No win`, or `1 of 2` for numbers that are only watched. */
export function verdictWords(
  entry: SlipEntry,
  { isWin, won, came }: Pick<Verdict, 'isWin' | 'won' | 'came'>,
) {
  if (isWin === null) return `${came.length} of ${numbersOf(entry).length}`
  if (!isWin) return 'No win'
  return won === null ? 'You won' : `You won ${formatNaira(won)}`
}

/** An entry with a verdict that its player wants to hear of. */
export interface Hit {
  entry: SlipEntry
  verdict: Verdict
}

/** Whether a player wants to hear of a verdict: of a win, and of watched numbers that came. */
export const isHit = ({ isWin, came }: Verdict): boolean => isWin ?? came.length > 0

/** `Your two sure came in Diamond: ₦24,000 at Premier’s prices`, `Your 41 and 7 came in Gold`, with `, and 2 more`. */
export function hitsTitle(hits: readonly Hit[], game: { name: string; operator: string }): string {
  const paid = hits.reduce((sum, { verdict }) => sum + (verdict.won ?? 0), 0)
  const first = hits.find(({ verdict }) => verdict.isWin) ?? itemAt(hits, 0)
  const ticket = ticketOf(first.entry)
  const what = ticket ? TICKET_BETS[ticket.bet].name.toLowerCase() : listed(first.verdict.came)
  const more = hits.length > 1 ? `, and ${hits.length - 1} more` : ''
  const amount = paid > 0 ? `: ${formatNaira(paid)} at ${game.operator.split(' ')[0]}’s prices` : ''
  return `Your ${what} came in ${game.name}${more}${amount}`
}
