/** What was noted with an event, as names and values. */
export function Details({ details }: { details: Record<string, unknown> }) {
  const entries = Object.entries(details).filter(([, value]) => value !== null && value !== undefined)
  if (entries.length === 0) return null
  return (
    <p className="text-sm break-words text-quiet">
      {entries
        .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join('; ')}
    </p>
  )
}
