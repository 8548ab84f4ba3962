// Chats as people send them, against a slow reader that knows how each one was put together.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  capitalised,
  dateOfDay,
  dayOf,
  formatDate,
  type LagosDate,
  MONTHS,
  parseDate,
  weekdayOf,
} from '../../../platform/rules/base/calendar.ts'
import { dateOfShortDay, findShortDay, findWeekday, readDay } from '../written-dates.ts'
import { GAME_ALIASES, gameMatcher } from '../game-names.ts'
import { seedGames } from '../games.ts'
import { readPastedDraws } from './pasted-draws.ts'
import { planIngest } from './ingest-plan.ts'
import { endOfDay } from '../../../platform/rules/base/calendar.ts'

const games = seedGames(parseDate('2020-01-01')!)
const findGame = gameMatcher(games)
const TODAY = parseDate('2026-11-26')!
const day = fc.integer({ min: dayOf(TODAY) - 800, max: dayOf(TODAY) }).map(dateOfDay)
const shortDay = (line: string, upTo: LagosDate) => {
  const found = findShortDay(line)
  return found && dateOfShortDay(found, upTo)
}
const month = (date: string) => MONTHS[Number(date.slice(5, 7)) - 1]!

describe('a day without a year', () => {
  const forms: ((date: ReturnType<typeof dateOfDay>) => string)[] = [
    (date) => `${Number(date.slice(8))} ${month(date).slice(0, 3)}`,
    (date) => `${Number(date.slice(8))}th of ${capitalised(month(date))}`,
    (date) => `${Number(date.slice(8))}/${Number(date.slice(5, 7))}`,
    (date) => `${date.slice(8)}-${date.slice(5, 7)}`,
    (date) => `${capitalised(weekdayOf(date))}, ${month(date).toUpperCase()} ${Number(date.slice(8))}`,
    (date) => `${weekdayOf(date).slice(0, 3)} ${Number(date.slice(8))}/${Number(date.slice(5, 7))}`,
    (date) => `${capitalised(weekdayOf(date))} ${date.slice(8)}-${date.slice(5, 7)}`,
  ]

  test('is the latest one with that day and month up to the given day, and has the weekday', () => {
    fc.assert(
      fc.property(day, day, fc.constantFrom(...forms), (date, upTo, form) => {
        const text = form(date)
        const hasWeekday =
          /^[a-z]{3}/i.test(text) && weekdayOf(date).startsWith(text.slice(0, 3).toLowerCase())
        let expected = upTo
        while (expected.slice(5) !== date.slice(5) && dayOf(upTo) - dayOf(expected) < 1500)
          expected = addDays(expected, -1)
        const isPossible =
          expected.slice(5) === date.slice(5) &&
          Number(upTo.slice(0, 4)) - Number(expected.slice(0, 4)) <= 1 &&
          (!hasWeekday || weekdayOf(expected) === weekdayOf(date))
        expect(shortDay(`Bingo ${text} 7 12 45`, upTo) ?? undefined, text).toEqual(
          isPossible ? expected : undefined,
        )
      }),
    )
  })

  test.each([
    '7 12 45 60 89',
    '45/60 7 12 89',
    '25.11 7 12 45 60',
    'Wed 25/11/26 7',
    'Mark 7 12',
    '5 marks',
    '07/12/45/60/89',
    'Wed 31/02',
    '31 November',
    'Tue 25 Nov',
    'Wed 11/25',
  ])('%j names none', (line) => {
    expect(shortDay(line, TODAY)).toBeNull()
  })

  test('a weekday is the last one up to the given day; two weekdays are none', () => {
    fc.assert(
      fc.property(day, fc.nat(6), (upTo, ago) => {
        const date = addDays(upTo, -ago)
        expect(findWeekday(`results ${formatDate(date).slice(0, 3)}`, upTo)).toBe(date)
        expect(findWeekday('Mon and Tuesday', upTo)).toBeNull()
      }),
    )
  })
})

