import { PATHS } from '../site/paths.ts'
import type { LabFigureKey } from './figures.ts'
import type { TypedLabQuery } from './query.ts'

/** The address of a figure of the lab. @param more fields beside the choice of draws */
export function labFigurePath(
  figure: LabFigureKey,
  typed: TypedLabQuery,
  more: Record<string, string> = {},
): string {
  const fields = Object.entries({ figure, ...typed, ...more })
  const written = fields.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%20', '+')}`)
  return `${PATHS.statistics}?${written.join('&')}`
}
