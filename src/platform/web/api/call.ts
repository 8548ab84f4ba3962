import type { z } from 'zod'
import { type Problem, MESSAGES, serverError } from '../../rules/base/messages.ts'
import { FORM_ID } from '../../rules/base/limits.ts'
import { FOLLOWS_HEADER, CALL_LIMITS } from '../../rules/offline/offline.ts'
import type { Api } from '../../../app/server/routes.ts'
import type { NotKept } from '../offline/not-kept.tsx'
import { noteFollowing } from './connection.ts'
import { noteServerTime } from './server-time.ts'

type Answers = {
  [Route in keyof Api]: Api[Route]['answer'] extends z.ZodType ? z.output<Api[Route]['answer']> : never
}
type Get = Extract<keyof Api, `GET ${string}`>

/** The answer of a route, such as `GET /api/days/:date`. */
export type AnswerOf<Route extends keyof Api> = Answers[Route]
export type GetRoute = Get

/** The address of the signed-in user. */
export const ME = '/api/me'

/** A call that the server refused or that got no answer. `status` is 0 without a network. */
export class CallError extends Error {
  // No initial values: compiled for the oldest browsers, they need a helper that is larger than the class.
  declare readonly status: number
  declare readonly problem: Problem | null

  constructor(status: number, problem: Problem | null) {
    super(status === 0 ? MESSAGES.noNetwork : status === 401 ? MESSAGES.notSignedIn : serverError(status))
    this.name = 'CallError'
    this.status = status
    this.problem = problem
  }
}

/**
 * Fetches from our own server with a timeout. The oldest supported browsers lack `AbortSignal.timeout`.
 * @throws CallError with status 0 without a network or after the timeout
 */
export async function fetchWithin(timeoutMs: number, address: string, init: RequestInit): Promise<Response> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), timeoutMs)
  try {
    return await fetch(address, { credentials: 'same-origin', signal: stop.signal, ...init })
  } catch {
    throw new CallError(0, null)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The newest version of the history that this tab has heard of. A server process that is behind catches up before it
 * answers a call with this header.
 */
export const historyVersion: { header?: { 'history-version': string } } = {}

/**
 * Calls the API. Files are sent unchanged, all other bodies as JSON.
 * @param form the id of the form, for a call that makes something
 * @throws CallError with the specification's words: 'User not signed in', 'Server error: {status}'
 */
export async function call(
  method: string,
  address: string,
  body?: unknown,
  form?: string,
): Promise<Response> {
  const isFile = body instanceof Blob
  const type = isFile ? body.type : body === undefined ? null : 'application/json'
  const response = await fetchWithin(isFile ? CALL_LIMITS.fileMs : CALL_LIMITS.callMs, address, {
    method,
    headers: {
      ...historyVersion.header,
      ...(form !== undefined && { [FORM_ID.header]: form }),
      ...(type !== null && { 'content-type': type }),
    },
    ...(type !== null && { body: isFile ? body : JSON.stringify(body) }),
  })
  const now = response.headers.get('server-time')
  noteServerTime(now)
  if (response.headers.has(FOLLOWS_HEADER)) noteFollowing(address, response.headers.get('kept-at') ?? now)
  if (response.ok) return response
  const problem = (await response.json().catch(() => null)) as Problem | null
  throw new CallError(response.status, problem)
}

/** Once the page is prepared for the loss of the network: answers calls from what this phone keeps, and shows what it does not keep. */
export const withoutNetwork: {
  answer?: (address: string) => Promise<{ body: unknown } | null>
  NotKept?: typeof NotKept
} = {}

/** Reads from the API, and without a network from the draws of this phone. `address` is the route's pattern with its parameters filled in. */
export async function get<Route extends Get>(address: string): Promise<AnswerOf<Route>> {
  try {
    const response = await call('GET', address)
    return (await response.json()) as AnswerOf<Route>
  } catch (error) {
    const isOffline = error instanceof CallError && error.status === 0
    const made = isOffline && (await withoutNetwork.answer?.(address))
    if (!made) throw error
    return made.body as AnswerOf<Route>
  }
}

/** Writes to the API; returns the JSON answer. */
export async function send<Route extends Exclude<keyof Api, Get>>(
  route: Route,
  body?: unknown,
): Promise<AnswerOf<Route>> {
  const [method, path] = route.split(' ') as [string, string]
  const response = await call(method, path, body)
  return (await response.json()) as AnswerOf<Route>
}
