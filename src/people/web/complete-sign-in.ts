import { destinationOf } from '../../platform/rules/site/destinations.ts'
import { type AccountForm, needsLink as asksForLink, refusalText } from '../rules/refusal-text.ts'
import type { CheckPurpose } from '../../platform/rules/access/visitor-check.ts'
import { ACCOUNT_MESSAGES } from '../../platform/rules/access/messages.ts'
import { MESSAGES, type Problem } from '../../platform/rules/base/messages.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { CallError, get, send, type AnswerOf } from '../../platform/web/api/call.ts'
import { loadDocument } from '../../platform/web/site/documents.ts'
import type { Site } from '../../platform/web/site/site.ts'
import type { Api } from '../../app/server/routes.ts'

/** A sign-in that failed after the identity was accepted, with the specification's message. */
export class SignInError extends Error {}

const isOffline = (error: unknown) => error instanceof CallError && error.status === 0
const isRefused = (error: unknown) => error instanceof CallError && error.status === 401

/** Runs one step of a sign-in. Its error has a message for a missing network, a deleted account, or the step itself. */
async function step<Value>(work: Promise<Value>, sentence: string): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (isOffline(error)) throw new SignInError(MESSAGES.noNetwork)
    throw new SignInError(isRefused(error) && (await isDeleted()) ? ACCOUNT_MESSAGES.noProfile : sentence)
  }
}

/** A document that is being left stays as it is. */
export const LEAVING = new Promise<never>(() => undefined)

/** Whether the account was deleted since the session began. */
const isDeleted = () => get<'GET /api/me'>('/api/me').then(() => false, isRefused)

/**
 * The steps after every sign-in: an id token, its post to the session endpoint, the profile. Then the next page replaces
 * this one in the history, so it never resolves.
 * @param to address to open, instead of the destination of role and plan
 * @throws SignInError 'Session creation failed', 'User not found' or the message for a missing network
 */
export async function completeSignIn(site: Site | undefined, to?: string): Promise<never> {
  const { token } = await step(get<'GET /api/auth/token'>('/api/auth/token'), ACCOUNT_MESSAGES.noSession)
  await step(send('POST /api/setSession', { token }), ACCOUNT_MESSAGES.noSession)
  const me = await step(get<'GET /api/me'>('/api/me'), ACCOUNT_MESSAGES.noProfile)
  const person = { ...me, plan: me.subscription }
  const destination = site ? destinationOf(person, site.destinations, location.search) : PATHS.start
  loadDocument(to ?? destination, true)
  return LEAVING
}

/** The message for a failed call of a form: no network, or {@link refusalText}. */
export function formErrorText(error: unknown, form: AccountForm): string {
  if (error instanceof SignInError) return error.message
  return isOffline(error) ? MESSAGES.noNetwork : refusalText(form, problemOf(error))
}

const problemOf = (error: unknown): Partial<Problem> => (error instanceof CallError && error.problem) || {}

/** The message for a failed change of the account. */
export const changeErrorText = (error: unknown): string => formErrorText(error, 'change')

/** Calls that the server may answer with `check-needed`, and what the check is for. */
const PURPOSES = {
  'POST /api/auth/sign-in/email': 'login',
  'POST /api/auth/sign-up/email': 'sign-up',
  'POST /api/auth/request-password-reset': 'reset',
  'POST /api/auth/send-verification-email': 'verify',
} as const satisfies Partial<Record<keyof Api, CheckPurpose>>

/** Whether the server asks for a mailed link, or for a proof of work that this browser cannot compute. */
export const needsLink = (error: unknown): boolean => asksForLink(problemOf(error).code)

/**
 * Sends a form. If the server asks for a proof of work, the browser computes it and sends the form once more.
 * @throws CallError; see {@link needsLink}
 */
export async function sendChecked<Route extends keyof typeof PURPOSES>(
  route: Route,
  body: { email: string } & Record<string, unknown>,
): Promise<AnswerOf<Route>> {
  try {
    return await send(route, body)
  } catch (error) {
    // Browsers have this interface on https only.
    const subtle = crypto.subtle as SubtleCrypto | undefined
    if (!(error instanceof CallError && error.problem?.code === 'check-needed' && subtle)) throw error
    const { computeWork } = await import('./compute-work.ts')
    const work = await computeWork(PURPOSES[route], body.email)
    return send(route, { ...body, work })
  }
}
