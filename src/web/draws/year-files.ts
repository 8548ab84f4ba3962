import type { AnswerOf } from '../api/call.ts'

/** The list of year files on the server. */
export type Manifest = AnswerOf<'GET /api/history'>
export type YearFile = Manifest['years'][number]

/** The name under which a year file is fetched and cached. It changes with the content. */
export const fileNameOf = ({ year, hash }: YearFile) => `${year}-${hash}.bin`
