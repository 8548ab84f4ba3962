// Random notations of known draws, against the plainest oracle: what is stored is the draw, or nothing.
import { describe, expect, test } from 'vitest'
import {
  addDays,
  capitalised,
  endOfDay,
  type LagosDate,
  MONTHS,
  parseDate,
  weekdayOf,
} from '../../../platform/rules/base/calendar.ts'
import { random, type Random } from '../../../../tests/support/random.ts'
import type { Draw } from '../../rules/draw.ts'
import { seedGames } from '../../rules/games.ts'
import { planIngest } from '../../rules/ingest/ingest-plan.ts'
import { readDraws } from './read-draws.ts'

/** All 60,000 lines in `npm run test:long`, or as many as `RANDOM_LINES` says. */
const LINES = Number(process.env.RANDOM_LINES ?? 2000)
const TODAY = parseDate('2025-01-20')!
const GAMES = seedGames(parseDate('2020-01-01')!)
const OPTIONS = { now: endOfDay(TODAY) - 1, games: GAMES, nearNames: true, dateOrder: null }

interface Known {
  /** Whether the date is beside the game or the numbers, and not in a heading. */
  isDated: boolean
  game: string
  date: LagosDate
  winning: number[]
  machine: number[]
  serial: number | null
}

const NOISE = 'RESULT|result:|draw:|today|Lotto|LIVE|latest results|🔥|✅|Official'.split('|')
const JUNK = (
  '12|bonus 7|45/60|11-25|sure|½|①|2sure|~54~|+|?|banker|9:30|08031234567|7.5|M|' +
  'W|#|S/N|5*6|\u202e|🔟|N/A|16/01|Gold'
).split('|')
const UNSEEN = ['\u200e', '\u200f', '\u200b', '\u2060', '\ufeff', '\u00ad', '\ufe0f', '\u202a']

