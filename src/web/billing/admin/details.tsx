import { detailLabel, detailText } from '../../../domain/audit/detail-words.ts'

/** The details of an event, as labels and values. */
export function Details({ details }: { details: Record<string, unknown> }) {
  const entries = flat(details)
  if (entries.length === 0) return null
  return (
    <p className="text-sm break-words text-quiet">
      {entries.map(([name, value]) => `${detailLabel(name)}: ${detailText(name, value, {})}`).join('; ')}
    </p>
  )
}

/** The entries with a value. Nested objects are flattened. */
function flat(details: object): [name: string, value: unknown][] {
  return Object.entries(details).flatMap(([name, value]: [string, unknown]) => {
    if (value === null || value === undefined) return []
    return typeof value === 'object' && !Array.isArray(value) ? flat(value) : [[name, value]]
  })
}
