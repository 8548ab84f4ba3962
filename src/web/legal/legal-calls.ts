import type { Answers } from '../answers.ts'
import type { AnswerOf } from '../api/call.ts'

export const LEGAL = '/api/legal'
export type Legal = AnswerOf<'GET /api/legal'>

/** The facts about the operator, from the answers that a page is rendered from. */
export const legalOf = (answers: Answers['calls'] | undefined): Legal | undefined =>
  answers?.[LEGAL]?.status === 200 ? (answers[LEGAL].body as Legal) : undefined
