/** What a person reads of a proof, word for word (verdicts.md, section 6). */
import { formatMonth, type LagosDate } from '../../../../platform/rules/base/calendar.ts'
import { drawsWords, formatCount } from '../../../../platform/rules/base/words.ts'
import { proofSoFar, proofWords } from '../../../../draws/rules/luck/evidence.ts'
import {
  NEEDED,
  PLACES,
  type Proof,
  PROOF_FROM,
  PROOF_KEYS,
  type ProofKey,
  type Proofs,
  type ProofState,
  stateOf,
  WATCH,
} from './proofs.ts'

const STATE_SENTENCES: Record<ProofState, string> = {
  'nothing-unusual': 'Nothing unusual: a fair lottery looks like this.',
  'worth-watching': `Worth watching, but no proof: of 100 fair lotteries, up to ${(PLACES * 100) / WATCH} show this at some time.`,
  unusual:
    'Unusual: of 100 fair lotteries, fewer than 5 ever show anything like this. First check for typing errors.',
}

const NO_CHEATING = 'Unusual does not mean cheating. It does not make the next draw surer.'

/** What each proof asks (verdicts.md, section 2). */
const PROOF_QUESTIONS: Record<ProofKey, string> = {
  frequency: 'Does one number come more or less often?',
  uniformity: 'Do the 90 numbers come unevenly as a whole?',
  gaps: 'Do numbers that stayed away come sooner or later than others?',
  pairs: 'Does one pair come together too often?',
  'chart-test': 'Can the chart help you guess the next draws?',
  moving: 'Do the numbers of a draw come again?',
  carry: 'Do machine numbers come as winning numbers later?',
  groups: 'Do the numbers come that groups point to?',
  sums: 'Are the numbers too high or too low?',
  'odd-even': 'Are there too many odd or even numbers?',
}

/** The state of a proof and the proof itself, in the order to read. */
export function proofSentences({ logE, from }: Proof): string[] {
  const state = stateOf(logE)
  return [
    STATE_SENTENCES[state],
    proofSoFar(logE, NEEDED),
    ...sourceOf({ logE, from }),
    ...(state === 'unusual' ? [NO_CHEATING] : []),
  ]
}

/** Where most of a proof comes from. It is named only once the figure is worth watching. */
const sourceOf = ({ logE, from }: Proof): string[] =>
  from !== null && stateOf(logE) !== 'nothing-unusual' ? [`Most of the proof comes from ${from}.`] : []

/** What a figure showed before, from its daily rows. */
export interface ShownBefore {
  /** Draws that were added or corrected after a day on which the proof was shown. */
  late: number
  corrected: number
  /** The last days on which it was unusual; null if it never was. */
  unusual: { first: LagosDate; last: LagosDate } | null
}

/** The draws that count, and how many of them changed after a day on which a proof was shown. */
export function countedSentence(counted: number, { late, corrected }: ShownBefore): string {
  const changes = [
    ...(late > 0 ? [`${formatCount(late)} ${late === 1 ? 'was' : 'were'} added late`] : []),
    ...(corrected > 0
      ? [`${formatCount(corrected)} ${late > 0 ? '' : corrected === 1 ? 'was ' : 'were '}corrected`]
      : []),
  ]
  return `Counted since ${longDate(PROOF_FROM)}: ${drawsWords(counted)}.${changes.length > 0 ? ` ${changes.join(', ')}.` : ''}`
}

/** When a figure was unusual that no longer is. */
export function formerSentences({ unusual }: ShownBefore, { logE }: Proof): string[] {
  if (!unusual || stateOf(logE) === 'unusual') return []
  const [first, last] = [longDate(unusual.first), longDate(unusual.last)]
  return [`It was unusual ${first === last ? `on ${first}` : `from ${first} to ${last}`}. It no longer is.`]
}

/** All proofs under one verdict, which is the state of the strongest. @param shown what each figure showed before */
export function fairness({ draws, proofs }: Proofs, shown: (figure: ProofKey) => ShownBefore) {
  const state = stateOf(Math.max(...PROOF_KEYS.map((key) => proofs[key].logE)))
  return {
    sentences: [
      STATE_SENTENCES[state],
      countedSentence(draws, shown('frequency')),
      ...(state === 'unusual' ? [NO_CHEATING] : []),
    ],
    needed: NEEDED,
    proofs: PROOF_KEYS.map((figure) => {
      const proof = proofs[figure]
      return {
        figure,
        question: PROOF_QUESTIONS[figure],
        state: stateOf(proof.logE),
        proof: proofWords(proof.logE),
        share: Math.min(1, Math.max(0, proof.logE / Math.log(NEEDED))),
        notes: [...sourceOf(proof), ...formerSentences(shown(figure), proof)],
      }
    }),
  }
}

/** `1 October 2023`. */
const longDate = (date: LagosDate) => `${Number(date.slice(8))} ${formatMonth(date)}`
