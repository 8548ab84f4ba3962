import type { ComponentType, ReactNode } from 'react'
import type { PageAccess } from '../domain/page-access.ts'

/** A page's module: the screen, and the API calls whose answers it is rendered from. */
export interface Module {
  default: ComponentType
  calls?: (search: URLSearchParams) => string[]
}

export type Layout = ComponentType<{ children: ReactNode }>

/**
 * What a page loads from other hosts: nothing, the pictures that staff pasted, those and an upload to an image host, or
 * the checkout.
 */
export type PagePolicy = 'plain' | 'pictures' | 'uploads' | 'payments'

export interface Page {
  path: string
  title: string
  access: PageAccess
  /** The page's module, relative to this folder. */
  module: string
  policy: PagePolicy
  status: number
}

/** The code of a page and of its layout. */
export interface LoadedPage {
  Page: ComponentType
  Layout: Layout
  calls: (search: URLSearchParams) => string[]
}

/** The page of a path in a table. A trailing slash is ignored. */
export function pageAt<Kind extends Page>(pages: readonly Kind[], path: string): Kind | undefined {
  const trimmed = path.replace(/\/+$/, '')
  return pages.find((candidate) => candidate.path === trimmed)
}

/** The browser's title of a page. */
export function titleOf(page: Pick<Page, 'title'>): string {
  return `${page.title} | Lotto Forecast`
}
