import { type FormEvent, useEffect, useState } from 'react'
import { useLocation, useSearch } from '../../ui/location.ts'
import { formatDate } from '../../../domain/calendar.ts'
import { DESK_LIMITS } from '../../../domain/desk-limits.ts'
import { serverNow } from '../../api/server-time.ts'
import type { AnswerOf } from '../../api/call.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { PATHS } from '../../../domain/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { failureText, sendAdminCall } from '../../admin/calls.ts'
import { filterQuery, listAddress, nextPage, withQuery } from './addresses.ts'
import { DeleteForm } from './delete-form.tsx'
import { type DeskDay, entryOf } from './entry.ts'
import { usePages } from './use-pages.ts'
import type { Desk } from './use-desk.ts'

type Listed = AnswerOf<'GET /api/admin/draws'>['draws'][number]

/** All draws, newest first, with a filter, correction, and deletion with undo. */
export function DrawsList({
  desk,
  today,
  version,
  onChanged,
}: {
  desk: Desk
  today: DeskDay
  version: number
  /** Called when a draw was deleted or restored. */
  onChanged: () => void
}) {
  const search = new URLSearchParams(useSearch())
  const address = listAddress(search)
  const list = usePages('GET /api/admin/draws', address, ({ next }) => nextPage(address, next))
  const [deleting, setDeleting] = useState<number | null>(null)
  const [deleted, setDeleted] = useState<readonly { draw: Listed; until: number }[]>([])
  const { refetch } = list
  useEffect(() => {
    if (version > 0) refetch()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a save refreshes the list
  }, [version])
  const nameOf = (key: string) => today.games.find((game) => game.key === key)?.name ?? key
  const draws = list.pages.flatMap((page) => page.draws)

  return (
    <section aria-labelledby="draws" className="mt-6">
      <h2 id="draws" className="text-lg font-bold">
        Draws
      </h2>
      <FilterForm search={search} today={today} />
      {deleted.map(({ draw, until }) => (
        <Undo
          key={draw.id}
          name={`${nameOf(draw.game)}, ${formatDate(draw.date)}`}
          id={draw.id}
          until={until}
          onDone={() => {
            setDeleted((all) => all.filter((one) => one.draw.id !== draw.id))
            refetch()
            onChanged()
          }}
        />
      ))}
      {list.error && draws.length === 0 && <Failure text={failureText(list.error)} onRetry={refetch} />}
      {!list.error && list.pages.length === 0 && <Loading text="Loading..." />}
      {list.pages.length > 0 && draws.length === 0 && <Empty text="No draws here." />}
      <ul className="mt-3 divide-y divide-line rounded-lg border border-line bg-sheet">
        {draws.map((draw) => (
          <li key={draw.id} className="p-3">
            <div className="flex flex-wrap items-start justify-between gap-2">
              <div className="min-w-0 basis-full sm:flex-1 sm:basis-0">
                <DrawLines draw={draw} name={nameOf(draw.game)} />
              </div>
              {draw.source !== 'sample' && (
                <div className="flex flex-wrap gap-2">
                  {!draw.hidden && (
                    <Button
                      kind="plain"
                      className="px-3 text-sm"
                      aria-label={`Correct ${nameOf(draw.game)}, ${formatDate(draw.date)}`}
                      onClick={() => {
                        desk.open(entryOf(draw.game, draw))
                        window.scrollTo(0, 0)
                      }}
                    >
                      Correct
                    </Button>
                  )}
                  <Button
                    kind="plain"
                    className="px-3 text-sm"
                    aria-label={`Delete ${nameOf(draw.game)}, ${formatDate(draw.date)}`}
                    onClick={() => setDeleting(draw.id)}
                  >
                    Delete
                  </Button>
                </div>
              )}
            </div>
            {deleting === draw.id && (
              <DeleteForm
                draw={draw}
                onCancel={() => setDeleting(null)}
                onDone={(now) => {
                  setDeleting(null)
                  const until = now + DESK_LIMITS.undoSeconds * 1000
                  setDeleted((all) => [...all.filter((one) => one.draw.id !== draw.id), { draw, until }])
                  refetch()
                  onChanged()
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {list.failure && <Banner kind="bad">{list.failure}</Banner>}
      {list.hasMore && (
        <Button kind="plain" className="mt-3" disabled={list.busy} onClick={() => void list.load()}>
          Show older draws
        </Button>
      )}
    </section>
  )
}

function DrawLines({ draw, name }: { draw: Listed; name: string }) {
  const notes = [
    draw.serial !== null && `No. ${draw.serial}`,
    draw.state === 'unconfirmed' && 'unconfirmed',
    draw.source === 'sample' && 'sample',
    draw.source === 'import' && 'imported',
    draw.by && `by ${draw.by}`,
    draw.corrections > 0 && `corrected ${draw.corrections} time(s)`,
  ].filter(Boolean)
  return (
    <>
      <p className="font-bold">
        {name}, <time dateTime={draw.date}>{formatDate(draw.date)}</time>
      </p>
      {draw.state === 'no_draw' ? (
        <p>No draw</p>
      ) : draw.hidden ? (
        <p className="text-sm">Hidden until a second person has typed the numbers.</p>
      ) : (
        <p>
          Winning {draw.winning.join(' - ')}
          <br />
          Machine {draw.machine.length > 0 ? draw.machine.join(' - ') : 'not in yet'}
        </p>
      )}
      <p className="text-sm text-quiet">
        {notes.join(', ')}
        {notes.length > 0 && ', '}
        <PageLink to={`${PATHS.adminAudit}?subject=draw:${draw.id}`} className="link">
          trail
        </PageLink>
      </p>
    </>
  )
}

function FilterForm({ search, today }: { search: URLSearchParams; today: DeskDay }) {
  const [, navigate] = useLocation()
  function filter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    navigate(withQuery(PATHS.adminResults, filterQuery(new FormData(event.currentTarget))))
  }
  return (
    <form
      method="get"
      action={PATHS.adminResults}
      onSubmit={filter}
      aria-label="Filter draws"
      className="mt-2 grid items-end gap-2 *:min-w-0 sm:grid-cols-[2fr_2fr_2fr_1fr]"
    >
      <Select label="Filter by game" name="game" defaultValue={search.get('game') ?? ''}>
        <option value="">All</option>
        {today.games.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </Select>
      <Field label="From" name="from" type="date" defaultValue={search.get('from') ?? ''} />
      <Field label="To" name="to" type="date" defaultValue={search.get('to') ?? ''} />
      <Button type="submit" kind="plain">
        Filter
      </Button>
    </form>
  )
}

/** Undoes a deletion, for as long as the server allows. */
function Undo({ name, id, until, onDone }: { name: string; id: number; until: number; onDone: () => void }) {
  const [left, setLeft] = useState<number>(DESK_LIMITS.undoSeconds)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      const seconds = Math.ceil((until - serverNow()) / 1000)
      setLeft(seconds)
      if (seconds <= 0) onDone()
    }, 500)
    return () => clearInterval(timer)
  }, [until, onDone])

  async function undo() {
    try {
      await sendAdminCall('POST /api/admin/draws/:id/restore', { params: { id } })
      onDone()
    } catch (error) {
      setFailure(failureText(error))
    }
  }
  return (
    <div className="mt-3">
      <Banner kind={failure ? 'bad' : 'good'}>
        <p>{failure ?? `${name} is deleted.`}</p>
        <Button kind="plain" className="mt-1" onClick={() => void undo()}>
          Undo <span aria-hidden="true">({left})</span>
        </Button>
      </Banner>
    </div>
  )
}
