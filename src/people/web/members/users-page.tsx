import { queryOf, useHistoryState, useSearch, useLocation } from '../../../platform/web/ui/location.ts'
import { useAnswerCache } from '../../../platform/web/api/use-call.ts'
import { useMe } from '../../../platform/web/access/me.ts'
import { failureText, because, sendAdminCall, sendStaff } from '../staff/calls.ts'
import { Ruled, Disclosure } from '../staff/ruled.tsx'
import { usePages } from '../staff/use-pages.ts'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Icon } from '../../../platform/web/ui/icons.tsx'
import { Empty, Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { UserRow } from './user-row.tsx'
import { type FormEvent, useState } from 'react'
import { ACCOUNT_LIMITS } from '../../../platform/rules/access/limits.ts'
import { PLAN_KEYS, PLANS, ROLES, type Role } from '../../../platform/rules/access/plans.ts'
import { STAFF_PATHS, STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { STAFF_MESSAGES } from '../../../platform/rules/access/staff-messages.ts'
import { Field, Select, Checkbox } from '../../../platform/web/ui/field.tsx'
import { formText } from '../../../platform/web/ui/form-text.ts'
import { OnlyWith } from '../staff/section.tsx'
import { StaffForm, type Values } from '../staff/staff-form.tsx'
import { StaffRoleBoxes, staffRolesOf } from './account-actions.tsx'

const USERS = '/api/admin/users'

const FILTERS = ['search', 'role', 'plan'] as const

export const parameters = FILTERS

export const calls = (search: URLSearchParams) => [USERS + queryOf(search, FILTERS)]

async function downloadPeople({ reason }: Values) {
  const file = await (await sendStaff('POST', '/api/admin/people/export', { reason })).blob()
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = 'people.csv'
  link.click()
  URL.revokeObjectURL(link.href)
  return 'The file is downloaded.'
}

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
        <OnlyWith right="manage-staff">
          <Disclosure line={<span className="font-bold">Download all people as CSV</span>}>
            <StaffForm stacked button="Download" draft="people" send={downloadPeople}>
              <p className="text-sm">The file has names and emails. Owners get a mail that you took it.</p>
              <Field label="Reason" name="reason" required maxLength={STAFF_LIMITS.reason} />
            </StaffForm>
          </Disclosure>
        </OnlyWith>
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

/** Search by part of email or username, role and plan. A plain form without script. */
function SearchForm({ search }: { search: URLSearchParams }) {
  const [, navigate] = useLocation()
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const wanted = new URLSearchParams(FILTERS.map((name) => [name, formText(form, name)]))
    navigate(STAFF_PATHS.users + queryOf(wanted, FILTERS))
  }
  return (
    <form
      method="get"
      action={STAFF_PATHS.users}
      role="search"
      aria-label="Users"
      onSubmit={find}
      className="grid grid-cols-2 items-end gap-2 *:min-w-0 *:first:col-span-2 md:grid-cols-[2fr_1fr_1fr_auto] md:*:first:col-span-1"
    >
      <Field
        label="Search by email or role"
        name="search"
        type="search"
        autoComplete="off"
        maxLength={ACCOUNT_LIMITS.email}
        placeholder="email, name, role, reference"
        defaultValue={search.get('search') ?? ''}
      />
      <Select
        label="Show role"
        name="role"
        defaultValue={search.get('role') ?? ''}
        options={[['', 'any'], ...ROLES]}
      />
      <Select
        label="Show plan"
        name="plan"
        defaultValue={search.get('plan') ?? ''}
        options={[['', 'any'], ...PLAN_KEYS.map((plan) => [plan, PLANS[plan].name] as const)]}
      />
      <Button type="submit">Search</Button>
    </form>
  )
}

/** Adds a record. The role and the admin checkbox stay in step, because both state the role. */
function AddUser({ onAdded }: { onAdded: () => void }) {
  const [role, setRole] = useState<Role>('user')

  async function add({ email, username, reason }: Values, form: HTMLFormElement, id: string) {
    const body = {
      email,
      username,
      role,
      admin: role === 'admin',
      ...(role === 'admin' && { staffRoles: staffRolesOf(form) }),
      reason,
    }
    await sendAdminCall('POST /api/admin/users', { body, form: id })
    form.reset()
    setRole('user')
    onAdded()
    return STAFF_MESSAGES.userAdded
  }

  return (
    <Disclosure line={<span className="font-bold">Add user</span>}>
      <StaffForm
        stacked
        className=""
        label="Add user"
        button="Add user"
        send={add}
        explain={because('The user was not added.')}
      >
        <p className="text-sm text-quiet">
          This person cannot log in before setting a password through the link we email. They keep this role.
        </p>
        <div className="grid gap-3 *:min-w-0 sm:grid-cols-2">
          <Field
            label="Email"
            name="email"
            type="email"
            required
            autoComplete="off"
            maxLength={ACCOUNT_LIMITS.email}
          />
          <Field
            label="Username"
            name="username"
            autoComplete="off"
            maxLength={ACCOUNT_LIMITS.username}
            hint="Optional."
          />
          <Select
            label="Role"
            name="role"
            value={role}
            onChange={(event) => setRole(event.target.value === 'admin' ? 'admin' : 'user')}
            options={['user', 'admin']}
          />
          <Field
            label="Reason"
            name="reason"
            autoComplete="off"
            maxLength={STAFF_LIMITS.reason}
            hint="For the audit trail. Optional."
          />
        </div>
        <Checkbox
          label="Admin"
          name="admin"
          checked={role === 'admin'}
          onChange={(event) => setRole(event.target.checked ? 'admin' : 'user')}
        />
        {role === 'admin' && <StaffRoleBoxes given={[]} />}
      </StaffForm>
    </Disclosure>
  )
}
