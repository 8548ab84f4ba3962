import { type LagosDate, type Weekday, WEEKDAYS, weekdayOf } from './calendar.ts'

/** The 18 keys of the specification, in the order in which screens list them. */
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
 * When a game closes on a weekday. Slots are never changed in place: a later row for the same weekday takes over on
 * its `validFrom`, so that lateness and locks of the past stay true. `close` null means no draw on that weekday any more.
 */
export interface Slot {
  weekday: Weekday
  /** End of staking, minutes since midnight in Lagos. */
  close: number | null
  /** Minutes after the close until the result is expected. */
  expectedMinutes: number
  validFrom: LagosDate
}

export interface Game {
  key: string
  name: string
  operator: string
  /** Place in every list of games. */
  order: number
  active: boolean
  slots: readonly Slot[]
}

/** Sources put the draw 15 to 30 minutes after the close of staking; staff can change it per slot. */
export const DEFAULT_EXPECTED_MINUTES = 30

const PREMIER = 'Premier Lotto'
const NLA = 'Ghana NLA'

/**
 * The 18 games as a new database starts with them; afterwards games and slots are rows that staff edit.
 * Times are the published close of staking in Lagos (a Nigerian results site's schedule, 2026).
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

/** The seeds in the shape that the rest of the product works with. */
export function seedGames(validFrom: LagosDate): Game[] {
  return GAME_KEYS.map((key, order) => {
    const { name, operator, closes } = GAME_SEEDS[key]
    const slots = closes.map((close) => seedSlot(close, validFrom))
    return { key, name, operator, order, active: true, slots }
  })
}

/** A slot out of `Mon 09:30`. */
function seedSlot(text: string, validFrom: LagosDate): Slot {
  const [day, hour, minute] = text.split(/[ :]/)
  const weekday = WEEKDAYS.find((name) => name.startsWith(day!.toLowerCase()))!
  return {
    weekday,
    close: Number(hour) * 60 + Number(minute),
    expectedMinutes: DEFAULT_EXPECTED_MINUTES,
    validFrom,
  }
}

/** A slot that is in force and draws: its close is known. */
export type OpenSlot = Slot & { close: number }

/** The slot in force for a game on a date, or null when the game does not draw that day. */
export function slotOn(game: Pick<Game, 'slots'>, date: LagosDate): OpenSlot | null {
  const weekday = weekdayOf(date)
  let found: Slot | null = null
  for (const slot of game.slots) {
    if (slot.weekday !== weekday || slot.validFrom > date) continue
    if (!found || slot.validFrom > found.validFrom) found = slot
  }
  return found?.close == null ? null : (found as OpenSlot)
}

const KEY = /^[A-Za-z0-9_]{1,24}$/

/** Whether a text may become the key of a further game: it stands in addresses, files and JSON keys as it is. */
export function isGameKey(text: string): boolean {
  return KEY.test(text) && !(text in Object.prototype)
}

/** A name for a game that came with an import and has only a key: `mark_II` becomes `Mark II`. */
export function nameFromKey(key: string): string {
  return key.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
}
