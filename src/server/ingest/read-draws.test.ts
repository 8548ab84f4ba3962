import { describe, expect, test } from 'vitest'
import { csv } from '../../../tests/support/csv.ts'
import { parseDate } from '../../domain/base/calendar.ts'
import { seedGames } from '../../domain/draws/games.ts'
import { readDraws } from './read-draws.ts'

const games = seedGames(parseDate('2020-01-01')!)
const ROW = 'aseda,2023-10-01,,"Fête",ok,1,2,3,4,5'

/** The line and game of each row, or the problem. */
function read(content: string | Uint8Array, limits?: Parameters<typeof readDraws>[2]) {
  const rows = readDraws(Buffer.from(content), { games, day: '', dateOrder: null }, limits)
  return 'problem' in rows ? rows.problem : rows.map(({ line, game }) => `${line} ${String(game)}`)
}

describe('an upload or a file is read', () => {
  test.each<[what: string, content: string | Uint8Array, found: ReturnType<typeof read>]>([
    ['a table', csv(ROW, '', ROW), ['2 aseda', '4 aseda']],
    [
      'Windows line ends and a mark',
      `\uFEFF${csv(ROW, ROW).replaceAll('\n', '\r\n')}`,
      ['2 aseda', '3 aseda'],
    ],
    ['a separator line', `sep=;\n${csv(ROW).replaceAll(',', ';')}`, ['3 aseda']],
    ['line ends in quotes', csv(ROW.replace('Fête', 'one\ntwo\n'), ROW), ['2 aseda', '5 aseda']],
    ['UTF-16', Buffer.from(`\uFEFF${csv(ROW, ROW)}`, 'utf16le'), ['2 aseda', '3 aseda']],
    ['Windows-1252', Buffer.from(csv(ROW), 'latin1'), ['2 aseda']],
    ['a block of a chat', '*KING* 07/10/2023\nW: 07 12 45 60 89\nM: 3 9 27 33 81\n', ['1 king']],
    ['prose', 'Dear all,\nno draws today.\n', expect.stringMatching(/^No draws were found/)],
    [
      'an open quote',
      csv('national,"2023-10-07,,,ok,1,2,3,4,5', ROW),
      'The file is not valid CSV near line 3: a quote is open or misplaced.',
    ],
    [
      'a very long field',
      csv(`national,${'x'.repeat(20_000)}`),
      expect.stringMatching(/^The file is not valid CSV/),
    ],
    [
      'no column',
      `a,b,c,d,e,f,g,h,i,j,k,l,m,n\n${ROW}`,
      expect.stringMatching(/^The file lacks the columns game,/),
    ],
    ['empty lines', '\n\n \n', 'The file is empty.'],
  ])('%s', (_, content, found) => {
    expect(read(content)).toEqual(found)
  })

  test('up to its limits', () => {
    const limits = { bytes: 1024 * 1024, rows: 3 }
    expect(read(csv(ROW, ROW, ROW, ROW), limits)).toBe('The file has 4 rows; at most 3 fit in one import.')
    expect(read(csv(`aseda${','.repeat(70)}`), limits)).toBe('The file has more than 60 cells.')
    expect(read(csv(...Array.from({ length: 40_000 }, () => ROW)), limits)).toBe(
      'The file is larger than 1 MB.',
    )
  })
})
