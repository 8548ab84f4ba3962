import { queryOf, useHistoryState, useSearch } from '../ui/location.ts'
import { useAnswerCache } from '../api/use-call.ts'
import { useMe } from '../accounts/me.ts'
import { failureText } from '../admin/calls.ts'
import { Ruled } from '../admin/ruled.tsx'
import { usePages } from '../draws/desk/use-pages.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Empty, Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { AddUser } from './add-user.tsx'
import { FILTERS, SearchForm } from './search-form.tsx'
import { UserRow } from './user-row.tsx'

const USERS = '/api/admin/users'

export const parameters = FILTERS

export const calls = (search: URLSearchParams) => [USERS + queryOf(search, FILTERS)]

/** Users: search and add. Each leads to the person's page. */
export default function UsersPage() {
  const me = useMe()
  const search = new URLSearchParams(useSearch())
  const query = queryOf(search, FILTERS)
  const list = usePages('GET /api/admin/users', USERS + query, ({ next }) =>
    next === null ? undefined : `${USERS}${query}${query === '' ? '?' : '&'}after=${next}`,
  )
  const cache = useAnswerCache()
  const isDeleted = useHistoryState<{ isDeleted?: true } | null>()?.isDeleted
  const users = list.pages.flatMap((page) => page.users)

  /** Reloads the first page; later pages stay as they are, and other searches leave the cache. */
  function refresh() {
    void cache.renew((address) => address === USERS || address.startsWith(`${USERS}?`))
  }

  return (
    <>
      <Head title="Users" />
      <div className="ruled">
        <div className="py-3">
          <SearchForm key={query} search={search} />
        </div>
        <AddUser onAdded={refresh} />
      </div>
      <section aria-labelledby="found" className="mt-4">
        <h2 id="found" className="mb-2 font-bold">
          {query === '' ? 'All users, newest first' : 'Users found'}
        </h2>
        <p role="status" className="font-bold text-brand empty:hidden">
          {isDeleted && 'The user is deleted.'}
        </p>
        {list.error && list.pages.length === 0 && (
          <Failure
            text="The users could not be loaded."
            detail={failureText(list.error)}
            onRetry={list.refetch}
          />
        )}
        {!list.error && list.pages.length === 0 && <Loading />}
        {list.pages.length > 0 && users.length === 0 && (
          <Empty icon={<Icon name="user" size={32} />} text="No users match this search.">
            Search by a part of the name or of the email, or by the reference of an account or a payment.
          </Empty>
        )}
        {users.length > 0 && (
          <Ruled>
            {users.map((user) => (
              <li key={user.uid}>
                <UserRow user={user} isMe={user.uid === me?.uid} />
              </li>
            ))}
          </Ruled>
        )}
        {list.failure && <Banner kind="bad">{list.failure}</Banner>}
        {list.hasMore && (
          <Button kind="plain" className="mt-3" disabled={list.busy} onClick={() => void list.load()}>
            Show more users
          </Button>
        )}
      </section>
    </>
  )
}
