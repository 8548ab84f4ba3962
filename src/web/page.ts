import type { ComponentType, ReactNode } from 'react'
import type { PageAccess } from '../domain/page-access.ts'
import { subjectOf } from '../domain/paths.ts'
import type { Answers } from './answers.ts'

export interface PageProps {
  /** What a page about one subject shows: the last part of its address, encoded. Empty for every other page. */
  subject: string
  /** The answers that a page of the door is rendered from. A page of the app reads them through `useCall`. */
  answers?: Answers['calls']
}

/** The head of a document about one subject. */
export interface Head {
  title: string
  /** What a messenger shows below the title of a shared link. */
  description?: string
  /** The picture that a messenger shows, and its text with the numbers. */
  picture?: { path: string; alt: string } | undefined
  /** The subject does not exist: the status is 404. */
  missing?: boolean
}

type Calls = (search: URLSearchParams, subject: string) => string[]
type HeadOf = (subject: string, answers: Answers['calls']) => Head

/**
 * A page's module: the screen, the API calls whose answers it is rendered from, the head if it has its own, and the
 * parameters of the address that it reads. The server redirects other parameters away.
 */
export interface Module {
  default: ComponentType<PageProps>
  calls?: Calls
  head?: HeadOf
  parameters?: readonly string[]
}

export type Layout = ComponentType<{
  /** The answers that a page of the door is rendered from. */
  answers?: Answers['calls']
  children: ReactNode
}>

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
  /** A page without script that is not the same for everyone. */
  isPersonal?: boolean
}

/** The code of a page and of its layout. */
export interface LoadedPage {
  Page: ComponentType<PageProps>
  Layout: Layout
  calls: Calls
  head: HeadOf | undefined
  parameters: readonly string[]
}

/** The page of a path in a table. A trailing slash is ignored. */
export function pageAt<Kind extends Page>(pages: readonly Kind[], path: string): Kind | undefined {
  const trimmed = path.replace(/\/+$/, '')
  return pages.find((candidate) => candidate.path === trimmed || subjectOf(candidate.path, trimmed) !== null)
}
