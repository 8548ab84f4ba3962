import { capitalised, formatClock, formatDate, parseDate, WEEKDAYS } from '../base/calendar.ts'
import { detailLabel, detailText } from './detail-words.ts'
import { formatCount } from '../base/words.ts'
import { ALARMS } from '../alarms/alarms.ts'
import { BET_KEYS, BETS } from '../record/score.ts'

/** The values of an audit entry. Earlier releases wrote some of them, so no field is certain. */
export interface AuditFacts {
  old: unknown
  new: unknown
  /** The other details. */
  more: Readonly<Record<string, unknown>> | null
}

/** The names of subjects: `draw:12`, `game:gold`, `user:7f`. */
export type Names = Readonly<Record<string, string>>

type Fields = Readonly<Record<string, unknown>>

/** The values that belong into a sentence; empty without any. */
type Values = (facts: AuditFacts, names: Names) => string

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const joined = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(', ')

/** The winning numbers. An unconfirmed draw shows none: a second person must enter them without seeing them. */
function drawText(draw: Fields): string {
  if (draw.state === 'no_draw') return 'no draw'
  if (draw.state === 'unconfirmed') return 'waits for a second person'
  const winning = listOf(draw.winning)
  return winning.length > 0 ? winning.join(' - ') : ''
}

/** `Mon 23 Jun 2025, 20 - 42 - 89 - 13 - 48` */
function dayAndNumbers(draw: Fields): string {
  const date = parseDate(String(draw.date))
  return joined(date && formatDate(date), drawText(draw))
}

/** Values that are too long or too technical for a sentence. */
const UNQUOTED = new Set(['image', 'reasons'])

/** `winning 7 - 12 - 45 - 60 - 89 (was 7 - 12 - 45 - 60 - 88)` for each field that changed. */
const changes: Values = ({ old, new: after }, names) => {
  const [before, now] = [fieldsOf(old), fieldsOf(after)]
  return Object.keys(before)
    .filter((name) => name in now && JSON.stringify(before[name]) !== JSON.stringify(now[name]))
    .map((name) => {
      if (UNQUOTED.has(name)) return `new ${detailLabel(name)}`
      const [text, was] = [now[name], before[name]].map((value) => detailText(name, value, names))
      return `${detailLabel(name)} ${text} (was ${was})`
    })
    .join('; ')
}

/** A correction of a draw that waits for a second person shows no numbers either. */
const drawChanges: Values = (facts, names) =>
  fieldsOf(facts.new).state === 'unconfirmed' ? drawText(fieldsOf(facts.new)) : changes(facts, names)

function slotText(slot: Fields): string {
  const weekday = WEEKDAYS.find((one) => one === slot.weekday)
  const from = parseDate(String(slot.validFrom))
  return joined(
    weekday && capitalised(weekday),
    typeof slot.close === 'number' ? `closes ${formatClock(slot.close)}` : 'no draw',
    typeof slot.marginMinutes === 'number' && `forecasts lock ${slot.marginMinutes} min before`,
    from && `from ${formatDate(from)}`,
  )
}

/** `Two sure at Premier Lotto, 240 times, from Mon 2 Oct 2023` */
function multiplierText({ operator, bet, times, validFrom }: Fields): string {
  const name = BET_KEYS.find((key) => key === bet)
  const from = parseDate(String(validFrom))
  return joined(
    name && `${BETS[name].name} at ${String(operator)}`,
    typeof times === 'number' ? `${formatCount(times)} times` : 'not taken',
    from && `from ${formatDate(from)}`,
  )
}

/** Values that need more than a template. */
const VALUES: Readonly<Record<string, Values>> = {
  draw: ({ old, new: after }) => drawText(fieldsOf(after ?? old)),
  datedDraw: ({ old, new: after }) => dayAndNumbers(fieldsOf(after ?? old)),
  changes,
  drawChanges,
  slot: ({ old, new: after }) => slotText(fieldsOf(after ?? old)),
  multiplier: ({ new: row }) => multiplierText(fieldsOf(row)),
  switched: ({ new: on }) => (typeof on === 'boolean' ? (on ? 'now on' : 'now off') : ''),
  /** Staff move one game by one place. */
  moved: ({ old, new: after }, names) => {
    const [before, now] = [listOf(old), listOf(after)]
    const place = now.findIndex((key, i) => key !== before[i])
    const isSwap = place >= 0 && now[place] === before[place + 1] && now[place + 1] === before[place]
    if (!isSwap) return ''
    const [first, second] = now.slice(place, place + 2).map((key) => detailText('game', key, names))
    return `${first} is now before ${second}`
  },
  alarm: ({ more }) => Object.entries(ALARMS).find(([kind]) => kind === more?.kind)?.[1] ?? '',
}

/**
 * The values of an entry: those of a key, or a template such as `{plan}, from {validFrom}, {days:day/days}`. Its parts have a
 * field in words, or with its count. A part whose field is missing, of another type, 0 or for all is left out.
 */
export function valuesText(values: string, entry: AuditFacts, names: Names): string {
  const special = VALUES[values]
  if (special) return special(entry, names)
  const { old, new: after, more } = entry
  const fields: Fields = { ...fieldsOf(old), ...fieldsOf(after), ...more, ...fieldsOf(more?.length) }
  const parts = values.split(', ').map((part) => {
    const [whole, name = '', one, many = one] = /\{(\w+)(?::([^/}]+)\/?([^}]+)?)?\}/.exec(part) ?? []
    const value = fields[name]
    const isShown = one ? typeof value === 'number' : /string|number/.test(typeof value) || listOf(value)[0]
    if (!whole || !isShown || !value || value === 'all') return null
    const text = one
      ? `${formatCount(value as number)} ${value === 1 ? one : many}`
      : detailText(name, value, names)
    return part.replace(whole, () => text)
  })
  return joined(...parts)
}
