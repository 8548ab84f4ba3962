import { useMemo, useState } from 'react'
import { useLocation, useSearch } from '../ui/location.ts'
import { SAMPLE } from '../../domain/history.ts'
import { searchNumbers, type SearchResult } from '../../domain/number-search.ts'
import { type GameSection, gameSections, type TableRow, yearRows } from '../../domain/results-view.ts'
import { type CheckedSearch, checkSearch, readSearch, type TypedSearch } from '../../domain/search-address.ts'
import { useCall } from '../api/use-call.ts'
import { resultsAddress } from './addresses.ts'
import type { PhoneHistory } from './phone-history.ts'
import { useHistory } from './use-history.ts'

/** The data of the screen: from the server until the phone's copy of the draws is complete, then from that copy. */
export interface ResultsView {
  games: readonly { key: string; name: string }[]
  years: readonly number[]
  sections: readonly GameSection[]
  found: Pick<SearchResult, 'counts' | 'searched'> | null
  sample: boolean
  /** Whether the rows of a yearly table are loaded. */
  has: (game: string, year: number) => boolean
  /** The rows of a yearly table; null until they are loaded. */
  rows: (game: string, year: number) => YearRows | null
}

export interface YearRows {
  rows: readonly TableRow[]
  /** Only the newest rows are loaded. */
  partial: boolean
  /** The rows came with the page, so they can be read before any script runs. */
  withPage: boolean
}

export interface Results {
  typed: TypedSearch
  checked: CheckedSearch
  /** Show only draws that match the search. */
  only: boolean
  view: ResultsView | null
  /** True until the search has covered every draw. */
  searching: boolean
  error: Error | null
  retry: () => void
  /** A change of this key means that the form must be filled from the address again. */
  formKey: number
  /** Writes a search into the address bar. */
  show: (query: URLSearchParams) => void
}

export function useResults(): Results {
  const [path, navigate] = useLocation()
  const text = useSearch()
  const search = useMemo(() => new URLSearchParams(text), [text])
  const typed = useMemo(() => readSearch(search), [search])
  const only = search.get('only') === 'yes'
  const searches = typed.rows.some((row) => row.number !== '')

  const phone = useHistory(searches || typed.year !== '')
  const usePhone = phone.complete
  const address = resultsAddress(search)
  const answer = useCall('GET /api/results', usePhone ? undefined : address)

  const { games, years } = useMemo(() => knownLists(phone, answer.data), [phone, answer.data])
  const checked = useMemo(
    () =>
      checkSearch(
        typed,
        games.map((game) => game.key),
        years,
      ),
    [typed, games, years],
  )
  const found = useMemo(
    () => (usePhone && checked.search.rows.length > 0 ? searchNumbers(phone.history, checked.search) : null),
    [usePhone, phone.history, checked],
  )
  const view = useMemo((): ResultsView | null => {
    if (usePhone) return phoneView(phone, checked, found, only)
    return answer.data ? serverView(answer.data, phone, years) : null
  }, [usePhone, phone, checked, found, only, answer.data, years])

  const [formKey, expect] = useFormKey(search.toString())
  return {
    typed,
    checked,
    only,
    view,
    searching: checked.search.rows.length > 0 && !usePhone && answer.isFetching,
    error: view ? null : (answer.error ?? phone.error),
    retry: answer.refetch,
    formKey,
    show(query) {
      const next = query.toString()
      expect(next)
      navigate(next ? `${path}?${next}` : path)
    },
  }
}

function phoneView(
  { manifest, history }: PhoneHistory,
  { search }: CheckedSearch,
  found: SearchResult | null,
  only: boolean,
): ResultsView {
  const sections = gameSections(history, manifest!.games, search, found)
  return {
    games: manifest!.games,
    years: manifest!.years.map((file) => file.year),
    sections: only && found ? matching(sections) : sections,
    found,
    sample: [...history.games.values()].some((draws) => draws.flags.some((flags) => (flags & SAMPLE) !== 0)),
    has: () => true,
    rows(game, year) {
      return {
        rows: yearRows(history, game, year, only ? found?.marks.get(game) : undefined),
        partial: false,
        withPage: false,
      }
    },
  }
}

function matching(sections: readonly GameSection[]): GameSection[] {
  return sections
    .map((section) => ({ ...section, years: section.years.filter((year) => year.matches > 0) }))
    .filter((section) => section.years.length > 0)
}

type ServerAnswer = NonNullable<ReturnType<typeof useCall<'GET /api/results'>>['data']>

function serverView(answer: ServerAnswer, phone: PhoneHistory, years: readonly number[]): ResultsView {
  const { games, sections, first, sample } = answer
  const isWithPage = (game: string, year: number) => first?.game === game && first.year === year
  return {
    games,
    years,
    sections,
    found: answer,
    sample,
    has: (game, year) => phone.years.has(year) || isWithPage(game, year),
    rows(game, year) {
      if (phone.years.has(year))
        return { rows: yearRows(phone.history, game, year), partial: false, withPage: false }
      if (!first || !isWithPage(game, year)) return null
      const whole = sections
        .find((section) => section.key === game)
        ?.years.find((known) => known.year === year)?.rows
      return { rows: first.rows, partial: first.rows.length < (whole ?? 0), withPage: true }
    },
  }
}

/**
 * A key that changes when a link or the browser's history puts another search into the address. The form is then filled
 * from the address again. A jump within the page keeps what was typed.
 *
 * @returns the key, and a function that the form calls before it changes the address itself
 */
function useFormKey(query: string): [key: number, expect: (query: string) => void] {
  const [form, setForm] = useState({ query, key: 0 })
  if (form.query !== query) setForm({ query, key: form.key + 1 })
  return [form.key, (next) => setForm({ query: next, key: form.key })]
}

/** The games and years to choose from: those of the phone's manifest, or of the server's answer. */
function knownLists({ manifest }: PhoneHistory, answer: ServerAnswer | undefined) {
  if (manifest) return { games: manifest.games, years: manifest.years.map((file) => file.year) }
  return { games: answer?.games ?? [], years: answer?.years ?? [] }
}
