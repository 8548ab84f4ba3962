import type { CheckPurpose } from '../../domain/accounts/visitor-check.ts'
import type { Api } from '../../server/routes.ts'
import { type AnswerOf, CallError, send } from '../api/call.ts'

/** Calls that the server may answer with `check-needed`, and what the check is for. */
const PURPOSES = {
  'POST /api/auth/sign-in/email': 'login',
  'POST /api/auth/sign-up/email': 'sign-up',
  'POST /api/auth/request-password-reset': 'reset',
  'POST /api/auth/send-verification-email': 'verify',
} as const satisfies Partial<Record<keyof Api, CheckPurpose>>

/** Whether the server asks for a mailed link, or for a proof of work that this browser cannot compute. */
export const needsLink = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.problem?.code === 'check-needed' || error.problem?.code === 'link-needed')

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
