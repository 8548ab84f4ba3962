import { describe, expect, test } from 'vitest'
import { historyDraw } from '../../../tests/support/history-draw.ts'
import { addDays, parseDate } from '../../platform/rules/base/calendar.ts'
import { seedGames } from './games.ts'
import { type HistoryDraw, historyOf } from './history.ts'
import { dayOf } from '../../platform/rules/base/calendar.ts'
import { dayPaper, PAPER, weekPaper, yearPaper } from './paper.ts'

const day = (text: string) => parseDate(text)!
const games = seedGames(day('2020-01-01'))
const draw = (game: string, date: string, more: Partial<HistoryDraw> = {}) =>
  historyDraw({ game, day: dayOf(day(date)), serial: 7, winning: [41, 20, 42, 74, 55], ...more })
const NONE = { serial: null, winning: [], machine: [] }
const MONDAY = day('2026-11-23')
const allWith = (...draws: HistoryDraw[]) => ({ games, history: historyOf(draws) })

describe('the sheet of a day', () => {
  const all = allWith(
    draw('diamond', '2026-11-23'),
    draw('peoples', '2026-11-23', { ...NONE, state: 'no_draw' }),
  )

  test('has its draws by close, with empty lines for those to come', () => {
    const { title, contents, pages } = dayPaper(all, MONDAY, MONDAY)
    expect([title, contents]).toEqual(['Monday 23 November 2026', '1 of 5 results in'])
    const rows = pages.flat().flatMap((block) => block.rows)
    expect(rows[0]).toMatchObject({
      name: 'Diamond',
      time: '09:30',
      serial: 7,
      winning: [41, 20, 42, 74, 55],
    })
    expect(rows[1]).toMatchObject({ name: 'Peoples', isOff: true, winning: [] })
    expect(rows[2]).toMatchObject({ name: 'Bingo', time: '15:30', isOff: false, winning: [] })
  })

  test('names the times of the day after until that day is over', () => {
    expect(dayPaper(all, MONDAY, MONDAY).next).toEqual({
      title: 'Tuesday 24 November',
      text: expect.stringMatching(/^09:30 Gold, 12:30 06, .*19:30 Lucky G \(Lucky Tuesday\) \(Ghana NLA\)/),
    })
    expect(dayPaper(all, MONDAY, addDays(MONDAY, 1)).next).not.toBeNull()
    expect(dayPaper(all, MONDAY, addDays(MONDAY, 2)).next).toBeNull()
  })

  test('is one empty page where no game draws', () => {
    const { contents, pages } = dayPaper(allWith(), day('2019-12-01'), MONDAY)
    expect([contents, pages]).toEqual(['0 draws, all results in', [[{ heading: null, rows: [] }]]])
  })
})

describe('the sheet of seven days', () => {
  test('has the newest day first, with no day on two pages', () => {
    const { title, pages } = weekPaper(allWith(draw('diamond', '2026-11-23')), MONDAY)
    expect(title).toBe('Tue 17 Nov to Mon 23 Nov 2026')
    const headings = pages.flat().map(({ heading }) => heading)
    expect(headings[0]).toBe('Mon 23 Nov 2026')
    expect(new Set(headings).size).toBe(7)
    for (const blocks of pages) {
      const height = blocks.reduce(
        (sum, { rows }) => sum + PAPER.weekHeading + rows.length * PAPER.weekRow,
        0,
      )
      expect(height).toBeLessThanOrEqual(PAPER.weekHeight)
    }
  })

  test('names both years at a change of year', () => {
    expect(weekPaper(allWith(), day('2026-01-02')).title).toBe('Sat 27 Dec 2025 to Fri 2 Jan 2026')
  })
})

describe('the sheet of a year', () => {
  const metro = games.find(({ key }) => key === 'metro')!
  const sheet = (all: ReturnType<typeof allWith>, year = 2026) => yearPaper(all, metro, year, MONDAY)

  test('has each draw of the year in two columns, oldest first, with empty lines to its end', () => {
    const { title, contents, draws, pages } = sheet(
      allWith(draw('metro', '2025-12-29'), draw('metro', '2026-01-02')),
    )
    expect(title).toBe('Metro 2026')
    expect(contents).toBe(
      'Premier Lotto (Baba Ijebu). Mon 20:00, Fri 12:30. Oldest first, in the order drawn.',
    )
    expect([draws, pages.length, pages[0]!.length]).toEqual([1, 1, 2])
    const rows = pages.flat().flatMap((block) => block.rows)
    expect(rows.map(({ date }) => date)).toEqual(rows.map(({ date }) => date).toSorted())
    expect(rows[0]!.date).toBe('2026-01-02')
    expect(rows[0]!.winning.length).toBe(5)
    expect(rows.at(-1)!.winning.length).toBe(0)
    expect(Math.abs(pages[0]![0]!.rows.length - pages[0]![1]!.rows.length)).toBeLessThanOrEqual(1)
  })

  test('begins with the first draw of the game, and keeps a draw outside its calendar and a day without one', () => {
    const all = allWith(
      draw('metro', '2026-11-18'),
      draw('metro', '2026-11-20', { ...NONE, state: 'no_draw' }),
    )
    const rows = sheet(all)
      .pages.flat()
      .flatMap((block) => block.rows)
    expect(rows.slice(0, 3).map(({ date, isOff }) => [date, isOff])).toEqual([
      ['2026-11-18', false],
      ['2026-11-20', true],
      ['2026-11-23', false],
    ])
  })

  test('goes on to another page beyond what two columns hold', () => {
    const daily = Array.from({ length: 2 * PAPER.yearLines + 1 }, (_, i) =>
      draw('metro', addDays(day('2019-01-01'), i)),
    )
    const { pages, draws } = sheet(allWith(...daily), 2019)
    expect(draws).toBe(daily.length)
    expect(pages.map((page) => page.map(({ rows }) => rows.length))).toEqual([[53, 53], [1]])
  })
})
