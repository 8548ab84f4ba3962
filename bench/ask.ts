// Suggestions and their answers, one JSON line a question, on the shared draws: npx node bench/ask.ts FILE NOW
import { readFileSync } from 'node:fs'
import { parseAddress, queryOf } from '../src/assistant/rules/answer/address.ts'
import { contextOf, valueOf } from '../src/assistant/rules/answer/records.ts'
import { suggest } from '../src/assistant/rules/answer/suggest.ts'
import { realData } from '../tests/support/real-draws.ts'

/** `prev` is the question before, as typed: what it suggests first is what is kept. */
interface Question {
  q: string
  prev: string | null
}

const [file = '', now = ''] = process.argv.slice(2)
const time = Date.parse(now)
const data = realData()
const context = contextOf(data, time)
for (const { q, prev } of JSON.parse(readFileSync(file, 'utf8')) as Question[]) {
  const before = prev === null || prev === undefined ? undefined : suggest(prev, null, context).suggestions[0]
  const kept = before ? parseAddress(before.address) : null
  const suggestions = suggest(q, kept, context).suggestions.map(({ question, address, isWhole }) => {
    const query = queryOf(address, context)
    return { question, address, isWhole, query, value: query && valueOf(query, time, data) }
  })
  console.log(JSON.stringify({ q, suggestions }))
}
