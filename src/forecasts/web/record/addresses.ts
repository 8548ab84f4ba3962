import { PATHS } from '../../../platform/rules/site/paths.ts'
import type { Answers } from '../../../platform/web/api/answers.ts'

const withQuery = (path: string, query: Record<string, string | null | undefined>): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
}

interface RecordAddress {
  /** The name of a record; the house by default. */
  of?: string | null
  /** The cursor of a page. */
  after?: string | null
}

/** The house is the default, so that each page has one address. */
const own = ({ of, after }: RecordAddress) => ({ of: of === 'house' ? null : of, after })

export const recordAddress = (query: RecordAddress): string => withQuery(PATHS.record, own(query))

/** The calls of the pages, from the query of their own address. */
export const callOf = (call: string, search: URLSearchParams, names: readonly string[]): string =>
  withQuery(call, Object.fromEntries(names.map((name) => [name, search.get(name)])))

/** The answer of the page's one call, whatever its query. */
export const answerAt = (answers: Answers['calls'], call: string) =>
  Object.entries(answers).find(([address]) => address.split('?')[0] === call)![1]
