import { type FormEvent, useEffect } from 'react'
import { useLocation, useSearch } from '../../../platform/web/ui/location.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { STAFF_PATHS } from '../../../platform/rules/access/staff.ts'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field, Select } from '../../../platform/web/ui/field.tsx'
import { Icon } from '../../../platform/web/ui/icons.tsx'
import { Empty, Failure } from '../../../platform/web/ui/states.tsx'
import { failureText } from '../../../people/web/staff/calls.ts'
import { LoadingRows } from '../loading-rows.tsx'
import { filterQuery, listAddress, nextPage, withQuery } from './addresses.ts'
import { EnteredRow } from './entered-row.tsx'
import type { Deleted } from './undo-bars.tsx'
import { type DeskDay, entryOf } from './entry.ts'
import { usePages } from '../../../people/web/staff/use-pages.ts'
import type { Desk } from './use-desk.ts'

export type Listed = AnswerOf<'GET /api/admin/draws'>['draws'][number]

/** All draws, newest first, with a filter, correction, and deletion with undo. */
export function DrawsList({
  desk,
  today,
  version,
  onChanged,
  onDeleted,
}: {
  desk: Desk
  today: DeskDay
  version: number
  /** Called when a draw was moved. */
  onChanged: () => void
  onDeleted: (deleted: Deleted) => void
}) {
  const search = new URLSearchParams(useSearch())
  const address = listAddress(search)
  const list = usePages('GET /api/admin/draws', address, ({ next }) => nextPage(address, next))
  const { refetch } = list
  useEffect(() => {
    if (version > 0) refetch()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a save refreshes the list
  }, [version])
  const draws = list.pages.flatMap((page) => page.draws)

  return (
    <section aria-labelledby="draws" className="mt-4">
      <details open={filterQuery(search) !== ''}>
        <summary className="flex min-h-11 items-center justify-between">
          <h2 id="draws" className="font-bold">
            Entered
          </h2>
          <span className="link text-sm">Filter</span>
        </summary>
        <FilterForm search={search} today={today} />
      </details>
      {list.error && draws.length === 0 && <Failure text={failureText(list.error)} onRetry={refetch} />}
      {!list.error && list.pages.length === 0 && <LoadingRows both />}
      {list.pages.length > 0 && draws.length === 0 && (
        <Empty icon={<Icon name="day" size={32} />} text="No draws here.">
          Uploaded draws appear here, unless a filter leaves them out.
        </Empty>
      )}
      <ol className="draw-rows draw-rows-wide mt-2">
        {draws.map((draw) => (
          <EnteredRow
            key={draw.id}
            draw={draw}
            gameName={desk.nameOf(draw.game)}
            operator={today.games.find(({ key }) => key === draw.game)?.operator ?? ''}
            games={today.games}
            onCorrect={() => desk.choose(entryOf(draw.game, draw))}
            onMoved={() => {
              refetch()
              onChanged()
            }}
            onDeleted={(at) => onDeleted({ draw, at })}
          />
        ))}
      </ol>
      {list.failure && <Banner kind="bad">{list.failure}</Banner>}
      {list.hasMore && (
        <Button kind="plain" className="mt-3" disabled={list.busy} onClick={() => void list.load()}>
          Show older draws
        </Button>
      )}
    </section>
  )
}

function FilterForm({ search, today }: { search: URLSearchParams; today: DeskDay }) {
  const [, navigate] = useLocation()
  function filter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    navigate(withQuery(STAFF_PATHS.results, filterQuery(new FormData(event.currentTarget))))
  }
  return (
    <form
      method="get"
      action={STAFF_PATHS.results}
      onSubmit={filter}
      aria-label="Filter draws"
      className="grid grid-cols-2 items-end gap-2 *:min-w-0 md:grid-cols-[2fr_2fr_2fr_auto]"
    >
      <Select
        label="Filter by game"
        name="game"
        defaultValue={search.get('game') ?? ''}
        options={[['', 'All'], ...today.games.map(({ key, name }) => [key, name] as const)]}
      />
      <Field label="From" name="from" type="date" defaultValue={search.get('from') ?? ''} />
      <Field label="To" name="to" type="date" defaultValue={search.get('to') ?? ''} />
      <Button type="submit" kind="plain">
        Filter
      </Button>
    </form>
  )
}
