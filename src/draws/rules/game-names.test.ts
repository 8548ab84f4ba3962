import { describe, expect, test } from 'vitest'
import { parseDate } from '../../platform/rules/base/calendar.ts'
import { GAME_ALIASES, gameMatcher, matchGame } from './game-names.ts'
import { GAME_SEEDS, seedGames } from './games.ts'

const games = seedGames(parseDate('2020-01-01')!)
const diamond = games[0]!

describe('the game of a free text', () => {
  test('is found by key, by name and by every part of a name, in any letter case', () => {
    for (const [key, { name }] of Object.entries(GAME_SEEDS)) {
      for (const text of [key, name, name.toUpperCase(), ` ${name.toLowerCase()} `, ...name.split(/[()]/)])
        if (text.trim()) expect([text, matchGame(text, games).game?.key]).toEqual([text, key])
    }
  })

  test.each([
    ['Premier Diamond', 'diamond'],
    ['The Diamond', 'diamond'],
    ['Diamond Lottery', 'diamond'],
    ['diamond game', 'diamond'],
    ['dia mond', 'diamond'],
    ['DIAMOND LOTTO', 'diamond'],
    ['lucky g', 'lucky_G'],
    ['Lucky-Tuesday', 'lucky_G'],
    ['Monday Special', 'msp'],
    ['premier king', 'king'],
    ['King', 'king'],
    ['Mid week', 'midweek'],
    ['clubmaster', 'clubmaster'],
    ['NLA National', 'national'],
    ['06', '06'],
    ['O6', '06'],
    ['People', 'peoples'],
    ['Lucky Tuesday', 'lucky_G'],
    ['LUCKY_G', 'lucky_G'],
    ['Friday Bonanza', 'bonanza'],
    ['Sunday Aseda:', 'aseda'],
  ])('%j is %s', (text, key) => {
    expect(matchGame(text, games).game?.key).toBe(key)
  })

  test.each<[string, string[]]>([
    ['', []],
    ['   ', []],
    ['roulette', []],
    ['inter or gold', ['inter', 'gold']],
    ['diam', ['diamond']],
    // Games of the same operators that the product does not have.
    ['Lucky', ['lucky_G']],
    ['tota', []],
    ['mark_II', []],
    ['toString', []],
    ['__proto__', []],
  ])('%j is ambiguous: %j', (text, keys) => {
    const { game, candidates } = matchGame(text, games)
    expect(game).toBeNull()
    expect(candidates!.map(({ key }) => key)).toEqual(keys)
  })

  test('may be the name of a game in fillers only, or a part of a name', () => {
    const two = [
      { key: 'a', name: 'Premier Lotto' },
      { key: 'b', name: 'Alpha (Beta)' },
    ]
    const keys = ['premier lotto!', 'PREMIER LOTTO', 'alpha', 'beta', 'alpha beta']
    expect(keys.map((text) => matchGame(text, two).game?.key)).toEqual(['a', 'a', 'b', 'b', 'b'])
  })

  test('is first a key, then a name', () => {
    const two = [
      { key: 'gold', name: 'Yellow' },
      { key: 'silver', name: 'Gold' },
    ]
    expect(['gold', 'Gold'].map((text) => matchGame(text, two).game?.key)).toEqual(['gold', 'silver'])
    expect(matchGame('GOLD', two).candidates).toEqual(two)
  })

  test('is ambiguous if two games share the spelling', () => {
    const two = [diamond, { ...diamond, key: 'other' }]
    const star = { ...diamond, key: 'star', name: 'Diamond Star' }
    expect(matchGame('the diamond', [...two, star]).candidates).toEqual(two)
    expect(matchGame('the diamond', two).candidates).toEqual(two)
  })
})

test('every alias belongs to one existing game', () => {
  for (const [alias, key] of Object.entries(GAME_ALIASES))
    expect([alias, matchGame(alias.toUpperCase(), games).game?.key]).toEqual([alias, key])
})

test('a matcher reads many texts', () => {
  const find = gameMatcher(games)
  expect([find('gold').game?.key, find(' Gold ').game?.key, find(6).game]).toEqual(['gold', 'gold', null])
  expect(['6', '006', 'O6', '60', '16'].map((text) => find.near(text)?.key)).toEqual([
    '06',
    '06',
    undefined,
    undefined,
    undefined,
  ])
  expect([find.only('people')?.key, find.only('diam'), find.only('')]).toEqual(['peoples', null, null])
})
