import type { ComponentType, ReactNode } from 'react'
import type { Answers } from '../api/answers.ts'

export interface PageProps {
  /** What a page about one subject shows: the last part of its address, encoded. Empty for every other page. */
  subject: string
}

/** The paths and names of a page and of those above it, as breadcrumbs show them. */
export type Trail = readonly (readonly [path: string, name: string])[]

/** The head of a document about one subject. */
export interface Head {
  title: string
  /** What a messenger shows below the title of a shared link. */
  description?: string
  /** The picture that a messenger shows, and its text with the numbers. */
  picture?: { path: string; alt: string } | undefined
  /** The path under which search engines list it, if it is not its own. */
  canonical?: string
  /** The pages above it, from the top, and itself. */
  trail?: Trail
  /** The path of its feeds, without their ending. */
  feed?: string
  /** The subject does not exist: the status is 404. */
  missing?: boolean
}

/**
 * A page's module: the screen, the API calls whose answers it is rendered from, the head if it has its own, and the
 * parameters of the address that it reads. The server redirects other parameters away.
 */
export interface PageModule {
  default: ComponentType<PageProps>
  calls?: (search: URLSearchParams, subject: string) => string[]
  head?: (subject: string, answers: Answers['calls']) => Head
  parameters?: readonly string[]
}

/** A layout's module: the frame around a page, and the API calls that the frame needs. */
export interface LayoutModule {
  default: ComponentType<{ children: ReactNode }>
  calls?: () => string[]
}
