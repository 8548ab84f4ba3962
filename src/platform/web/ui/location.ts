import { createContext, useContext } from 'react'
import { navigate as navigateHere, useSearch as useQuery, usePathname } from 'wouter/use-browser-location'

export { navigate as navigateHere, useHistoryState } from 'wouter/use-browser-location'

/** Opens an address. `state` is stored in the new history entry. */
export type Navigate = (to: string, options?: { replace?: boolean; state?: unknown }) => void

/** An address as the server renders it; empty in the browser, which reads its own. */
interface Rendered {
  ssrPath?: string
  ssrSearch?: string
}

export const RenderedAddress = createContext<Rendered>({})

/** Splits a path with a query. Only the first question mark separates the query, which may contain others. */
export function addressOf(url: string | undefined): Rendered {
  if (url === undefined) return {}
  const [ssrPath, ...query] = url.split('?')
  return { ssrPath: ssrPath!, ssrSearch: query.join('?') }
}

/** How this document navigates. Without a provider only the address changes. */
export const NavigateContext = createContext<Navigate>(navigateHere)

/** The named parameters of an address that have a value, as a query such as `?plan=pro`; empty without any. */
export function queryOf(search: URLSearchParams, names: readonly string[]): string {
  const wanted = names.map((name) => [name, search.get(name)?.trim() ?? '']).filter(([, value]) => value)
  return wanted.length > 0 ? `?${new URLSearchParams(wanted)}` : ''
}

/** The current path and the function that opens another address. */
export const useLocation = (): [string, Navigate] => [
  usePathname(useContext(RenderedAddress)),
  useContext(NavigateContext),
]

/** The current query, without its question mark. */
export const useSearch = (): string => useQuery(useContext(RenderedAddress)).replace(/^\?/, '')