describe('a name that is one letter off', () => {
  const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const spellings = games.flatMap(({ key, name }) =>
    [
      key,
      name,
      ...name.split(/[()]/),
      ...Object.keys(GAME_ALIASES).filter((alias) => GAME_ALIASES[alias] === key),
    ]
      .map((text) => plain(text.replace(/premier /i, '')))
      .map((spelling) => ({ key, spelling })),
  )
  /** Every text that is one edit away. */
  function editsOf(text: string): Set<string> {
    const edits = new Set<string>()
    for (let at = 0; at <= text.length; at++) {
      const [before, after] = [text.slice(0, at), text.slice(at)]
      edits.add(before + after.slice(1))
      if (after.length > 1) edits.add(before + after[1]! + after[0]! + after.slice(2))
      for (const letter of LETTERS) edits.add(before + letter + after).add(before + letter + after.slice(1))
    }
    return edits
  }

  test('is the only game with a spelling that near', () => {
    const texts = spellings.flatMap(({ spelling }) => [...editsOf(spelling)])
    fc.assert(
      fc.property(fc.constantFrom(...texts), (text) => {
        fc.pre(!findGame.only(text) && !/premier|lott|game|nla|the/.test(text))
        const around = editsOf(text)
        const near = spellings.filter(
          ({ spelling }) =>
            spelling.length >= 4 && text.length >= 4 && !spelling.startsWith(text) && around.has(spelling),
        )
        const keys = [...new Set(near.map(({ key }) => key))]
        expect([text, findGame.near(text)?.key ?? null]).toEqual([text, keys.length === 1 ? keys[0] : null])
      }),
      { numRuns: 500 },
    )
  })

  test.each(['Lucky', 'Tota', 'Mark II', 'Vag', 'Enugu', 'Fair Chance', 'Royal', 'Kin', '07', ''])(
    '%j, another game or too short, is none',
    (text) => {
      expect(findGame.near(text)).toBeNull()
    },
  )

  test('is read only where staff see the plan, with a warning', () => {
    const rows = readPastedDraws('Midwek 25/11/2026 1 2 3 4 5', findGame)
    const options = { now: endOfDay(TODAY) - 1, games, dateOrder: null }
    const plan = planIngest(rows, [], { ...options, nearNames: true })
    expect(plan.outcomes).toMatchObject([
      { verdict: 'new', to: { game: 'midweek' }, warnings: ['Read “Midwek” as Midweek.'] },
    ])
    expect(planIngest(rows, [], { ...options, nearNames: false }).unknownGames).toMatchObject([
      { name: 'Midwek' },
    ])
  })
})

