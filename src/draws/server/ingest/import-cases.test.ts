// Small inputs, each with the draws that it means: those of ../shared, where they are present, and the project's own.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { endOfDay, parseDate } from '../../../platform/rules/base/calendar.ts'
import { seedGames } from '../../rules/games.ts'
import { planIngest } from '../../rules/ingest/ingest-plan.ts'
import own from './fixtures/import-cases.json' with { type: 'json' }
import { readDraws } from './read-draws.ts'

interface Case {
  name: string
  day: string
  text: string
  draws: { game: string; date: string; serial?: number | null; winning: number[]; machine: number[] | null }[]
  /** The refusals of a text without a draw; one if left out. */
  count?: number
  /** What the one refusal says, or the sentence about the whole text. */
  says?: string
}

const games = seedGames(parseDate('2020-01-01')!)
const NOW = endOfDay(parseDate('2025-06-30')!) - 1
const SHARED = new URL('../../../../../shared/data/import-cases.json', import.meta.url)
const shared = existsSync(SHARED) ? (JSON.parse(readFileSync(SHARED, 'utf8')) as Case[]) : []

/** The draws that an import would store, and all sentences about what it refuses. */
function read({ text, day }: Case) {
  const result = readDraws(Buffer.from(text), { games, day, dateOrder: null })
  if ('problem' in result) return { draws: [], says: [result.problem] }
  const options = {
    now: NOW,
    games,

    nearNames: false,
    dateOrder: null,
  }
  const { outcomes, unknownGames } = planIngest(result.rows, [], options)
  const draws = outcomes.flatMap((outcome) => (outcome.verdict === 'new' ? [outcome.to] : []))
  const refused = outcomes.flatMap((outcome) =>
    'note' in outcome && outcome.verdict === 'refused' ? outcome.note.reasons : [],
  )
  return { draws, says: [...unknownGames.map(({ reason }) => reason), ...refused] }
}

describe.each([
  ['of the shared list', shared],
  ['of the project', own as Case[]],
])('the inputs %s', (_, cases) => {
  test.each(cases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const { draws, says } = read(one)
    expect(
      draws.map(({ game, date, winning, machine }) => ({
        game,
        date,
        winning,
        machine: machine.length > 0 ? machine : null,
      })),
    ).toEqual(one.draws.map(({ game, date, winning, machine }) => ({ game, date, winning, machine })))
    for (const [i, { serial }] of one.draws.entries())
      if (serial !== undefined) expect(draws[i]!.serial).toBe(serial)
    if (one.draws.length === 0) expect(says).toHaveLength(one.count ?? 1)
    if (one.says !== undefined) expect(says.join(' ')).toContain(one.says)
  })
})
