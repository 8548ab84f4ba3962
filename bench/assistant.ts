// Answers to the questions of the tests' fixtures over 60,000 draws, from the text to the JSON, on one core.
import { readFileSync } from 'node:fs'
import { ask } from '../src/assistant/rules/answer/ask.ts'
import { show } from '../src/assistant/rules/answer/show.ts'
import { parseDate } from '../src/platform/rules/base/calendar.ts'
import { seedGames } from '../src/draws/rules/games.ts'
import { historyOf } from '../src/draws/rules/history.ts'
import { atMost, median, type Row, yearsOfDraws } from './measure.ts'

const FIXTURES = ['counts', 'lists', 'draws', 'bets', 'follow-ups', 'unanswered']
const NOW = Date.parse('2026-03-20T10:00:00+01:00')
/** Every number at once: the longest computation that fits into a question. */
const LONGEST = `which came more ${Array.from({ length: 42 }, (_, i) => i + 10).join(' or ')}`

function questions(): { question: string; previous: string | null }[] {
  const lines = FIXTURES.flatMap((name) =>
    readFileSync(new URL(`../src/assistant/rules/fixtures/${name}.txt`, import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  )
  const asked = lines.map((line) => line.split(' => ')[0]!.split(' > '))
  return [...asked, [LONGEST]].map((parts) => ({
    question: parts[parts.length - 1]!,
    previous: parts.length > 1 ? parts[0]! : null,
  }))
}

export function measureAssistant(): Row[] {
  const draws = yearsOfDraws(40).slice(-60_000)
  const data = { games: seedGames(parseDate('1980-01-01')!), history: historyOf(draws) }
  const times = questions().map(({ question, previous }) => {
    const runs = Array.from({ length: 3 }, () => {
      const began = performance.now()
      const answer = ask({ question, previous }, NOW, data)
      JSON.stringify({ ...answer, ...show(answer, data) })
      return performance.now() - began
    })
    return median(runs)
  })
  const what = `of ${times.length} questions over ${draws.length} draws`
  return [
    atMost(`Answer of the assistant, median ${what}`, median(times), 10, 'ms', 1),
    atMost(`Answer of the assistant, slowest ${what}`, Math.max(...times), 50, 'ms', 1),
  ]
}

if (import.meta.main) console.table(measureAssistant())