describe('a chat', () => {
  const CHATTER = [
    'Good evening all',
    'God bless',
    'Call 08031234567',
    'Baba 2 sure tomorrow!',
    'pls forward',
    '🙏🙏',
  ]
  const ball = fc.integer({ min: 1, max: 90 })
  const set = fc.uniqueArray(ball, { minLength: 5, maxLength: 5 })
  const block = fc.record({
    game: fc.constantFrom(...games),
    chatter: fc.subarray(CHATTER),
    ago: fc.integer({ min: 0, max: 200 }),
    named: fc.constantFrom('none', 'weekday', 'short', 'full'),
    below: fc.boolean(),
    sets: fc.tuple(set, set),
    notation: fc.nat(3),
  })

  /** One block as text, with the row that it means; lines are counted by hand. */
  function write({ game, chatter, ago, named, below, sets: [winning, machine], notation }: any) {
    const date = addDays(TODAY, named === 'none' ? 0 : named === 'weekday' ? -(ago % 7) : -ago)
    const weekday = capitalised(weekdayOf(date))
    const when = {
      none: '',
      weekday,
      short: `${weekday.slice(0, 3)} ${Number(date.slice(8))} ${month(date)}`,
      full: date.split('-').reverse().join('/'),
    }[named as string]!
    const head = below && when !== '' ? [`*${game.name}*`, when] : [`${game.name} ${when}`]
    const numbers = [
      [`W: ${winning.join(' ')}`, `M: ${machine.join(' ')}`],
      [`${winning.join('-')} / ${machine.join('-')}`],
      [winning.join(', '), machine.join(', ')],
      [...winning, ...machine].map(String),
    ][notation]!
    return {
      lines: [...chatter, ...head, ...numbers, ''],
      offset: chatter.length,
      unread: chatter.filter((text: string) => /\p{L}/u.test(text)),
      row: { game: game.key, date, winning: winning.map(String), machine: machine.map(String) },
    }
  }

  test('with chatter, weekdays and days without a year gives each draw, and shows all that is not read', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
        const written = blocks.map(write)
        let line = 1
        const expected = written.map(({ lines, offset, row }) => {
          const at = line + offset
          line += lines.length
          return { line: at, ...row }
        })
        const rows = readPastedDraws(written.flatMap(({ lines }) => lines).join('\n'), findGame, TODAY)
        const read = rows.filter(({ unread }) => !unread)
        expect(
          read.map(({ line: at, game, date, winning, machine }) => ({
            line: at,
            game,
            date: readDay(date as string).date,
            winning,
            machine,
          })),
        ).toEqual(expected)
        expect(rows.length - read.length).toBe(written.flatMap(({ unread }) => unread).length)
      }),
    )
  })

  test.each([
    ['Metroo EV 21\nFri 20/11\nW: 1 2 3 4 5', { game: 'Metroo', date: '2026-11-20', serial: '21' }],
    ['Wed Midwek\n1 2 3 4 5', { game: 'Midwek', date: '2026-11-25' }],
    ['Kings of lotto, 2 sure', { unread: true }],
    ['W: 1 2 3 4 5\nM: 6 7 8 9 10', { game: '' }],
    ['Hello 1 2 3 4 5 6 7 8 9 10 11', { game: 'Hello' }],
  ])('%j', (text, row) => {
    expect(readPastedDraws(text, findGame, TODAY)).toEqual([expect.objectContaining(row)])
  })

  test('without a given day reads no weekday and no day without a year', () => {
    expect(readPastedDraws('Bingo Wed 25 Nov 1 2 3 4 5', findGame)).toMatchObject([
      { problem: 'The date “Wed 25 Nov” cannot be read; write it as 2023-10-02.' },
    ])
  })

  test('a weekday below a stamp or a heading of another day is refused', () => {
    expect(readPastedDraws('RESULTS 24/11/2026\nBingo Wed 1 2 3 4 5', findGame, TODAY)).toMatchObject([
      { game: 'bingo', problem: '“Wed” is another day than 24/11/2026. Write one day.' },
    ])
  })

  test.each([
    ['[25/11/2025, 19:45] A: Bingo 24 Nov', '2025-11-24'],
    ['[02/01/2026, 00:05] A: Bingo 31 Dec', '2025-12-31'],
    ['24/11/2025\nBingo Tue 25/11', '2025-11-25'],
    ['24 Nov\nBingo 25 Nov', '2026-11-25'],
  ])('a day without a year is the nearest one to a stamp or heading: %j', (head, date) => {
    expect(readPastedDraws(`${head}\n1 2 3 4 5`, findGame, TODAY)).toMatchObject([{ game: 'bingo', date }])
  })

  test('a day below chatter is that of the draws that follow', () => {
    const text = 'Results are in\nWednesday\nMidweek\nW: 1 2 3 4 5\nTuesday\nLucky G\n6 7 8 9 10'
    expect(readPastedDraws(text, findGame, TODAY)).toMatchObject([
      { unread: true },
      { game: 'midweek', date: '2026-11-25' },
      { game: 'lucky_G', date: '2026-11-24' },
    ])
  })
})
