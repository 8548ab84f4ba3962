import {
  addDays,
  formatClock,
  formatDate,
  type LagosDate,
  lagosDate,
  MINUTE,
} from '../../platform/rules/base/calendar.ts'
import type { TypedAnnouncement } from '../../operation/rules/talk/announcements.ts'
import { closeOf, planOf } from './draw-calendar.ts'
import type { Game } from './games.ts'

/** What the server knows of a draw that a notice is about. */
interface DrawFacts {
  game: Game
  /** The day that names the draw. */
  date: LagosDate
  /** Whether its result is published, and whether that was corrected. */
  isPublished: boolean
  isCorrected: boolean
  /** Milliseconds. */
  now: number
}

interface PreparedNotice {
  name: string
  /** The line for players; null where the facts do not say so. */
  text: (facts: DrawFacts) => string | null
  /** Why there is no line. */
  refusal: string
}

const placeOf = ({ game, date }: DrawFacts) => planOf(game, date)
const title = ({ game, date }: DrawFacts) => `${game.name} of ${formatDate(date)}`

/** The sentences that staff post without being owners. The server fills them from its own data, and checks that they hold. */
export const NOTICES = {
  late: {
    name: 'The result is late',
    text: (facts) => {
      const { draw } = placeOf(facts)
      const isDue = draw && closeOf(draw) + draw.expectedMinutes * MINUTE <= facts.now
      return isDue && !facts.isPublished
        ? `The result of ${title(facts)} is late. We publish it as soon as we have it.`
        : null
    },
    refusal: 'No result is missing for this draw.',
  },
  cancelled: {
    name: 'The draw is cancelled',
    text: (facts) => {
      const { draw, change } = placeOf(facts)
      return !draw && change ? `There is no draw of ${facts.game.name} on ${formatDate(facts.date)}.` : null
    },
    refusal: 'The calendar does not say that this draw is cancelled. Change it there first.',
  },
  moved: {
    name: 'The draw is moved',
    text: (facts) => {
      const { draw } = placeOf(facts)
      if (!draw?.change) return null
      return `${title(facts)} now closes at ${formatClock(draw.close)} on ${formatDate(draw.date)}.`
    },
    refusal: 'The calendar does not say that this draw is moved. Change it there first.',
  },
  corrected: {
    name: 'The result is corrected',
    text: (facts) =>
      facts.isCorrected ? `The result of ${title(facts)} was corrected. Please look at it again.` : null,
    refusal: 'The result of this draw was not corrected.',
  },
} as const satisfies Record<string, PreparedNotice>
export type NoticeKind = keyof typeof NOTICES
export const NOTICE_KINDS = Object.keys(NOTICES) as [NoticeKind, ...NoticeKind[]]

/** The line of a notice, from now until the end of the draw's day or of today; null where the facts do not say so. */
export function lineOf(kind: NoticeKind, facts: DrawFacts): TypedAnnouncement | null {
  const text = NOTICES[kind].text(facts)
  const [today, day] = [lagosDate(facts.now), placeOf(facts).draw?.date ?? facts.date]
  return text === null ? null : { text, from: '', until: `${addDays(day > today ? day : today, 1)}T00:00` }
}
