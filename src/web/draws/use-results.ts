import { useMemo, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { SAMPLE } from '../../domain/history.ts'
import { searchNumbers, type SearchResult, type SearchRow } from '../../domain/number-search.ts'
import { type GameSection, gameSections, type TableRow, yearRows } from '../../domain/results-view.ts'
import { type CheckedSearch, checkSearch, readSearch, type TypedSearch } from '../../domain/search-address.ts'
import { useCall } from '../api/use-call.ts'
import { resultsAddress } from './addresses.ts'
import type { PhoneHistory } from './phone-history.ts'
import { useHistory } from './use-history.ts'

/** What the screen shows: from this phone's own copy of the draws as soon as it is here, else from the server. */
export interface ResultsView {
  games: readonly { key: string; name: string }[]
  years: readonly number[]
  sections: readonly GameSection[]
  counts: readonly number[]
  sample: boolean
  /** Rows of a yearly table, or null while they are not here; `partial` when only the newest are. */
  rows: (game: string, year: number) => { rows: readonly TableRow[]; partial: boolean } | null
}

export interface Results {
  typed: TypedSearch
  checked: CheckedSearch
  /** Show only draws that the search found. */
  only: boolean
  view: ResultsView | null
  /** True while a search may still find more than this phone has looked through. */
  searching: boolean
  error: Error | null
  retry: () => void
  /** Changes when the address was changed by anything but the form, which then starts anew from it. */
  formKey: number
  /** Puts a search into the address bar. */
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

  const games = phone.manifest?.games ?? answer.data?.games ?? []
  const years = phone.manifest?.years.map((file) => file.year) ?? answer.data?.years ?? []
  const checked = useMemo(
    () =>
      checkSearch(
        typed,
        games.map((game) => game.key),
        years,
      ),
    // Both lists change only with the manifest or the answer.
    [typed, phone.manifest, answer.data],
  )
  const found = useMemo(
    () => (usePhone && checked.search.rows.length > 0 ? searchNumbers(phone.history, checked.search) : null),
    [usePhone, phone.history, checked],
  )
  const view = useMemo((): ResultsView | null => {
    if (usePhone) return phoneView(phone, checked, found, only)
    return answer.data ? serverView(answer.data, phone, years) : null
  }, [usePhone, phone, checked, found, only, answer.data])

  const form = useFormKey(text)
  return {
    typed,
    checked,
    only,
    view,
    searching: checked.search.rows.length > 0 && !usePhone && answer.asking,
    error: view ? null : (answer.error ?? phone.error),
    retry: answer.askAgain,
    formKey: form.key,
    show(query) {
      const next = query.toString()
      form.expect(next)
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
    counts: found?.counts ?? [],
    sample: [...history.games.values()].some((draws) => draws.flags.some((flags) => (flags & SAMPLE) !== 0)),
    rows(game, year) {
      const marks = only && found ? (found.marks.get(game) ?? new Uint16Array(0)) : undefined
      return { rows: yearRows(history, game, year, marks), partial: false }
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
  const { games, sections, counts, first, sample } = answer
  return {
    games,
    years,
    sections,
    counts,
    sample,
    rows(game, year) {
      if (phone.years.has(year)) return { rows: yearRows(phone.history, game, year), partial: false }
      if (first?.game !== game || first.year !== year) return null
      const draws = sections
        .find((section) => section.key === game)
        ?.years.find((known) => known.year === year)?.draws
      return { rows: first.rows as TableRow[], partial: first.rows.length < (draws ?? 0) }
    },
  }
}

/** The rows of a search that a table marks. */
export function markedRows({ checked }: Results): readonly SearchRow[] {
  return checked.search.rows
}

function useFormKey(text: string) {
  const key = useRef(0)
  const expected = useRef(text)
  if (text !== expected.current) {
    expected.current = text
    key.current++
  }
  return { key: key.current, expect: (next: string) => void (expected.current = next) }
}
