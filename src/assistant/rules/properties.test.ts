import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf, parseDate } from '../../platform/rules/base/calendar.ts'
import { seedGames } from '../../draws/rules/games.ts'
import { historyOf } from '../../draws/rules/history.ts'
import { ask } from './answer/ask.ts'
import { lexiconOf } from './read/lexicon.ts'
import { historyDraw } from '../../../tests/support/history-draw.ts'

const NOW = Date.parse('2025-07-02T10:00:00+01:00')
const games = seedGames(parseDate('2020-01-01')!)
const history = historyOf([
  historyDraw({ game: 'bingo', day: dayOf(parseDate('2025-06-30')!), serial: 51, machine: [6, 7, 8, 9, 10] }),
])
const DATA = { games, history }

const LENGTH = 300
const wordOfGame = fc.constantFrom(...lexiconOf(games).vocabulary.words)
const thing = fc.oneof(
  { weight: 5, arbitrary: wordOfGame },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 120 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '2024',
      '28/6/2025',
      '₦50',
      '1k',
      '1st',
      '45.5',
      '06',
      '-',
      '?',
      '__proto__',
      'constructor',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
)
const question = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(thing, { maxLength: 14 }).map((words) => words.join(' ').slice(0, LENGTH)),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: LENGTH, unit: 'binary' }) },
)
const previous = fc.option(question)

test('answers or refuses every text, the same each time, and suggests only questions that it answers', () => {
  fc.assert(
    fc.property(question, previous, (asked, before) => {
      const answer = ask({ question: asked, previous: before }, NOW, DATA)
      expect(ask({ question: asked, previous: before }, NOW, DATA)).toEqual(answer)
      expect(answer.status === 'answered').toBe(answer.query !== null)
      expect(answer.suggestions.length).toBeLessThanOrEqual(3)
      if (answer.status === 'ask-back') expect(answer.suggestions.length).toBeGreaterThan(0)
      for (const suggestion of answer.suggestions)
        expect(ask({ question: suggestion }, NOW, DATA).status).toBe('answered')
    }),
    { numRuns: 400 },
  )
})

test('never answers a question with a word that no table has', () => {
  const { vocabulary } = lexiconOf(games)
  const strange = fc
    .string({ unit: fc.constantFrom(...'qxzvjkwq'), minLength: 6, maxLength: 9 })
    .filter((word) => !vocabulary.words.has(word))
  fc.assert(
    fc.property(fc.array(thing, { maxLength: 8 }), strange, fc.nat(), (words, word, at) => {
      const asked = [...words]
      asked.splice(at % (words.length + 1), 0, word)
      expect(ask({ question: asked.join(' ') }, NOW, DATA).status).not.toBe('answered')
    }),
    { numRuns: 300 },
  )
})
