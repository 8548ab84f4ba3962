import { createContext } from 'react'
import type { Layout, LoadedPage, Module, Page } from './page.ts'
import { pageAt } from './page.ts'

/** A layout's module: the frame around a page, and the API calls that the frame needs. */
export interface LayoutModule {
  default: Layout
  calls?: () => string[]
}

/** A page for signed-in users. */
export interface AppPage extends Page {
  access: 'own' | 'signed-in' | 'admin'
  layout: string
}

/** The pages of one root: those of players, or those of staff. Each root is a document with its own entry script. */
export interface Routes {
  /** The page of a path; undefined for a path outside the root. */
  find: (path: string) => AppPage | undefined
  /** Loads a page's code, once. */
  load: (page: AppPage) => Promise<LoadedPage>
  /** A page whose code is loaded; undefined before that. */
  loaded: (page: AppPage) => LoadedPage | undefined
}

/** @param layouts each is fetched with the first page that it frames */
export function createRoutes(
  pages: readonly AppPage[],
  modules: Record<string, () => Promise<Module>>,
  layouts: Record<string, () => Promise<LayoutModule>>,
): Routes {
  const loaded = new Map<string, LoadedPage>()
  return {
    find: (path) => pageAt(pages, path),
    loaded: ({ path }) => loaded.get(path),
    load: async ({ path, module, layout }) => {
      const known = loaded.get(path)
      if (known) return known
      const [page, frame] = await Promise.all([modules[module]!(), layouts[layout]!()])
      const code: LoadedPage = {
        Page: page.default,
        Layout: frame.default,
        calls: (search, subject) => [...(frame.calls?.() ?? []), ...(page.calls?.(search, subject) ?? [])],
        head: page.head,
        parameters: page.parameters ?? [],
      }
      loaded.set(path, code)
      return code
    },
  }
}

/** The routes of this document's root. */
export const RoutesContext = createContext<Routes | null>(null)
