import { useState } from 'react'
import { useLocation, useSearch } from '../ui/location.ts'
import { readSearch, type TypedSearch, writeSearch } from '../../domain/draws/search-address.ts'

interface Form {
  /** The query of the address that the form was filled from or that it wrote. */
  query: string
  typed: TypedSearch
  /** Whether missing values are shown: after Search, and for an address that was opened. */
  isSubmitted: boolean
  /** Whether the next change adds an entry to the browser's history instead of replacing the present one. */
  isKept: boolean
  key: number
}

const formOf = (query: string, key: number): Form => ({
  query,
  typed: readSearch(new URLSearchParams(query)),
  isSubmitted: true,
  isKept: true,
  key,
})

/**
 * The search form and the address, which contains the whole search. The form writes the address on each key. A link or
 * the browser's history that changes the address fills the form again. Back returns to the searches that were
 * submitted and to the address that was opened, not to single keys.
 */
export function useSearchForm() {
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(useSearch()).toString()
  const [form, setForm] = useState(() => formOf(query, 0))
  if (form.query !== query) setForm(formOf(query, form.key + 1))

  function edit(typed: TypedSearch, isSubmitted: boolean): void {
    const next = new URLSearchParams(writeSearch(typed)).toString()
    const isKept = isSubmitted || (next === form.query && form.isKept)
    setForm({ query: next, typed, isSubmitted, isKept, key: form.key })
    if (next !== form.query) navigate(next ? `${path}?${next}` : path, { replace: !form.isKept })
  }
  return { form, edit }
}
