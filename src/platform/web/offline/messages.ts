import type { Account } from '../../rules/offline/offline.ts'
import type { Answers } from '../api/answers.ts'

/** A document as a page was given it. */
export interface OpenedDocument {
  /** Path and query. */
  address: string
  etag: string
  html: string
}

/** What a page tells the service worker. */
export type ToWorker =
  /**
   * A page was opened for this account with these answers and files. On the first visit, and with the data saver on, the rest
   * of the app is not fetched.
   */
  | {
      kind: 'opened'
      account: Account
      answers: Answers
      /** The addresses of what the page has loaded. */
      loaded: string[]
      isFirst: boolean
      /** The document of a first visit; null if it has no validator. */
      document: OpenedDocument | null
      savesData: boolean
    }
  /** The reader wants the new version. */
  | { kind: 'update' }

/** What the service worker tells a page. */
export type ToPage =
  /** A call was answered: from the phone, as of a time of the server in milliseconds, or from the network (null). */
  | { kind: 'answered'; address: string; keptAt: number | null }
  /** The worker keeps data of the page's person, so the page may keep the draws. */
  | { kind: 'adopted' }
  /** What this tab shows may belong to another person. */
  | { kind: 'left' }

/** Where the worker keeps a logout that the server does not know yet. */
export const KEPT_LOGOUT = '/kept/logout'

/** Sends a message to a worker or a page of this app. Unlike a window, neither belongs to another site. */
export const post = (to: { postMessage(message: unknown): void }, message: ToWorker | ToPage): void =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin to check
  to.postMessage(message)
