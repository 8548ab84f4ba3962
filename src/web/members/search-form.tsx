import { type FormEvent } from 'react'
import { queryOf, useLocation } from '../ui/location.ts'
import { ACCOUNT_LIMITS } from '../../domain/accounts/limits.ts'
import { PLAN_KEYS, PLANS, ROLES } from '../../domain/billing/plans.ts'
import { STAFF_PATHS } from '../../domain/admin/staff.ts'
import { Button } from '../ui/button.tsx'
import { Field, Select } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'

export const FILTERS = ['search', 'role', 'plan'] as const

/** Search by part of email or username, role and plan. A plain form without script. */
export function SearchForm({ search }: { search: URLSearchParams }) {
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
