import type { ReactNode } from 'react'
import { DELETED_ACTOR, PROGRAM_ACTOR } from '../../domain/audit/audit.ts'
import {
  formatClock,
  formatDate,
  type LagosDate,
  lagosDate,
  lagosMinutes,
} from '../../domain/base/calendar.ts'
import { detailLabel, detailText } from '../../domain/audit/detail-words.ts'
import { STAFF_PATHS } from '../../domain/admin/staff.ts'
import { Disclosure, Ruled } from '../admin/ruled.tsx'
import type { AnswerOf } from '../api/call.ts'
import { PageLink } from '../ui/page-link.tsx'

type Page = AnswerOf<'GET /api/admin/audit'>
type Entry = Page['entries'][number]
type Names = Page['names']

interface Row {
  entry: Entry
  names: Names
}

/** The entries as sentences under their Lagos days, newest first. A line opens to the values. */
export function Trail({ pages }: { pages: readonly Page[] }) {
  const rows = pages.flatMap(({ entries, names }) => entries.map((entry): Row => ({ entry, names })))
  return (
    <section aria-label="Trail" className="mt-4">
      {byDay(rows).map(({ date, rows: ofDay }) => (
        <section key={date} aria-label={formatDate(date)}>
          <h2 className="sticky top-(--masthead) z-[1] bg-paper py-2 text-sm font-bold">
            {formatDate(date)}
          </h2>
          <Ruled>
            {ofDay.map((row) => (
              <li key={row.entry.id} className="text-sm">
                <Disclosure line={<Line entry={row.entry} />}>
                  <Details {...row} />
                </Disclosure>
              </li>
            ))}
          </Ruled>
        </section>
      ))}
    </section>
  )
}

function byDay(rows: readonly Row[]): { date: LagosDate; rows: Row[] }[] {
  const days: { date: LagosDate; rows: Row[] }[] = []
  for (const row of rows) {
    const date = lagosDate(row.entry.at)
    const last = days[days.length - 1]
    if (last?.date === date) last.rows.push(row)
    else days.push({ date, rows: [row] })
  }
  return days
}

function Line({ entry: { at, who, did, reason } }: { entry: Entry }) {
  return (
    <div className="flex gap-3">
      <span className="shrink-0 text-quiet">{formatClock(lagosMinutes(at))}</span>
      <div className="min-w-0">
        <p>
          <strong>{who ? who.username || DELETED_ACTOR : PROGRAM_ACTOR}</strong> {did}
        </p>
        {reason && <p className="text-quiet">Reason: {reason}</p>}
      </div>
    </div>
  )
}

function Details({ entry, names }: Row) {
  const { who, subject, address } = entry
  const facts: [string, ReactNode][] = [
    ['Before', valueOf(entry.old, names)],
    ['After', valueOf(entry.new, names)],
    ['Details', valueOf(entry.more, names)],
    ['Email', who?.email],
    ['Address', address],
  ]
  const only = new URLSearchParams({ subject })
  return (
    <>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[5rem_minmax(0,1fr)]">
        {facts
          .filter(([, value]) => value !== null && value !== undefined)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-quiet">{name}</dt>
              <dd className="min-w-0">{value}</dd>
            </div>
          ))}
      </dl>
      {subject.includes(':') && (
        <PageLink to={`${STAFF_PATHS.audit}?${only}`} className="link inline-flex min-h-11 items-center">
          Only this<span className="visually-hidden">: {entry.did}</span>
        </PageLink>
      )}
    </>
  )
}

/** A value as text: one field per line. A list is the order of the games. */
function valueOf(value: unknown, names: Names): ReactNode {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object' || Array.isArray(value)) return detailText('game', value, names)
  return (
    <ul>
      {Object.entries(value).map(([name, inner]) => (
        <li key={name}>
          <span className="text-quiet">{detailLabel(name)}:</span> {detailText(name, inner, names)}
        </li>
      ))}
    </ul>
  )
}
