import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { parseDate } from '../../platform/rules/base/calendar.ts'
import { seedGames } from '../../draws/rules/games.ts'
import { historyOf } from '../../draws/rules/history.ts'
import { ask } from './answer/ask.ts'
import { lexiconOf } from './read/lexicon.ts'
import { measure } from '../../../tests/support/questions/measure.ts'

// `node bench/questions.ts` asks more of them, with seeds that no rule was written for.
test('answers generated questions of players, at most 1 of 100 wrongly', () => {
  const { wrong, held, answerable, answered } = measure(7, 780)
  expect(wrong.slice(0, 10).concat(wrong.length > answered / 100 ? 'too many' : [])).not.toContain('too many')
  expect(1 - (held.length + wrong.length) / answerable, held.join('\n')).toBeGreaterThan(0.85)
})

test('takes no English word for a misspelt condition', () => {
  const data = { games: seedGames(parseDate('2020-01-01')!), history: historyOf([]) }
  const { words } = lexiconOf(data.games).vocabulary
  const ordinary = dictionary['diceware-common'].filter(
    (word) => /^[a-z]{3,}$/.test(word) && !words.has(word),
  )
  expect(ordinary.length).toBeGreaterThan(5000)
  const taken = ordinary.filter(
    (word) =>
      ask({ question: `How many times did 45 come in Bingo ${word}?` }, 1_751_446_800_000, data).query,
  )
  expect(taken).toEqual([])
})
