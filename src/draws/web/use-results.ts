import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { CALL_LIMITS } from '../../platform/rules/offline/offline.ts'
import { EMPTY_HISTORY, type History } from '../rules/history.ts'
import { listsOf, resultsView } from '../rules/results-view.ts'
import {
  type CheckedSearch,
  checkSearch,
  type Part,
  readPart,
  type TypedSearch,
  readSearch,
  writeSearch,
} from '../../platform/rules/site/search-address.ts'
import { type AnswerOf, get } from '../../platform/web/api/call.ts'
import { useCall, useAnswer } from '../../platform/web/api/use-call.ts'
import { useMe } from '../../platform/web/access/me.ts'
import { resultsAddress } from './addresses.ts'
import { useLocation, useSearch } from '../../platform/web/ui/location.ts'
import { loadYear, type Year } from './kept-years.ts'
import { historyOfYears } from '../rules/draw-years.ts'
import { noteFollowing } from '../../platform/web/api/connection.ts'

/** The content of the screen: the server's answer, or the same computed from the phone's copy of the draws. */
export type ResultsAnswer = AnswerOf<'GET /api/results'>

export interface Results {
  /** The form as typed. A change of `formKey` means that it must be filled from `typed` again. */
  typed: TypedSearch
  formKey: number
  /** The key of the game that the form shows; empty for all games, null until one is chosen or followed. */
  game: string | null
  /** Answers the form: on each key, or on Search, which also shows what is missing. */
  edit: (typed: TypedSearch, isSubmitted: boolean) => void
  /** The search that `answer` answers, with the shown game. */
  shown: TypedSearch
  checked: CheckedSearch
  part: Part
  isSubmitted: boolean
  /** Null until the first answer. While the next one is fetched, the last one stays. */
  answer: ResultsAnswer | null
  /** Whether `answer` belongs to an earlier search. */
  isStale: boolean
  error: Error | null
  retry: () => void
}

export function useResults(): Results {
  const { form, edit } = useSearchForm()
  // The field repaints before the answer is computed, so that typing stays quick on a slow phone.
  const { typed, query, isSubmitted } = useDeferredValue(form)
  const phone = useHistory(typed.rows.length > 0)
  const { fallback, refuse } = useFallback()

  const call = useCall(
    'GET /api/results',
    phone ? undefined : resultsAddress(new URLSearchParams(query), fallback),
  )
  if (call.error?.status === 404 && fallback !== null) refuse()

  const [last, setLast] = useState<ResultsAnswer | null>(null)
  const lists = useMemo(() => phone && listsOf(phone), [phone])
  const known = lists ?? call.data ?? last
  const isGone = !!fallback && !!known && !known.games.some(({ key }) => key === fallback)
  const gameOf = ({ game, rows }: TypedSearch) => game ?? (rows.length > 0 ? '' : isGone ? null : fallback)
  const game = gameOf(typed) ?? ''
  const checked = useMemo(() => {
    const keys = known?.games.map(({ key }) => key) ?? []
    return checkSearch({ ...typed, game }, keys, known?.years ?? [])
  }, [typed, game, known])
  const part = useMemo(() => readPart(new URLSearchParams(query)), [query])

  const computed = useMemo(
    () => phone && lists && { ...lists, ...resultsView(phone.history, checked.search, part) },
    [lists, phone, checked, part],
  )
  const fresh = computed ?? call.data ?? null
  if (fresh && fresh !== last) setLast(fresh)
  useEffect(() => {
    const chosen = typed.game === '' ? '' : checked.search.game
    if (typed.game !== null && chosen === typed.game) rememberGame(chosen)
  }, [typed.game, checked.search.game])

  return {
    typed: form.typed,
    formKey: form.key,
    game: gameOf(form.typed),
    edit,
    shown: { ...typed, game },
    checked,
    part,
    isSubmitted,
    answer: fresh ?? last,
    isStale: fresh === null,
    error: fresh ? null : (call.error ?? null),
    retry: call.refetch,
  }
}

/** The remembered game for an address that names none. A game that the server no longer has is refused once. */
function useFallback() {
  const remembered = useRememberedGame()
  const [refused, setRefused] = useState<string | null>(null)
  const fallback = remembered === refused ? null : remembered
  return { fallback, refuse: () => setRefused(remembered) }
}

const KEY = 'game'

function readGame(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Some browsers refuse storage in private windows.
    return null
  }
}

/** Keeps the chosen game on this phone: a key, or empty for all games. */
function rememberGame(game: string): void {
  try {
    localStorage.setItem(KEY, game)
  } catch {
    // The choice then lasts as long as the address.
  }
}

const subscribe = () => () => undefined

/**
 * The game that was chosen last on this phone, or the first one that the player follows: a key, empty for all games, or null.
 * Null on the server.
 */
function useRememberedGame(): string | null {
  const followed = Object.keys(useMe()?.follows ?? {})[0] ?? null
  return useSyncExternalStore(
    subscribe,
    () => readGame() ?? followed,
    () => null,
  )
}

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
function useSearchForm() {
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

/** Every draw, and the server's lists of games and years. */
type PhoneHistory = AnswerOf<'GET /api/history'> & { history: History }

/** The name of the whole history among the answers of this tab. */
const ALL_YEARS = '/api/history/years'

/** The years that this tab has loaded. They outlive the screens that read them. */
const loaded: { years: readonly Year[]; history: History } = { years: [], history: EMPTY_HISTORY }

/**
 * Loads the years whose draws have changed, or that are missing. Without a network a year may be older than the list.
 */
async function loadYears(): Promise<PhoneHistory> {
  const manifest = await get<'GET /api/history'>('/api/history')
  noteFollowing(ALL_YEARS, 0)
  const years = await Promise.all(
    manifest.years.map(
      async (one) =>
        loaded.years.find(({ year, version }) => year === one.year && version === one.version) ??
        loadYear(one),
    ),
  )
  const isSame = years.length === loaded.years.length && years.every((year) => loaded.years.includes(year))
  if (!isSame) Object.assign(loaded, { years, history: historyOfYears(years) })
  return {
    ...manifest,
    years: years.map(({ year, version }) => ({ year, version })),
    history: loaded.history,
  }
}

/**
 * The history of draws in this tab, so that searches are quick and keep working without a network. Undefined until a search
 * has needed it.
 */
export function useHistory(isNeeded: boolean): PhoneHistory | undefined {
  const isUsed = isNeeded || loaded.years.length > 0
  return useAnswer(isUsed ? ALL_YEARS : undefined, loadYears, CALL_LIMITS.freshMs).data as
    | PhoneHistory
    | undefined
}
