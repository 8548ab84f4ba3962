import fc from 'fast-check'
import { dictionary } from '@zxcvbn-ts/language-common'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dayOf, parseDate } from '../../../platform/rules/base/calendar.ts'
import { seedGames } from '../../../draws/rules/games.ts'
import { historyOf } from '../../../draws/rules/history.ts'
import { historyDraw } from '../../../../tests/support/history-draw.ts'
import { hasRealDraws, realData } from '../../../../tests/support/real-draws.ts'
import { IS_LONG } from '../../../../tests/support/slow.ts'
import { lexiconOf } from '../read/lexicon.ts'
import { thingsOf } from '../read/things.ts'
import { inDigits } from '../read/tokens.ts'
import { type AssistantData, INTENTS } from '../read/types.ts'
import { parseAddress, queryOf, writeAddress } from './address.ts'
import { contextOf, valueOf } from './records.ts'
import { suggest } from './suggest.ts'

const NOW = Date.parse('2025-07-02T10:00:00+01:00')
const history = historyOf(
  ['2023-10-02', '2025-06-30'].map((date) =>
    historyDraw({ game: 'bingo', day: dayOf(parseDate(date)!), machine: [6, 7, 8, 9, 10] }),
  ),
)
const DATA: AssistantData = { games: seedGames(parseDate('2020-01-01')!), history }
const CONTEXT = contextOf(DATA, NOW)

describe('a text that is no whole question', () => {
  test.each([
    '45',
    'bingo',
    '45 in gold, 54 in metro',
    'how many times 45 came except in bingo',
    'how many times did 45 come without 54',
    'both 45 in gold',
    'how many times did 45 come before 54',
    '45 every second draw',
    'who had 45 in gold',
    '45 in the morning in gold',
    'two of 5 10 15 together',
    'numbers that came 3 times in june',
    'diamond result at 15:30',
    'what is 45 the counterpart of',
    'how many times 45 on the first monday',
    'hot numbers today',
    'which number will come in bingo today',
    'predict bingo for tomorrow',
    'when will 45 come',
    'how many times has 91 come in bingo',
    'least overdue number in gold',
    'Cuántas veces salió el 45 en bingo',
  ])('%s', (text) => {
    expect(suggest(text, null, CONTEXT).suggestions.filter(({ isWhole }) => isWhole)).toEqual([])
  })

  test('says what it did not understand, or that nobody knows a draw before', () => {
    expect(suggest('45 in gold when it rained', null, CONTEXT).message).toBe('I do not understand: “rained”.')
    expect(suggest('predict bingo', null, CONTEXT).message).toBe('Nobody knows a result before its draw.')
    expect(suggest('nawa o', null, CONTEXT).message).toMatch(/^I answer questions about/)
  })
})

test('what is kept counts only where the text lacks something', () => {
  const first = (text: string, kept: string) =>
    suggest(text, parseAddress(kept), CONTEXT).suggestions[0]?.address
  expect(first('and bingo', 'ask=count&numbers=45&games=gold')).toBe('ask=count&numbers=45&games=bingo')
  expect(first('as machine', 'ask=count&numbers=45&games=gold')).toBe(
    'ask=count&numbers=45.machine&games=gold',
  )
  expect(first('when last', 'ask=count&numbers=45')).toBe('ask=last-seen&numbers=45')
  expect(first('7 bingo', 'ask=count&numbers=45&period=2024-01-01..2024-12-31')).toBe(
    'ask=count&numbers=7&games=bingo',
  )
})

const thing = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...lexiconOf(DATA.games).vocabulary.words) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 120 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('2024', '28/6/2025', '₦50', '1k', '1st', '45.5', '06', '-', '__proto__'),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
)
const texts = fc.oneof(
  fc.array(thing, { maxLength: 14 }).map((words) => words.join(' ').slice(0, 300)),
  fc.string({ maxLength: 300, unit: 'binary' }),
)

test('never has more than four readings', () => {
  const text = '4 gold 1-3 06 '.repeat(20)
  expect(thingsOf(text, DATA.games, CONTEXT.today).length).toBeLessThanOrEqual(4)
})

test('suggests at most three questions for any text, each answered by its address', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom(...INTENTS), (text, intent) => {
      const kept = parseAddress(`ask=${intent}&numbers=7`)
      const { suggestions } = suggest(text, kept, CONTEXT)
      expect(suggestions.length).toBeLessThanOrEqual(3)
      for (const { address } of suggestions) {
        const query = queryOf(address, CONTEXT)
        expect([address, query]).not.toEqual([address, null])
        valueOf(query!, NOW, DATA)
      }
    }),
    { numRuns: 400 },
  )
})

test('takes no English word for a misspelt condition', () => {
  const { words } = lexiconOf(DATA.games).vocabulary
  const ordinary = dictionary['diceware-common'].filter(
    (word) => /^[a-z]{3,}$/.test(word) && !words.has(word) && inDigits(word) === word,
  )
  expect(ordinary.length).toBeGreaterThan(5000)
  const isWhole = (text: string) => suggest(text, null, CONTEXT).suggestions.some((one) => one.isWhole)
  const some = ordinary.filter((_, i) => IS_LONG || i % 5 === 0)
  expect(some.filter((word) => isWhole(`How many times did 45 come in Bingo ${word}?`))).toEqual([])
})

const players = readFileSync(new URL('../fixtures/players.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

test.skipIf(!hasRealDraws)('the right question is first for questions written before the reader', () => {
  const context = contextOf(realData(), NOW)
  const found = players.map((line) => {
    const [asked = '', right = ''] = line.split(' => ')
    const [text = '', kept = ''] = asked.split(' > ')
    const questions = right.split(' | ').flatMap((address) => queryOf(address, context) ?? [])
    const wanted = new Set(questions.map(writeAddress))
    const { suggestions } = suggest(text, parseAddress(kept), context)
    const isRight = suggestions.map(({ address }) => wanted.has(address))
    return { isDue: !right.startsWith('none'), isRight, isWhole: suggestions[0]?.isWhole }
  })
  const due = found.filter(({ isDue }) => isDue)
  const first = due.filter(({ isRight }) => isRight[0]).length / due.length
  const among = due.filter(({ isRight }) => isRight.includes(true)).length / due.length
  const wrong = found.filter(({ isWhole, isRight }) => isWhole && !isRight[0]).length / found.length
  expect([first >= 0.93, among >= 0.96, wrong <= 0.02]).toEqual([true, true, true])
})
