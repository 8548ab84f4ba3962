import { type ReactNode, useEffect } from 'react'
import { SignInError } from '../complete-sign-in.ts'
import { useProof } from '../proof.tsx'
import type { Api } from '../../../app/server/routes.ts'
import { type AnswerOf, call, CallError, type GetRoute } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { usePoll } from '../../../platform/web/api/use-poll.ts'
import { fieldsOf } from '../../../platform/web/api/use-form.ts'

/** The number of open alarms, which every staff screen shows. */
export const ALARM_COUNT = '/api/admin/alarms/count'

type Write = Exclude<keyof Api, GetRoute>

const listeners = new Set<() => void>()

/** Calls the listener when the server refuses a staff call: the account may have lost the role. */
export function onRefused(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function notifyRefused(error: unknown): void {
  if (error instanceof CallError && (error.status === 401 || error.status === 403))
    for (const listener of listeners) listener()
}

/**
 * `useCall` for staff calls. A refusal notifies the listeners of {@link onRefused}.
 * @param refreshMs milliseconds between refreshes while the page is visible; 0 for none
 */
export function useAdminCall<Route extends GetRoute>(
  route: Route,
  address: string | undefined,
  refreshMs = 0,
) {
  const answer = useCall(route, address)
  usePoll(address, refreshMs)
  useEffect(() => notifyRefused(answer.error), [answer.error])
  return answer
}

const asked: Pick<ReturnType<typeof useProof>, 'withProof'> = { withProof: (work) => work() }

/** The dialog in which every staff call that needs a fresh proof asks for it. The frame of the screens shows it once. */
export function useStaffProof(): ReactNode {
  const proof = useProof()
  useEffect(() => void (asked.withProof = proof.withProof))
  return proof.dialog
}

/**
 * Sends a staff write to an address. Asks for a fresh proof if the server wants one.
 * @throws CallError as `call` does
 */
export async function sendStaff(
  method: string,
  address: string,
  body?: unknown,
  form?: string,
): Promise<Response> {
  try {
    return (await asked.withProof(() => call(method, address, body, form)))!
  } catch (error) {
    notifyRefused(error)
    throw error
  }
}

interface CallParts {
  /** Values of the route's `:parameters`. */
  params?: Record<string, string | number>
  query?: Record<string, string>
  /** Files are sent unchanged, all other bodies as JSON. */
  body?: unknown
  /** The id of the form, for a call that makes something. */
  form?: string
}

/**
 * Sends a staff write and returns the JSON answer.
 * @throws CallError as `call` does
 */
export async function sendAdminCall<Route extends Write>(
  route: Route,
  { params = {}, query = {}, body, form }: CallParts = {},
): Promise<AnswerOf<Route>> {
  const [method, path] = route.split(' ') as [string, string]
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!))
  const search = new URLSearchParams(query).toString()
  const response = await sendStaff(method, search === '' ? filled : `${filled}?${search}`, body, form)
  return (await response.json()) as AnswerOf<Route>
}

/** The message for a failed call: the server's own for a refusal, otherwise the specification's. */
export function failureText(error: unknown): string {
  if (error instanceof SignInError) return error.message
  if (!(error instanceof CallError)) return 'Something went wrong. Please try again.'
  const { problem, status } = error
  return problem && status >= 400 && status < 500 && status !== 401 ? problem.title : error.message
}

/** The message for a form that was not saved; null if the problems of its fields say it all. */
export const formFailure = (error: unknown): string | null =>
  Object.keys(fieldsOf(error)).length > 0 ? null : failureText(error)

/** Explains a failure by a sentence and its cause, unless the problems of the fields say it all. */
export function because(sentence: string) {
  return (error: unknown): string | null => {
    const cause = formFailure(error)
    return cause && `${sentence} ${cause}`
  }
}

/** The warnings that must be confirmed before the server saves a draw; null for any other failure. */
export function unconfirmedWarnings(error: unknown): string[] | null {
  if (!(error instanceof CallError) || error.problem?.code !== 'confirmation-needed') return null
  return Object.values(error.problem.fields ?? {})
}
