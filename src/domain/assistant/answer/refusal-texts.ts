import { DRAW_LIMITS } from '../../base/balls.ts'
import { NOTES } from '../../base/messages.ts'
import { planNeeded } from '../../billing/plans.ts'
import type { AskReason, AssistantAnswer, Lacking } from '../read/types.ts'

const LACKING: Readonly<Record<Lacking, string>> = {
  number: 'Which number?',
  'second-number': 'Which other number?',
  game: 'Which game?',
  bet: 'Which bet?',
  stake: 'How much is the stake?',
  period: 'Which draw?',
  year: 'Of which year?',
  choose: 'How many numbers has a line?',
}

const REASONS: Readonly<Record<Exclude<AskReason, 'plan'>, string>> = {
  missing: 'Say a little more.',
  ambiguous: 'This can be read in more than one way.',
  'not-understood': 'This is not understood.',
  'unknown-game': 'That game is not one of ours.',
  'impossible-number': `Numbers go from 1 to ${DRAW_LIMITS.highestBall}.`,
  'no-data': 'There are no draws on record for those days.',
  tip: `Nobody knows which numbers will come. Each has the same chance, 1 in 18. ${NOTES.odds}`,
  language: 'Please ask in English or Pidgin.',
  personal: 'The assistant knows draws, not people.',
  'off-topic': 'The assistant answers questions about draws, games, numbers and bets.',
  'too-many': 'These draws are too many for one answer. Name fewer days or one game.',
}

/** Why a question has no answer, for the player; empty for an answered question. */
export function refusalText({ reason, lacks, plan, unknown }: AssistantAnswer): string {
  if (reason === null) return ''
  if (reason === 'plan') return planNeeded(plan!)
  if (reason === 'missing' && lacks) return LACKING[lacks]
  if (reason === 'not-understood' && unknown.length > 0)
    return `Not understood: ${unknown.map((word) => `“${word}”`).join(', ')}.`
  return REASONS[reason]
}
