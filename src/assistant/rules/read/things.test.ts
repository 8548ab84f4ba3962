import { describe, expect, test } from 'vitest'
import { parseDate } from '../../../platform/rules/base/calendar.ts'
import { seedGames } from '../../../draws/rules/games.ts'
import { writeAddress } from '../answer/address.ts'
import { thingsOf } from './things.ts'

const TODAY = parseDate('2025-07-02')!
const games = seedGames(parseDate('2020-01-01')!)
const read = (text: string) => thingsOf(text, games, TODAY)
/** The things of a text as an address; `?` stands before words that nothing explains. */
const written = (text: string) =>
  read(text).map(({ slots, left }) => {
    const address = writeAddress({ intent: 'count', slots }).replace(/^ask=count&?/, '')
    return left.length > 0 ? `${address} ?${left.join(' ?')}` : address
  })

describe('numbers and their places', () => {
  test.each([
    ['45', 'numbers=45'],
    ['forty five and sixty-one', 'numbers=45,61'],
    ['5, 10 and 15', 'numbers=5,10,15'],
    ['45 45', 'numbers=45'],
    ['45 as first box machine', 'numbers=45.first_box.machine'],
    ['winning 45 and machine 54', 'numbers=45,54.machine'],
    ['45 winning and 54 machine', 'numbers=45,54.machine'],
    ['machine 8 and 9', 'numbers=8.machine,9.machine'],
    ['45 first box or last box', 'numbers=45.first_box,45.last_box'],
    ['first box number', 'box=first_box'],
    ['0', ' ?0'],
    ['91', ' ?91'],
    ['45.5', ' ?45.5'],
    ['32 June', ' ?32 june'],
    ['3 times', ' ?3 times'],
    ['5 draws', ' ?5 draws'],
    ['2 of 5 10 15', 'numbers=10,15&choose=2&of=5'],
  ])('%s', (text, address) => {
    expect(written(text)).toEqual([address])
  })

  test('list both readings of a range and of 06', () => {
    expect(written('40-42')).toEqual(['numbers=40,41,42', 'numbers=40,42'])
    expect(written('1-10')).toEqual(['numbers=1,2,3,4,5,6,7,8,9,10', 'numbers=1,10'])
    expect(written('1-11')).toEqual(['numbers=1,11'])
    expect(written('06')).toEqual(['games=06', 'numbers=6'])
    expect(written('06 in bingo')).toEqual(['numbers=6&games=bingo'])
    expect(written('45 in 06')).toEqual(['numbers=45&games=06'])
  })
})

describe('games and periods', () => {
  test.each([
    ['Lucky Tuesday', 'games=lucky_G'],
    ['sunday aseda', 'games=aseda'],
    ['mid week', 'games=midweek'],
    ['jakpot', 'games=jackpot'],
    ['intanational', 'games=inter'],
    ['ghana national', 'games=national'],
    ['ghana', 'operator=Ghana+NLA'],
    ['bonanza of 12', 'numbers=12&relations=bonanza'],
    ['in bonanza', 'games=bonanza'],
    ['this year', 'period=2025-01-01..2025-12-31'],
    ['since january 2025', 'period=2025-01-01..'],
    ['last 5 bingo draws', 'games=bingo&period=last:5'],
    ['second to last gold draw', 'games=gold&period=last:1:1'],
    ['gold event 25', 'games=gold&period=event:25:2025'],
    ['on mondays', 'weekday=Mon'],
    ['tota', ' ?tota'],
    ['the first monday', ' ?first'],
    ['second monday of june', ' ?second'],
  ])('%s', (text, address) => {
    expect(
      written(text)[0]!
        .replace(/^weekday=Mon \?/, ' ?')
        .replace(/^weekday=Mon&.* \?/, ' ?'),
    ).toBe(address)
  })
})

describe('bets, steps and lists', () => {
  test.each([
    ['2 sure', 'bet=two-sure'],
    ['one banker', 'bet=banker'],
    ['perm 2 of 5 at 20 naira', 'stake=20&choose=2&of=5'],
    ['at least 2 of my 6 numbers', 'choose=2&of=6'],
    ['banker against all', 'against=1x89'],
    ['two sure from 12 numbers', 'bet=two-sure&of=12'],
    ['₦500 3 direct', 'bet=three-direct&stake=500'],
    ['how much is 2 sure for 1000', 'bet=two-sure&stake=1000'],
    ['within 3 draws', 'within=3'],
    ['2 draws later', 'lag=2'],
    ['top 10 numbers', 'top=10'],
    ['second hottest', ' ?second hottest'],
    ['seventy in peoples', 'numbers=70&games=peoples'],
    ['pro plan', 'term=pro'],
  ])('%s', (text, address) => {
    expect(written(text)).toEqual([address])
  })

  test.each([
    ['54 after 39', 'numbers=39,54'],
    ['39 then 54', 'numbers=39,54'],
    ['54 follows 39', 'numbers=39,54'],
    ['39 brings 54', 'numbers=39,54'],
    ['39 followed by 54', 'numbers=39,54'],
    ['when 39 drops 54 in the next draw', 'numbers=39,54'],
  ])('the number that comes first: %s', (text, address) => {
    expect(written(text)).toEqual([address])
  })
})
