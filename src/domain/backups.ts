/** When scheduled backups are due, and which ones are kept. */
import { addDays, instantAt, lagosDate, weekOf } from './calendar.ts'

/** How many days, weeks and months keep their newest backup. */
export interface KeepRule {
  days: number
  weeks: number
  months: number
}

/**
 * The latest instant at which a daily backup was due, in milliseconds.
 * @param hour of the day in Lagos, 0 to 23
 */
export function latestBackupDue(now: number, hour: number): number {
  const today = instantAt(lagosDate(now), hour * 60)
  return now >= today ? today : instantAt(addDays(lagosDate(now), -1), hour * 60)
}

/** `lotto-20261122T020000Z.backup`: the name of a scheduled backup by its instant in milliseconds, to the second. */
export function backupName(at: number): string {
  return `lotto-${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.backup`
}

/** The instant in a name of {@link backupName}; null for any other file. */
export function backupInstant(name: string): number | null {
  const [, year, month, day, hours, minutes, seconds] =
    /^lotto-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/.exec(name) ?? []
  if (year === undefined) return null
  const at = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(at) ? null : at
}

/** Whether a file is the draft of a scheduled backup. */
export const isBackupDraft = (name: string): boolean => /^lotto-\d{8}T\d{6}Z\.backup\..*partial$/.test(name)

/**
 * The files of a folder that the rule does not keep. It keeps the newest backup of each of the last days, weeks and months
 * that have one, in Lagos, and every file of another name. A backup from after `now` was made by a wrong clock: it is kept,
 * and does not count as the newest.
 */
export function surplusBackups(
  names: readonly string[],
  { days, weeks, months }: KeepRule,
  now: number,
): string[] {
  const backups = names
    .flatMap((name) => {
      const at = backupInstant(name)
      return at === null || at > now ? [] : [{ name, date: lagosDate(at), at }]
    })
    .sort((a, b) => b.at - a.at)
  const newestOf = (periodOf: (one: (typeof backups)[number]) => string, count: number) => {
    const newest = new Map<string, string>()
    for (const one of backups) if (!newest.has(periodOf(one))) newest.set(periodOf(one), one.name)
    return [...newest.values()].slice(0, count)
  }
  const kept = new Set([
    ...newestOf(({ date }) => date, days),
    ...newestOf(({ date }) => weekOf(date)[0]!, weeks),
    ...newestOf(({ date }) => date.slice(0, 7), months),
  ])
  return backups.map(({ name }) => name).filter((name) => !kept.has(name))
}
