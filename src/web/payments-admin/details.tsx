import { formatInstant } from '../../domain/calendar.ts'
import { formatNaira } from '../../domain/money.ts'

/** What was noted with an event, as names and values: times and amounts as everywhere, lists as sentences. */
export function Details({ details }: { details: Record<string, unknown> }) {
  const entries = flat(details)
  if (entries.length === 0) return null
  return (
    <p className="text-sm break-words text-quiet">
      {entries.map(([name, value]) => `${wordsOf(name)}: ${valueOf(name, value)}`).join('; ')}
    </p>
  )
}

/** The entries that say something; those of a thing inside stand in its place. */
function flat(details: object): [name: string, value: unknown][] {
  return Object.entries(details).flatMap(([name, value]: [string, unknown]) => {
    if (value === null || value === undefined) return []
    return typeof value === 'object' && !Array.isArray(value) ? flat(value) : [[name, value]]
  })
}

/** `requested amount` from `requestedAmount`; amounts are noted in kobo and shown in naira. */
function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.replace(/\bkobo$/, 'amount')
}

function valueOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => valueOf(name, item)).join(' ')
  if (/(kobo|amount)$/i.test(name) && typeof value === 'number') return formatNaira(value)
  if (name.endsWith('At') && !Number.isNaN(new Date(value as string | number).getTime()))
    return formatInstant(new Date(value as string | number).getTime())
  return typeof value === 'string' ? value : JSON.stringify(value)
}
