import { formatDayMonth, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import type { Draw, ValueChange } from '../draw.ts'

/** A draw that changed while a screen was open. */
export interface DrawNews extends Pick<Draw, 'state' | 'winning' | 'machine' | 'date'> {
  /** The name of its game. */
  name: string
  removed: boolean
  /** The earlier values, if this is a correction. */
  changes: readonly { what: ValueChange['what'] | (string & {}); old: string; new: string }[]
}

/** A draw's news in parts: `Corrected: Gold, 16 Mar: winning 1 - 2 - 3 - 4 - 6, was 1 - 2 - 3 - 4 - 5`. */
interface NewsText {
  /** The event with the draw: `New result: Gold, 16 Mar`. */
  title: string
  /** Each value with its earlier one; `old` is null for a new value. */
  values: { text: string; old: string | null }[]
}

const joined = (numbers: readonly number[]) => numbers.join(' - ')

/** What happened to a draw, for a note on an open screen. */
export function newsText(news: DrawNews): NewsText {
  const { name, date, state, winning, machine, removed, changes } = news
  const title = (event: string) => `${event}: ${name}, ${formatDayMonth(date)}`
  if (removed) return { title: title('Result removed'), values: [] }
  if (changes.length > 0)
    return {
      title: title('Corrected'),
      values: changes.map((change) => ({ text: `${change.what} ${change.new}`, old: change.old })),
    }
  if (state === 'no_draw') return { title: title('No draw'), values: [] }
  const sets = [joined(winning), ...(machine.length > 0 ? [`machine ${joined(machine)}`] : [])]
  return { title: title('New result'), values: sets.map((text) => ({ text, old: null })) }
}

/** The values in one line, corrected ones with the earlier value; empty for a draw without numbers. */
export const valuesText = (news: DrawNews): string =>
  newsText(news)
    .values.map(({ text, old }) => (old === null ? text : `${text}, was ${old}`))
    .join('; ')

/** The same in one sentence, for screen readers. */
export function newsSentence(news: DrawNews): string {
  const { title } = newsText(news)
  const values = valuesText(news)
  return values === '' ? title : `${title}: ${values}`
}

/** Many draws at once, such as an import. */
export const manyDraws = (count: number): string => `${count} results were added or changed.`

/** Whether a note announces a draw on every open screen: those of `today` and of the day before. */
export const isCurrent = (date: LagosDate, yesterday: LagosDate): boolean => date >= yesterday
