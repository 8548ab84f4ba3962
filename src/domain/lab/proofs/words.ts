/** What a person reads of a proof, word for word (verdicts.md, section 6). */
import { capitalised, type LagosDate, MONTHS } from '../../base/calendar.ts'
import { drawsWords, formatCount } from '../../base/words.ts'
import { proofWords } from '../../luck/evidence.ts'
import { NEEDED, PLACES, type Proof, PROOF_FROM, type ProofState, stateOf, WATCH } from './proofs.ts'
import { itemAt } from '../../base/lists.ts'

const STATE_SENTENCES: Record<ProofState, string> = {
  'nothing-unusual': 'Nothing unusual: a fair lottery looks like this.',
  'worth-watching': `Worth watching, but no proof: of 100 fair lotteries, up to ${(PLACES * 100) / WATCH} show this at some time.`,
  unusual:
    'Unusual: of 100 fair lotteries, fewer than 5 ever show anything like this. First check for typing errors.',
}

/** The state of a proof and the proof itself, in the order to read. */
export function proofSentences({ logE, from }: Proof): string[] {
  const state = stateOf(logE)
  return [
    STATE_SENTENCES[state],
    `Proof so far: ${proofWords(logE)} of the ${NEEDED} needed.`,
    ...(from !== null && state !== 'nothing-unusual' ? [`Most of the proof comes from ${from}.`] : []),
    ...(state === 'unusual' ? ['Unusual does not mean cheating. It does not make the next draw surer.'] : []),
  ]
}

/** What a figure showed before, from its daily rows. */
export interface ShownBefore {
  /** Draws that were added or corrected after a day on which the proof was shown. */
  late: number
  corrected: number
  /** The last days on which it was unusual; null if it never was. */
  unusual: { first: LagosDate; last: LagosDate } | null
}

/** @param counted the draws that count */
export function countedSentences(
  counted: number,
  { late, corrected, unusual }: ShownBefore,
  isUnusual: boolean,
): string[] {
  const changes = [
    ...(late > 0 ? [`${formatCount(late)} ${late === 1 ? 'was' : 'were'} added late`] : []),
    ...(corrected > 0
      ? [`${formatCount(corrected)} ${late > 0 ? '' : corrected === 1 ? 'was ' : 'were '}corrected`]
      : []),
  ]
  return [
    `Counted since ${longDate(PROOF_FROM)}: ${drawsWords(counted)}.${changes.length > 0 ? ` ${changes.join(', ')}.` : ''}`,
    ...(unusual && !isUnusual
      ? [
          unusual.first === unusual.last
            ? `It was unusual on ${longDate(unusual.first)}. It no longer is.`
            : `It was unusual from ${longDate(unusual.first)} to ${longDate(unusual.last)}. It no longer is.`,
        ]
      : []),
  ]
}

/** `1 October 2023`. */
const longDate = (date: LagosDate) =>
  `${Number(date.slice(8))} ${capitalised(itemAt(MONTHS, Number(date.slice(5, 7)) - 1))} ${date.slice(0, 4)}`
