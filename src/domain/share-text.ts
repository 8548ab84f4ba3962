import { formatDate, type LagosDate } from './calendar.ts'
import type { Draw } from './draw.ts'
import { NOTES } from './messages.ts'

type SharedDraw = Pick<Draw, 'state' | 'winning' | 'machine'> & { sample: boolean }

const joined = (numbers: readonly number[]) => numbers.join(' - ')

/**
 * A draw as a message: its name and date, its numbers, and the address of its public page.
 * @param address the full address
 */
export function drawShareText(draw: SharedDraw & { game: string; date: LagosDate }, address: string): string {
  return [`${draw.game}, ${formatDate(draw.date)}`, ...drawLines(draw), address].join('\n')
}

/** The numbers of a draw on one line, for the preview of a link. */
export function drawSentence(draw: SharedDraw): string {
  return drawLines(draw).join('. ')
}

function drawLines({ state, winning, machine, sample }: SharedDraw): string[] {
  return [
    ...(state === 'no_draw' ? ['No draw'] : []),
    ...(winning.length > 0 ? [`Winning: ${joined(winning)}`] : []),
    ...(machine.length > 0 ? [`Machine: ${joined(machine)}`] : []),
    ...(state === 'unconfirmed' ? ['Unconfirmed'] : []),
    ...(sample ? [NOTES.sample] : []),
  ]
}

/**
 * The results of a day as a message, one line per game, and the address of its Day Result. Games without a result are
 * left out.
 * @param address the full address
 */
export function dayShareText(
  day: { date: LagosDate; games: readonly { name: string; draw: SharedDraw | null }[] },
  address: string,
): string {
  const results = day.games.flatMap(({ name, draw }) => (draw ? [{ name, draw }] : []))
  return [
    `Results of ${formatDate(day.date)}`,
    ...results.map(({ name, draw }) => `${name}: ${resultText(draw)}`),
    ...(results.length === 0 ? ['No results yet'] : []),
    ...(results.some(({ draw }) => draw.sample) ? [NOTES.sample] : []),
    address,
  ].join('\n')
}

function resultText({ state, winning }: SharedDraw): string {
  if (state === 'no_draw') return 'No draw'
  return state === 'unconfirmed' ? `${joined(winning)} (unconfirmed)` : joined(winning)
}

/** A number's page as a message. @param address the full address */
export function numberShareText(number: number, address: string): string {
  return `Number ${number}: its relatives and when it was last played\n${address}`
}
