import { formatClock, formatDate, formatInstant, parseDate } from '../base/calendar.ts'
import { formatNaira } from '../base/words.ts'
import { PLAN_KEYS, PLANS } from '../access/plans.ts'

/** Labels of stored fields whose names are not plain words. */
const LABELS: Record<string, string> = {
  inTime: 'saved before the close',
  closesAt: 'closes',
  close: 'closes',
  expectedMinutes: 'result expected after',
  marginMinutes: 'forecasts close before the draw',
  validFrom: 'from',
  startsAt: 'starts',
  endsAt: 'ends',
  userId: 'user',
  grantId: 'grant',
  givenBackId: 'order',
  samplesRemoved: 'samples removed',
  gamesAdded: 'games added',
  sessionsEnded: 'sessions ended',
  active: 'played',
  image: 'picture',
}

/** The label of a stored field: `paid amount` for `paidKobo`, which is stored in kobo and shown in naira. */
export function detailLabel(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return LABELS[name] ?? words.replace(/\bkobo$/, 'amount')
}

/**
 * A stored JSON value in words: Lagos times and dates, naira, yes and no, names instead of keys.
 * @param names the names of games and users, by `game:KEY` and `user:ID`
 */
export function detailText(name: string, value: unknown, names: Readonly<Record<string, string>>): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return listText(name, value, names)
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([inner, one]) => `${detailLabel(inner)}: ${detailText(inner, one, names)}`)
      .join('; ')
  if (typeof value === 'number') return numberText(name, value)
  return stringText(name, value as string, names)
}

/** Drawn numbers with dashes, sentences with spaces, other lists with commas. */
function listText(name: string, list: unknown[], names: Readonly<Record<string, string>>): string {
  if (list.length === 0) return 'none'
  const texts = list.map((one) => detailText(name, one, names))
  if (name !== 'numbers' && list.every((one) => typeof one === 'number')) return texts.join(' - ')
  return texts.join(texts.every((text) => text.endsWith('.')) ? ' ' : ', ')
}

function numberText(name: string, value: number): string {
  if (/(kobo|amount)$/i.test(name)) return formatNaira(value)
  if (name.endsWith('At') || name === 'until') return formatInstant(value)
  if (/^(close|quietFrom|quietUntil)$/.test(name)) return formatClock(value)
  if (name === 'expectedMinutes' || name === 'marginMinutes') return `${value} min`
  return String(value)
}

function stringText(name: string, value: string, names: Readonly<Record<string, string>>): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatInstant(Date.parse(value))
  const date = parseDate(value)
  if (date) return formatDate(date)
  if (name === 'plan' || name === 'audience') return planName(value)
  if (/^(game|games|gamesAdded|mineGames|liveGame)$/.test(name)) return names[`game:${value}`] ?? value
  if (name === 'userId') return names[`user:${value}`] ?? value
  if (/^(state|form|bet|group)$/.test(name)) return value.replace(/[_-]/g, ' ')
  return value
}

function planName(key: string): string {
  const plan = PLAN_KEYS.find((one) => one === key)
  return plan ? PLANS[plan].name : key
}
