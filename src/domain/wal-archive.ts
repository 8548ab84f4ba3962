/** The files of an archive for recovery to an instant: which ones are kept, and where a recovery starts. Times are milliseconds. */
import { DAY } from './calendar.ts'

/** A base backup: a copy of the data folder, from which the write-ahead log continues. */
export interface BaseBackup {
  name: string
  /** Its end. A recovery to an earlier instant needs an earlier base backup. */
  at: number
  /** The first segment of the write-ahead log that it needs, 24 hexadecimal digits. */
  segment: string
}

/** A recovery: from then on the database wrote on a timeline of its own. */
interface Recovery {
  /** When it was made. */
  at: number
  /** The instant to which it went back. */
  to: number
  timeline: number
}

/** How a recovery to an instant goes: the base backup, and the timeline that was written at the instant. */
export interface RecoveryPlan {
  base: BaseBackup
  timeline: number
}

/** The names round the end of a base backup up to the second, and the time of a recovery down. */
const ROUNDING = 2000
const STAMP = String.raw`(\d{8}T\d{6}Z)`
const BASE = new RegExp(`^base-${STAMP}-([0-9A-F]{24})\\.zst$`)
const RECOVERY = new RegExp(`^recovered-${STAMP}-to-${STAMP}-([0-9A-F]{8})$`)
/**
 * A segment, the unfinished end of a timeline, or the note about a base backup. Histories of timelines are small and always
 * kept.
 */
const SEGMENT = /^([0-9A-F]{24})(\.partial|\.[0-9A-F]{8}\.backup)?\.gz$/

/** The end is rounded up to the second, so a base backup is never taken for an earlier one. */
export function baseName(at: number, segment: string): string {
  return `base-${stampOf(Math.ceil(at / 1000))}-${segment}.zst`
}

export function recoveryName({ at, to, timeline }: Recovery): string {
  const digits = timeline.toString(16).toUpperCase().padStart(8, '0')
  return `recovered-${stampOf(Math.floor(at / 1000))}-to-${stampOf(Math.floor(to / 1000))}-${digits}`
}

/** The base backups among the files of a folder, the newest first. */
export function basesOf(names: readonly string[]): BaseBackup[] {
  return names
    .flatMap((name) => {
      const [, stamp, segment] = BASE.exec(name) ?? []
      return stamp === undefined ? [] : [{ name, at: instantOf(stamp), segment: segment! }]
    })
    .sort((a, b) => b.at - a.at)
}

/**
 * Plans the recovery to an instant; null when the archive begins later. An instant between the two times of an earlier
 * recovery is on the timeline that the recovery left. A base backup that a recovery left behind does not lead to later
 * instants. A recovery does not count if an earlier timeline went on after it: the earlier database is in use again, or
 * another machine made the recovery from the same archive.
 * @param at Infinity for the end of the archive
 */
export function planRecovery(names: readonly string[], at: number): RecoveryPlan | null {
  const bases = basesOf(names)
  const wasUndone = (recovery: Recovery) =>
    bases.some((one) => timelineOf(one.segment) < recovery.timeline && one.at > recovery.at + ROUNDING)
  const earlier = recoveriesOf(names).filter((recovery) => recovery.at <= at && !wasUndone(recovery))
  const wasLeft = (one: BaseBackup) =>
    earlier.some(({ to, timeline }) => timelineOf(one.segment) < timeline && one.at > to)
  const base = bases.find((one) => one.at <= at && !wasLeft(one))
  if (!base) return null
  return { base, timeline: earlier.pop()?.timeline ?? timelineOf(base.segment) }
}

/** The base backups that are not needed to recover to any instant of the last `days` days. */
export function surplusBases(names: readonly string[], now: number, days: number): string[] {
  const old = basesOf(names).filter(({ at }) => at <= now - days * DAY)
  return old.slice(1).map(({ name }) => name)
}

/**
 * The files of the write-ahead log that no base backup needs. A recovery goes back in the log too, so the first segment that
 * is needed may belong to a later base backup.
 * @param names the files of the log
 * @param bases the kept base backups
 */
export function surplusSegments(names: readonly string[], bases: readonly BaseBackup[]): string[] {
  const [first] = bases.map(({ segment }) => positionOf(segment)).sort()
  return names.filter((name) => {
    const [, segment] = SEGMENT.exec(name) ?? []
    return first !== undefined && segment !== undefined && positionOf(segment) < first
  })
}

const timelineOf = (segment: string) => Number.parseInt(segment.slice(0, 8), 16)
/** Segments of all timelines are counted through. */
const positionOf = (segment: string) => segment.slice(8)

function recoveriesOf(names: readonly string[]): Recovery[] {
  return names
    .flatMap((name) => {
      const [, at, to, timeline] = RECOVERY.exec(name) ?? []
      if (at === undefined) return []
      return [{ at: instantOf(at), to: instantOf(to!), timeline: Number.parseInt(timeline!, 16) }]
    })
    .sort((a, b) => a.timeline - b.timeline)
}

/** `20261122T204100Z` */
const stampOf = (seconds: number) =>
  `${new Date(seconds * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const instantOf = (stamp: string) =>
  Date.parse(stamp.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