function line({ below, pick: one, balls: five }: Random): { known: Known; text: string; isWhole: boolean } {
  const chance = (of: number) => below(of) === 0
  const game = one(GAMES)
  const date = addDays(TODAY, -1 - below(40))
  const hasDate = !chance(6)
  const known: Known = {
    isDated: true,
    game: game.key,
    date: hasDate ? date : TODAY,
    winning: five(),
    machine: chance(3) ? [] : five(),
    serial: chance(4) ? below(120) + 1 : null,
  }
  const [y, m, d] = date.split('-') as [string, string, string]
  const [day, month, year] = [Number(d), Number(m), y.slice(2)]
  const name = capitalised(MONTHS[month - 1]!)
  const week = capitalised(weekdayOf(date))
  const when = one([
    date,
    `${d}/${m}/${y}`,
    `${day}/${month}/${year}`,
    `${d}/${m}`,
    `${day}-${month}`,
    `${d}-${name.slice(0, 3)}-${year}`,
    `${week.slice(0, 3)} ${d}/${m}`,
    `${week}, ${day} ${name}`,
    `${week} ${day}th of ${name} ${y}`,
    `${name} ${day}, ${y}`,
    `${y}${m}${d}`,
    `${date}T00:00:00.000Z`,
    `${d}.${m}.${y}`,
  ])
  const mark = below(7)
  const digits = (ball: number) => {
    const text = chance(2) ? String(ball).padStart(2, '0') : String(ball)
    if (mark === 1) return [...text].map((digit) => `${digit}\ufe0f\u20e3`).join('')
    if (mark === 2) return text.split('').join(one(UNSEEN))
    if (mark === 3) return `*${text}*`
    if (mark === 4 && chance(3)) return text.length === 2 ? `*${text[0]}*${text[1]}` : text
    if (mark === 5 && chance(4)) return `(${text})`
    if (mark === 6) return [...text].map((digit) => String.fromCharCode(0xff10 + Number(digit))).join('')
    return text
  }
  const gap = one([' ', ', ', ',', '-', ' - ', '.', '/', '\n', '*', '  ', ' | ', '–'])
  const isWhole = !chance(3)
  const drops = !isWhole && chance(3)
  const written = (balls: readonly number[]) => balls.filter(() => !drops || !chance(6))
  let shown = [written(known.winning), written(known.machine)] as const
  // Five of ten numbers look like one set.
  if (shown[0].length + shown[1].length === 5) shown = [known.winning, known.machine]
  const set = (balls: readonly number[]) => balls.map(digits).join(gap)
  const [w, mac] = one([
    ['W:', 'M:'],
    ['Win', 'Mac'],
    ['WINNING NUMBERS', 'MACHINE NUMBERS'],
    ['Winning no.', 'Machine no.'],
    ['WN', 'MN'],
  ] as const)
  const between = one([' ', '\n', ' / ', ' | ', ': '])
  const serial =
    known.serial === null
      ? ''
      : one([`#${known.serial}`, `S/N ${known.serial}`, `EV ${known.serial}`, `Event No: ${known.serial}`])
  let numbers = set(shown[0])
  if (known.machine.length > 0) {
    const other = set(shown[1])
    const form = below(5)
    if (form === 0) numbers = `${w} ${numbers}${between}${mac} ${other}`
    else if (form === 1) numbers = `${mac} ${other}${between}${w} ${numbers}`
    else if (form === 2) numbers = `${numbers}${between}${mac} ${other}`
    else if (form === 3) numbers = `${numbers} / ${other}`
    else numbers = `${numbers}${between}${other}`
  } else if (chance(3)) numbers = `${w} ${numbers}`
  const called = chance(2) ? game.name : game.key.toUpperCase()
  const head = [
    chance(4) ? one(NOISE) : '',
    chance(3) && hasDate ? when : '',
    one(['', '*']) === '*' ? `*${called}*` : called,
  ]
  const isDated = head[1] !== '' || !hasDate
  const parts = [...head, chance(5) ? one(NOISE) : '', isDated ? '' : when, serial, numbers]
  if (!isWhole && !drops) {
    const at = below(parts.length + 1)
    parts.splice(at, 0, one(JUNK))
  }
  const joint = one([' ', ' ', '\n', ': '])
  known.isDated = hasDate && (head[1] === '' || joint !== '\n')
  return { known, text: parts.filter((part) => part !== '').join(joint), isWhole }
}

/** The draws that would be stored. */
function stored(text: string) {
  const read = readDraws(Buffer.from(text), { games: GAMES, day: TODAY, dateOrder: null })
  if ('problem' in read) return []
  return planIngest(read.rows, [], OPTIONS).outcomes.flatMap((outcome) =>
    outcome.verdict === 'new' ? [outcome.to] : [],
  )
}

describe('of random lines', () => {
  test(`none of ${LINES} is stored wrong`, { timeout: 900_000 }, () => {
    const source = random(Number(process.env.TEST_SEED ?? 36))
    const wrong: unknown[] = []
    let [right, whole] = [0, 0]
    for (let i = 0; i < LINES; i++) {
      const { known, text, isWhole } = line(source)
      if (isWhole) whole++
      for (const { game, date, winning, machine } of stored(text)) {
        const isRight =
          game === known.game &&
          (date === known.date || (!known.isDated && text.includes('16/01') && date === '2025-01-16')) &&
          String(winning) === String(known.winning) &&
          (machine.length === 0
            ? !isWhole || known.machine.length === 0
            : String(machine) === String(known.machine))
        if (!isRight) wrong.push({ text, known, read: { game, date, winning, machine } })
        else if (isWhole) right++
      }
    }
    expect(wrong.slice(0, 12)).toEqual([])
    expect(right / whole).toBeGreaterThan(0.95)
  })
})

const TABLES = LINES / 10

