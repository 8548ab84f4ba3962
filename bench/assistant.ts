// Suggestions for the players' questions of the tests and their answers over 60,000 draws, from the text to the JSON, on one core.
import { readFileSync } from 'node:fs'
import { queryOf } from '../src/assistant/rules/answer/address.ts'
import { contextOf, valueOf } from '../src/assistant/rules/answer/records.ts'
import { show } from '../src/assistant/rules/answer/records.ts'
import { suggest } from '../src/assistant/rules/answer/suggest.ts'
import { parseDate } from '../src/platform/rules/base/calendar.ts'
import { seedGames } from '../src/draws/rules/games.ts'
import { historyOf } from '../src/draws/rules/history.ts'
import { atMost, median, type Row, yearsOfDraws } from './measure.ts'

const FIXTURE = new URL('../src/assistant/rules/fixtures/players.txt', import.meta.url)
const NOW = Date.parse('2026-03-20T10:00:00+01:00')
/** Every number at once: the longest computation that fits into a question. */
const LONGEST = `which came more ${Array.from({ length: 42 }, (_, i) => i + 10).join(' or ')}`

export function measureAssistant(): Row[] {
  const lines = readFileSync(FIXTURE, 'utf8').split('\n')
  const texts = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/ (?:=>|>) /)[0]!)
  const draws = yearsOfDraws(40).slice(-60_000)
  const data = { games: seedGames(parseDate('1980-01-01')!), history: historyOf(draws) }
  const context = contextOf(data, NOW)
  const timed = (run: () => void) =>
    median(
      Array.from({ length: 3 }, () => {
        const began = performance.now()
        run()
        return performance.now() - began
      }),
    )
  const all = [...texts, LONGEST]
  const typing = all.map((text) => timed(() => suggest(text, null, context)))
  const addresses = all.flatMap((text) => suggest(text, null, context).suggestions[0]?.address ?? [])
  const answering = addresses.map((address) =>
    timed(() => {
      const query = queryOf(address, context)!
      JSON.stringify(show(query, valueOf(query, NOW, data), data))
    }),
  )
  const what = `of ${all.length} questions over ${draws.length} draws`
  return [
    atMost(`Suggestions of the assistant, slowest ${what}`, Math.max(...typing), 100, 'ms', 1),
    atMost(`Answer of the assistant, median ${what}`, median(answering), 10, 'ms', 1),
    atMost(`Answer of the assistant, slowest ${what}`, Math.max(...answering), 50, 'ms', 1),
  ]
}

if (import.meta.main) console.table(measureAssistant())
