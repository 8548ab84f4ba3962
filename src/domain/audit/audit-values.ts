import { capitalised, formatClock, formatDate, formatInstant, parseDate, WEEKDAYS } from '../base/calendar.ts'
import { detailLabel, detailText } from './detail-words.ts'
import { formatCount, formatNaira } from '../base/words.ts'
import { ALARMS } from '../alarms/alarm-kinds.ts'
import { BET_KEYS, BETS } from '../record/multipliers.ts'

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

/** `3 sessions`, `1 session`; empty for anything but a number. */
const counted = (value: unknown, one: string, many: string) =>
  typeof value === 'number' && `${formatCount(value)} ${value === 1 ? one : many}`

/** `7 days`, `1 month`: the length of a grant. */
function lengthText(value: unknown): string | false {
  const { days, months } = fieldsOf(value)
  return counted(days, 'day', 'days') || counted(months, 'month', 'months')
}

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

const planText = (more: Fields, names: Names) =>
  more.plan === undefined ? '' : detailText('plan', more.plan, names)

const nairaText = (kobo: unknown) => (typeof kobo === 'number' ? formatNaira(kobo) : '')

/** Which values an entry shows after its sentence. */
export const AUDIT_VALUES = {
  newDraw: ({ new: draw }) => drawText(fieldsOf(draw)),
  oldDraw: ({ old }) => drawText(fieldsOf(old)),
  heldDraw: ({ new: draw }) => dayAndNumbers(fieldsOf(draw)),
  discardedDraw: ({ old }) => dayAndNumbers(fieldsOf(old)),
  changes,
  drawChanges,
  seenDraw: ({ new: seen }) => detailText('observedAt', fieldsOf(seen).observedAt, {}),
  newSlot: ({ new: slot }) => slotText(fieldsOf(slot)),
  oldSlot: ({ old }) => slotText(fieldsOf(old)),
  newGame: ({ new: game }) => {
    const { operator, validFrom } = fieldsOf(game)
    const from = parseDate(String(validFrom))
    return joined(typeof operator === 'string' && operator, from && `from ${formatDate(from)}`)
  },
  endedGame: ({ new: end }) => detailText('validFrom', fieldsOf(end).validFrom, {}),
  calendarDay: ({ old, new: after, more }) => {
    const { kind, date, toDate, close } = fieldsOf(after ?? old)
    const [from, to] = [date, toDate].map((one) => parseDate(String(one)))
    return joined(
      from && formatDate(from),
      typeof kind === 'string' && kind,
      to && `to ${formatDate(to)}`,
      typeof close === 'number' && formatClock(close),
      typeof more?.reason === 'string' && more.reason,
    )
  },
  newNumbers: ({ new: forecast }) => listOf(fieldsOf(forecast).numbers).join(', '),
  oldNumbers: ({ old }) => listOf(fieldsOf(old).numbers).join(', '),
  newMultiplier: ({ new: row }) => multiplierText(fieldsOf(row)),
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
  imported: ({ more }) => {
    const { name, inserted, completed, corrected, refused, samplesRemoved } = fieldsOf(more)
    const counts = [
      [inserted, 'new'],
      [completed, 'completed'],
      [corrected, 'corrected'],
      [refused, 'refused'],
    ] as const
    return joined(
      typeof name === 'string' && name,
      ...counts.map(([count, word]) => !!count && counted(count, word, word)),
      !!samplesRemoved && counted(samplesRemoved, 'sample removed', 'samples removed'),
    )
  },
  removedSamples: ({ more }) => counted(more?.removed, 'draw', 'draws') || '',
  suspension: ({ more }) => {
    const { until } = fieldsOf(more)
    const date = typeof until === 'string' && parseDate(until)
    return date ? `until ${formatDate(date)}` : ''
  },
  staffRoles: ({ more }) => {
    const { staffRoles } = fieldsOf(more)
    return typeof staffRoles === 'string' ? staffRoles : ''
  },
  role: ({ new: user }) => {
    const { role } = fieldsOf(user)
    return typeof role === 'string' ? `role ${role}` : ''
  },
  endedSessions: ({ more }) => counted(more?.ended, 'session', 'sessions') || '',
  paid: ({ more }, names) => joined(planText(fieldsOf(more), names), nairaText(more?.kobo)),
  shortened: ({ more }) => joined(counted(more?.days, 'day', 'days'), nairaText(more?.refundedKobo)),
  price: ({ more }, names) =>
    joined(
      planText(fieldsOf(more), names),
      nairaText(more?.kobo),
      more?.holdsFrom !== undefined && `from ${detailText('date', more.holdsFrom, names)}`,
    ),
  announced: ({ more }, names) =>
    joined(
      typeof more?.text === 'string' && `“${more.text}”`,
      more?.audience !== undefined &&
        more.audience !== 'all' &&
        `to ${detailText('plan', more.audience, names)}`,
      typeof more?.until === 'number' && `until ${formatInstant(more.until)}`,
      typeof more?.game === 'string' && `with a notification about ${detailText('game', more.game, names)}`,
    ),
  batch: ({ more }, names) =>
    joined(
      counted(more?.vouchers, 'voucher', 'vouchers'),
      planText(fieldsOf(more), names),
      nairaText(more?.kobo),
    ),
  usedVoucher: ({ more }, names) =>
    joined(typeof more?.voucher === 'string' && more.voucher, planText(fieldsOf(more), names)),
  channel: ({ more }) =>
    joined(
      ...(['title', 'decision', 'purpose', 'reason'] as const).map((key) => {
        const text = more?.[key]
        return typeof text === 'string' && text
      }),
    ),
  amount: ({ more }) => nairaText(more?.kobo),
  faults: ({ more }) => listOf(more?.faults).join(' '),
  granted: ({ more }, names) =>
    joined(planText(fieldsOf(more), names), lengthText(more?.length) || lengthText(more)),
  compensated: ({ more }, names) =>
    joined(
      planText(fieldsOf(more), names),
      lengthText(more),
      more?.date !== undefined && `for ${detailText('date', more.date, names)}`,
      counted(more?.people, 'person', 'people'),
    ),
  alarm: ({ more }) => Object.entries(ALARMS).find(([kind]) => kind === more?.kind)?.[1] ?? '',
  backupTime: ({ more }) => {
    const at = Date.parse(String(more?.backupAt))
    return Number.isNaN(at) ? '' : `data of ${formatInstant(at)}`
  },
  reason: ({ more }) => (typeof more?.reason === 'string' ? more.reason : ''),
  mails: ({ more }) => counted(more?.mails, 'mail', 'mails') || '',
  expired: ({ more }) => counted(more?.entries, 'entry', 'entries') || '',
} satisfies Record<string, Values>
