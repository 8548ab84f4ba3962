import type { CalendarChange } from './draw-calendar.ts'
import { defaultMarginMinutes } from './lock.ts'
import { type GameColour, OPERATORS } from './operators.ts'
import {
  addDays,
  capitalised,
  formatClock,
  type LagosDate,
  type Weekday,
  WEEKDAYS,
  weekdayOf,
} from '../../platform/rules/base/calendar.ts'
import { present } from '../../platform/rules/base/lists.ts'

/** The 18 keys of the specification, in the order of every list. */
export const GAME_KEYS = [
  'diamond',
  'peoples',
  'bingo',
  'metro',
  'inter',
  'gold',
  '06',
  'jackpot',
  'clubmaster',
  'super',
  'msp',
  'lucky_G',
  'midweek',
  'fortune',
  'bonanza',
  'king',
  'national',
  'aseda',
] as const
export type SeedGameKey = (typeof GAME_KEYS)[number]

/**
 * When a game closes on a weekday. Slots are never changed in place. A later row for the same weekday takes over on its
 * `validFrom`, so that past states and locks stay correct. A null `close` ends the draws on that weekday.
 */
export interface Slot {
  weekday: Weekday
  /** End of staking, minutes since midnight in Lagos. */
  close: number | null
  /** Minutes after the close until the result is expected. */
  expectedMinutes: number
  /** Minutes between the lock of forecasts and the close. Staff see it, players do not. */
  marginMinutes: number
  validFrom: LagosDate
}

export interface Game {
  key: string
  name: string
  operator: string
  /** The place in every list of games. */
  order: number
  active: boolean
  /** The colour of its stripe; that of its operator if left out. */
  colour?: GameColour | null
  /** The serial number of its first draw on the desk; none for a game without serial numbers. */
  firstSerial?: number | null
  slots: readonly Slot[]
  /** What staff changed for single dates and did not undo, oldest first; none if left out. */
  changes?: readonly CalendarChange[]
}

const { premier: PREMIER, ghana: NLA } = OPERATORS

/** By published schedules the draw is 15 to 30 minutes after the close of staking. Staff can change it per slot. */
export const DEFAULT_EXPECTED_MINUTES = 30

/**
 * The 18 games of a new database. Later, staff edit games and slots. The times are the published closes of staking in
 * Lagos (schedule of a Nigerian results site, 2026).
 */
export const GAME_SEEDS: Record<SeedGameKey, { name: string; operator: string; closes: readonly string[] }> =
  {
    diamond: { name: 'Diamond', operator: PREMIER, closes: ['Mon 09:30', 'Thu 15:30'] },
    peoples: { name: 'Peoples', operator: PREMIER, closes: ['Mon 12:30', 'Thu 09:30'] },
    bingo: { name: 'Bingo', operator: PREMIER, closes: ['Mon 15:30', 'Thu 22:30'] },
    metro: { name: 'Metro', operator: PREMIER, closes: ['Mon 20:00', 'Fri 12:30'] },
    inter: { name: 'International', operator: PREMIER, closes: ['Mon 22:30', 'Thu 20:00'] },
    gold: { name: 'Gold', operator: PREMIER, closes: ['Tue 09:30', 'Fri 15:30'] },
    '06': { name: '06', operator: PREMIER, closes: ['Tue 12:30', 'Sat 20:00'] },
    jackpot: { name: 'Jackpot', operator: PREMIER, closes: ['Tue 15:30', 'Fri 20:00'] },
    clubmaster: { name: 'Club Master', operator: PREMIER, closes: ['Tue 20:00', 'Sat 15:25'] },
    super: { name: 'Super', operator: PREMIER, closes: ['Tue 22:30', 'Sat 12:25'] },
    msp: { name: 'Monday Special (MSP)', operator: NLA, closes: ['Mon 19:30'] },
    lucky_G: { name: 'Lucky G (Lucky Tuesday)', operator: NLA, closes: ['Tue 19:30'] },
    midweek: { name: 'Midweek', operator: NLA, closes: ['Wed 19:30'] },
    fortune: { name: 'Fortune', operator: NLA, closes: ['Thu 19:30'] },
    bonanza: { name: 'Bonanza', operator: NLA, closes: ['Fri 19:30'] },
    king: { name: 'Premier King', operator: PREMIER, closes: ['Sat 09:25'] },
    national: { name: 'National', operator: NLA, closes: ['Sat 19:25'] },
    aseda: { name: 'Aseda', operator: NLA, closes: ['Sun 18:25'] },
  }

/** The seeds as games. */
export function seedGames(validFrom: LagosDate): Game[] {
  return GAME_KEYS.map((key, order) => {
    const { name, operator, closes } = GAME_SEEDS[key]
    const slots = closes.map((close) => seedSlot(operator, close, validFrom))
    return { key, name, operator, order, active: true, slots }
  })
}

/** The slot of `Mon 09:30`. */
function seedSlot(operator: string, text: string, validFrom: LagosDate): Slot {
  const [day, hour, minute] = text.split(/[ :]/)
  const weekday = present(WEEKDAYS.find((name) => name.startsWith(day!.toLowerCase())))
  const close = Number(hour) * 60 + Number(minute)
  return {
    weekday,
    close,
    expectedMinutes: DEFAULT_EXPECTED_MINUTES,
    marginMinutes: defaultMarginMinutes(operator, close),
    validFrom,
  }
}

/** A slot with a draw. */
export type OpenSlot = Slot & { close: number }

/** The weekly slot of a game on a date; null if the game does not draw on that weekday. `slotOn` knows changed dates. */
export function weeklySlotOn(game: Pick<Game, 'slots'>, date: LagosDate): OpenSlot | null {
  const weekday = weekdayOf(date)
  let found: Slot | null = null
  for (const slot of game.slots) {
    if (slot.weekday !== weekday || slot.validFrom > date) continue
    if (!found || slot.validFrom > found.validFrom) found = slot
  }
  return found?.close == null ? null : (found as OpenSlot)
}

/** When a game usually draws in the seven days from a date: `Mon 09:30, Thu 15:30`. */
export function timesOf(game: Pick<Game, 'slots'>, date: LagosDate): string {
  const week = WEEKDAYS.map((_, days) => addDays(date, days)).sort(
    (a, b) => WEEKDAYS.indexOf(weekdayOf(a)) - WEEKDAYS.indexOf(weekdayOf(b)),
  )
  const slots = week.flatMap((day) => weeklySlotOn(game, day) ?? [])
  return slots
    .map(({ weekday, close }) => `${capitalised(weekday).slice(0, 3)} ${formatClock(close)}`)
    .join(', ')
}

const KEY = /^[A-Za-z0-9_]{1,24}$/

/** Whether a text may become the key of a game. Keys are used in addresses, files and JSON without escaping. */
export const isGameKey = (text: string): boolean => KEY.test(text) && !(text in Object.prototype)

/** A key for a new game: `Lucky G (Tuesday)` becomes `lucky_g_tuesday`. Empty for a name without letters and digits. */
export function keyFromName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
  return plain.slice(0, 24).replace(/^_+|_+$/g, '')
}

/** The name of an imported game that has only a key: `mark_II` becomes `Mark II`. */
export const nameFromKey = (key: string): string => capitalised(key.replaceAll('_', ' '))
