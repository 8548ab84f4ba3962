import { type FormEvent, useState } from 'react'
import { useLocation, useSearch } from '../ui/location.ts'
import { actionsOf, AUDIT_GROUPS, DELETED_ACTOR } from '../../domain/audit.ts'
import { formatClock, formatDate, lagosDate, lagosMinutes } from '../../domain/calendar.ts'
import { detailLabel, detailText } from '../../domain/detail-words.ts'
import { ACCOUNT_LIMITS } from '../../domain/account-limits.ts'
import type { AnswerOf } from '../api/call.ts'
import { PageLink } from '../ui/page-link.tsx'
import { PATHS } from '../../domain/paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Empty, Failure, Loading } from '../ui/states.tsx'
import { Title } from '../ui/title.tsx'
import { failureText } from '../admin/calls.ts'
import { usePages } from '../draws/desk/use-pages.ts'
import { DataTable } from '../admin/data-table.tsx'

type Page = AnswerOf<'GET /api/admin/audit'>
type Names = Page['names']

const TRAIL = '/api/admin/audit'
const FILTERS = ['who', 'action', 'subject', 'from', 'to', 'address'] as const

/** The query of the API calls for a page address. */
function queryOf(search: URLSearchParams): string {
  const wanted = FILTERS.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value]] : []
  })
  return new URLSearchParams(wanted).toString()
}

const addressOf = (path: string, query: string) => (query === '' ? path : `${path}?${query}`)

export const calls = (search: URLSearchParams) => [addressOf(TRAIL, queryOf(search))]

/** The audit trail: actor, action, time, old and new values, reason and address. */
export default function AuditPage() {
  const search = new URLSearchParams(useSearch())
  const query = queryOf(search)
  const list = usePages('GET /api/admin/audit', addressOf(TRAIL, query), ({ next }) =>
    next === null ? undefined : addressOf(TRAIL, query === '' ? `after=${next}` : `${query}&after=${next}`),
  )
  const entries = list.pages.flatMap((page) => page.entries)
  return (
    <>
      <Title>Audit</Title>
      <FilterForm key={query} search={search} />
      <p className="mt-3">
        <a className={buttonClasses('plain')} href={addressOf(`${TRAIL}/export`, query)} download>
          Export as CSV
        </a>
      </p>
      {list.error && entries.length === 0 && (
        <Failure text={failureText(list.error)} onRetry={list.refetch} />
      )}
      {!list.error && list.pages.length === 0 && <Loading text="Loading..." />}
      {list.pages.length > 0 && entries.length === 0 && <Empty text="No matching entries." />}
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

function FilterForm({ search }: { search: URLSearchParams }) {
  const [, navigate] = useLocation()
  const [tooLong, setTooLong] = useState(false)
  function filter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const wanted = new URLSearchParams()
    for (const name of FILTERS) {
      const value = typed.get(name)
      if (typeof value === 'string' && value.trim() !== '') wanted.set(name, value.trim())
    }
    setTooLong([...wanted.values()].some((value) => value.length > ACCOUNT_LIMITS.email))
    navigate(addressOf(PATHS.adminAudit, wanted.toString()))
  }
  const value = (name: (typeof FILTERS)[number]) => search.get(name) ?? ''
  return (
    <form
      method="get"
      action={PATHS.adminAudit}
      aria-label="Filter the audit trail"
      onSubmit={filter}
      className="mt-3 grid items-end gap-2 *:min-w-0 rounded-lg border border-line bg-sheet p-3 sm:grid-cols-3"
    >
      <Field label="Who" name="who" defaultValue={value('who')} placeholder="email, name or program" />
      <ActionChoice chosen={value('action')} />
      <Field label="To what" name="subject" defaultValue={value('subject')} placeholder="draw:12" />
      <Field label="From" name="from" type="date" defaultValue={value('from')} />
      <Field label="To" name="to" type="date" defaultValue={value('to')} />
      <Field label="Address" name="address" defaultValue={value('address')} />
      {tooLong && <Banner kind="bad">This filter is too long.</Banner>}
      <div>
        <Button type="submit">Filter</Button>
      </div>
    </form>
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

function Trail({ pages }: { pages: readonly Page[] }) {
  const rows = pages.flatMap(({ entries, names }) => entries.map((entry) => ({ entry, names })))
  return (
    <DataTable
      caption="Audit trail, newest first"
      captionHidden
      label="Trail"
      columns={['When', 'Who', 'What', 'Old', 'New', 'Why', 'From']}
      className="mt-3 rounded-lg border border-line bg-sheet"
    >
      {rows.map(({ entry, names }) => (
        <tr key={entry.id} className="align-top">
          <th scope="row" className="whitespace-nowrap font-normal">
            {formatDate(lagosDate(entry.at))}
            <br />
            {formatClock(lagosMinutes(entry.at))}
          </th>
          <td>{entry.who ? entry.who.username || DELETED_ACTOR : 'Program'}</td>
          <td>
            <span className="block w-48 break-words">{entry.did}</span>
            {entry.subject.includes(':') && (
              <PageLink
                to={addressOf(PATHS.adminAudit, new URLSearchParams({ subject: entry.subject }).toString())}
                className="link"
              >
                Only this<span className="visually-hidden">: {entry.did}</span>
              </PageLink>
            )}
          </td>
          <td>
            <Value value={entry.old} names={names} />
          </td>
          <td>
            <Value value={entry.new ?? entry.more} names={names} />
          </td>
          <td>{entry.reason}</td>
          <td>{entry.address}</td>
        </tr>
      ))}
    </DataTable>
  )
}

/** A value as text: one field per line. */
function Value({ value, names }: { value: unknown; names: Names }) {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object' || Array.isArray(value)) return detailText('', value, names)
  return (
    <ul className="min-w-40 max-w-80 break-words">
      {Object.entries(value).map(([name, inner]) => (
        <li key={name}>
          <span className="text-quiet">{detailLabel(name)}:</span> {detailText(name, inner, names)}
        </li>
      ))}
    </ul>
  )
}