/** A table of known draws, its columns in any order. @returns whether its columns have usual names */
function table({ below, pick: one }: Random): {
  known: Omit<Known, 'isDated'>[]
  text: string
  isPlain: boolean
} {
  const chance = (of: number) => below(of) === 0
  const shuffled = <T>(list: readonly T[]) =>
    list
      .map((item) => [below(1e6), item] as const)
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item)
  const five = () => shuffled(Array.from({ length: 90 }, (_, i) => i + 1)).slice(0, 5)
  const hasMachine = !chance(3)
  const games = shuffled(GAMES).slice(0, 1 + below(4))
  const known = games.map(({ key }) => ({
    game: key,
    date: addDays(TODAY, -1 - below(40)),
    winning: five(),
    machine: hasMachine && !chance(5) ? five() : [],
    serial: null,
  }))
  const separator = one([',', ';', '\t', '|'])
  const written = (date: LagosDate) => one([date, date.split('-').reverse().join('/'), `${date}T00:00:00Z`])
  const digits = (ball: number | undefined) => {
    const text =
      ball === undefined
        ? one(['', 'N/A', '-', 'NULL'])
        : chance(2)
          ? String(ball).padStart(2, '0')
          : String(ball)
    return chance(6) ? `="${text}"` : chance(6) ? `"${text}"` : text
  }
  type Cells = [name: string, cell: (draw: (typeof known)[number], place: number) => string]
  const isPlain = !chance(4)
  const set = (type: 'winning' | 'machine'): Cells[] => {
    const usual =
      type === 'winning'
        ? ['W', 'Winning ', 'win', 'WN', 'Win no. ']
        : ['M', 'Machine ', 'Mac', 'MN', 'mach ']
    const odd = ['Ball ', 'N', 'No', type === 'winning' ? 'Main ' : 'Extra ', '']
    const name = one(isPlain ? usual : chance(2) ? usual : odd)
    const mark = one(['-', ' ', '.', '/'])
    if (chance(4)) return [[name.trim(), (draw) => draw[type].join(mark)]]
    return [1, 2, 3, 4, 5].map((place) => [name + place, (draw) => digits(draw[type][place - 1])])
  }
  const nameOf = (key: string) => GAMES.find((game) => game.key === key)!.name
  const isNamed = chance(2)
  const columns = shuffled<Cells>([
    [one(['Game', 'Lotto', 'Game Name', 'LOTTERY']), ({ game }) => (isNamed ? nameOf(game) : game)],
    [one(['Date', 'Draw Date', 'date of draw']), ({ date }) => written(date)],
    ...set('winning'),
    ...(hasMachine ? set('machine') : []),
    ...(chance(2) ? [[one(['id', 'S/N', 'No.']), (_, place) => String(place + 1)] satisfies Cells] : []),
    ...(chance(4) ? [[one(['note', 'Bonus', 'hour']), () => one(['', '7', 'live'])] satisfies Cells] : []),
  ])
  const lines = [
    ...(chance(3)
      ? [one(['Lotto results 2025', 'DRAWS', `Export of 2025-01-20${separator}${separator}`])]
      : []),
    columns.map(([name]) => name).join(separator),
    ...known.map((draw, place) => columns.map(([, cell]) => cell(draw, place)).join(separator)),
  ]
  return { known, text: lines.join(one(['\n', '\r\n'])), isPlain }
}

describe('of random tables', () => {
  test(`each of ${TABLES} is stored as it says, or refused whole`, { timeout: 900_000 }, () => {
    const source = random(Number(process.env.TEST_SEED ?? 36))
    const wrong: unknown[] = []
    const keysOf = (draws: readonly Pick<Draw, 'game' | 'date' | 'winning' | 'machine'>[]) =>
      draws
        .map(
          ({ game, date, winning, machine }) => `${game} ${date} ${winning.join('-')} / ${machine.join('-')}`,
        )
        .sort()
    for (let i = 0; i < TABLES; i++) {
      const { known, text, isPlain } = table(source)
      const [found, right] = [keysOf(stored(text)), keysOf(known)]
      if (String(found) !== String(right) && (isPlain || found.length > 0)) wrong.push({ text, found, right })
    }
    expect(wrong.slice(0, 6)).toEqual([])
  })
})
