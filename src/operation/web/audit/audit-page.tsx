import { type FormEvent, useState, type ReactNode } from 'react'
import { queryOf, useLocation, useSearch } from '../../../platform/web/ui/location.ts'
import { actionsOf, AUDIT_GROUPS, DELETED_ACTOR, PROGRAM_ACTOR } from '../../../platform/rules/audit/audit.ts'
import { ACCOUNT_LIMITS } from '../../../platform/rules/access/limits.ts'
import { STAFF_PATHS } from '../../../platform/rules/access/staff.ts'
import { failureText } from '../../../people/web/staff/calls.ts'
import { Disclosure, Ruled } from '../../../people/web/staff/ruled.tsx'
import { usePages } from '../../../people/web/staff/use-pages.ts'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field, Select } from '../../../platform/web/ui/field.tsx'
import { formText } from '../../../platform/web/ui/form-text.ts'
import { Icon } from '../../../platform/web/ui/icons.tsx'
import { Empty, Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { clockOf, formatDate, type LagosDate, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { detailLabel, detailText } from '../../../platform/rules/audit/detail-words.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'

const TRAIL = '/api/admin/audit'
const FILTERS = ['who', 'action', 'subject', 'from', 'to', 'address'] as const

export const parameters = FILTERS

export const calls = (search: URLSearchParams) => [TRAIL + queryOf(search, FILTERS)]

/** The audit trail in sentences: time, actor, action, values and reason. */
export default function AuditPage() {
  const search = new URLSearchParams(useSearch())
  const query = queryOf(search, FILTERS)
  const list = usePages('GET /api/admin/audit', TRAIL + query, ({ next }) =>
    next === null ? undefined : `${TRAIL}${query}${query === '' ? '?' : '&'}after=${next}`,
  )
  const entries = list.pages.flatMap((page) => page.entries)
  return (
    <>
      <Head
        title="Audit"
        end={
          <a className="link inline-flex min-h-11 items-center" href={`${TRAIL}/export${query}`} download>
            Export as CSV
          </a>
        }
      />
      <FilterForm key={query} search={search} isFiltered={query !== ''} />
      {list.error && entries.length === 0 && (
        <Failure text={failureText(list.error)} onRetry={list.refetch} />
      )}
      {!list.error && list.pages.length === 0 && <Loading />}
      {list.pages.length > 0 && entries.length === 0 && (
        <Empty icon={<Icon name="search" size={32} />} text="No matching entries.">
          Each change by staff or by a job appears here.
        </Empty>
      )}
      {entries.length > 0 && <Trail pages={list.pages} />}
      {list.failure && <Banner kind="bad">{list.failure}</Banner>}
      {list.hasMore && (
        <Button kind="plain" className="mt-3" disabled={list.busy} onClick={() => void list.load()}>
          Show older entries
        </Button>
      )}
    </>
  )
}

function FilterForm({ search, isFiltered }: { search: URLSearchParams; isFiltered: boolean }) {
  const [, navigate] = useLocation()
  const [tooLong, setTooLong] = useState(false)
  function filter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const wanted = new URLSearchParams(FILTERS.map((name) => [name, formText(form, name)]))
    setTooLong([...wanted.values()].some((value) => value.trim().length > ACCOUNT_LIMITS.email))
    navigate(STAFF_PATHS.audit + queryOf(wanted, FILTERS))
  }
  const value = (name: (typeof FILTERS)[number]) => search.get(name) ?? ''
  return (
    <div className="ruled">
      <Disclosure line={<span className="font-bold">Filter</span>} open={isFiltered}>
        <form
          method="get"
          action={STAFF_PATHS.audit}
          aria-label="Filter the audit trail"
          onSubmit={filter}
          className="grid grid-cols-2 items-end gap-2 *:min-w-0 md:grid-cols-3"
        >
          <Field label="Who" name="who" defaultValue={value('who')} placeholder="name or email" />
          <ActionChoice chosen={value('action')} />
          <Field label="From" name="from" type="date" defaultValue={value('from')} />
          <Field label="To" name="to" type="date" defaultValue={value('to')} />
          <Field label="To what" name="subject" defaultValue={value('subject')} placeholder="draw:12" />
          <Field label="Address" name="address" defaultValue={value('address')} />
          {tooLong && <Banner kind="bad">This filter is too long.</Banner>}
          <div>
            <Button type="submit">Filter</Button>
          </div>
        </form>
      </Disclosure>
    </div>
  )
}

/** Every kind of entry under its heading. The first option of a group selects the whole group. */
function ActionChoice({ chosen }: { chosen: string }) {
  const groups = AUDIT_GROUPS.map(([prefix, name]) => ({ prefix, name, actions: actionsOf(prefix) }))
  const known = groups.some(
    ({ prefix, actions }) => prefix === chosen || actions.some(([action]) => action === chosen),
  )
  return (
    <Select label="What" name="action" defaultValue={chosen}>
      <option value="">Everything</option>
      {chosen !== '' && !known && <option value={chosen}>{chosen}</option>}
      {groups.map(({ prefix, name, actions }) => (
        <optgroup key={prefix} label={name}>
          {actions.length > 1 && <option value={prefix}>{name}: all</option>}
          {actions.map(([action, words]) => (
            <option key={action} value={action}>
              {words}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}

type Page = AnswerOf<'GET /api/admin/audit'>
type Entry = Page['entries'][number]
type Names = Page['names']

interface Row {
  entry: Entry
  names: Names
}

/** The entries as sentences under their Lagos days, newest first. A line opens to the values. */
function Trail({ pages }: { pages: readonly Page[] }) {
  const rows = pages.flatMap(({ entries, names }) => entries.map((entry): Row => ({ entry, names })))
  return (
    <section aria-label="Trail" className="mt-4">
      {byDay(rows).map(({ date, rows: ofDay }) => (
        <section key={date} aria-label={formatDate(date)}>
          <h2 className="sticky top-(--masthead) z-1 bg-paper py-2 text-sm font-bold">{formatDate(date)}</h2>
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
      <span className="shrink-0 text-quiet">{clockOf(at)}</span>
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
