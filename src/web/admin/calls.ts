import { useEffect } from 'react'
import { SignInError } from '../accounts/complete-sign-in.ts'
import type { Api } from '../../server/routes.ts'
import { type AnswerOf, call, CallError, type GetRoute } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'

/** How many alarms are open: shown at the link of every staff screen. */
export const ALARM_COUNT = '/api/admin/alarms/count'

type Write = Exclude<keyof Api, GetRoute>

const listeners = new Set<() => void>()

/** Calls back when the server refused a call of the staff: the person may be of the staff no more. */
export function onRefused(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function noteRefusal(error: unknown): void {
  if (error instanceof CallError && (error.status === 401 || error.status === 403))
    for (const listener of listeners) listener()
}

/** Reads a call of the staff; see `useCall`. */
export function useAdminCall<Route extends GetRoute>(
  route: Route,
  address: string | undefined,
  refreshInterval = 0,
) {
  const answer = useCall(route, address, refreshInterval)
  useEffect(() => noteRefusal(answer.error), [answer.error])
  return answer
}

interface Sent {
  /** Values of the `:names` in the route. */
  params?: Record<string, string | number>
  query?: Record<string, string>
  /** JSON, or a file as it is. */
  body?: unknown
}

/**
 * Makes a call of the staff that changes something.
 * @throws CallError as `call` does
 */
export async function change<Route extends Write>(
  route: Route,
  { params = {}, query = {}, body }: Sent = {},
): Promise<AnswerOf<Route>> {
  const [method, path] = route.split(' ') as [string, string]
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!))
  const asked = new URLSearchParams(query).toString()
  try {
    const response = await call(method, asked === '' ? filled : `${filled}?${asked}`, body)
    return (await response.json()) as AnswerOf<Route>
  } catch (error) {
    noteRefusal(error)
    throw error
  }
}

/** What to tell about a call that failed: the server's own sentence where it refused, otherwise the specification's words. */
export function causeOf(error: unknown): string {
  if (error instanceof SignInError) return error.message
  if (!(error instanceof CallError)) return 'Something went wrong. Please try again.'
  const { problem, status } = error
  return problem && status >= 400 && status < 500 && status !== 401 ? problem.title : error.message
}

/** The warnings for which the server did not save a draw; null for any other failure. */
export function unseenIn(error: unknown): string[] | null {
  if (!(error instanceof CallError) || error.problem?.code !== 'look-again') return null
  return Object.values(error.problem.fields ?? {})
}
