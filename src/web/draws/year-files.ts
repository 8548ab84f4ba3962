import type { AnswerOf } from '../api/call.ts'

/** What the history on the server consists of. */
export type Manifest = AnswerOf<'GET /api/history'>
export type YearFile = Manifest['years'][number]

/** The name under which a year is fetched and kept: another content, another name. */
export const nameOf = ({ year, hash }: YearFile) => `${year}-${hash}.bin`
