import { noteText } from '../../domain/draws/calendar-words.ts'
import type { CalendarNote } from '../../domain/draws/draw-calendar.ts'

/** What staff changed for a draw, with their reason. */
export const CalendarLine = ({ note }: { note: CalendarNote | null }) =>
  note && <span className="block text-warn">{noteText(note)}</span>
