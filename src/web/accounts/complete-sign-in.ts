import { MESSAGES } from '../../domain/messages.ts'
import { CallError, get, send } from '../api/call.ts'
import { ME, type Me } from './me.ts'

/** A sign-in that went wrong after the identity was accepted, in the specification's words. */
export class SignInError extends Error {}

const isOffline = (error: unknown) => error instanceof CallError && error.status === 0
const isRefused = (error: unknown) => error instanceof CallError && error.status === 401

/** Runs one step of a sign-in and gives its failure a sentence: no network, nobody there any more, or the step's own. */
async function step<Value>(work: Promise<Value>, sentence: string): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (isOffline(error)) throw new SignInError(MESSAGES.noNetwork)
    throw new SignInError(isRefused(error) && (await isGone()) ? MESSAGES.noProfile : sentence)
  }
}

/** Whether the session that was just made belongs to nobody any more: the account was deleted meanwhile. */
const isGone = () => get<'GET /api/me'>(ME).then(() => false, isRefused)

/**
 * What follows every sign-in: an id token, its post to the session endpoint, the profile.
 * @param onSignedIn reads the profile and sends the person on
 * @throws SignInError 'Session creation failed', 'User not found' or the sentence for a missing network
 */
export async function completeSignIn(
  onSignedIn: (to?: string) => Promise<Me | null>,
  to?: string,
): Promise<void> {
  const { token } = await step(get<'GET /api/auth/token'>('/api/auth/token'), MESSAGES.noSession)
  await step(send('POST /api/setSession', { token }), MESSAGES.noSession)
  if (!(await step(onSignedIn(to), MESSAGES.noProfile))) throw new SignInError(MESSAGES.noProfile)
}

/** The sentence for a failed call of a form: without a network, too often, or the form's own. */
export function sentenceFor(error: unknown, usual: string): string {
  if (error instanceof SignInError) return error.message
  if (isOffline(error)) return MESSAGES.noNetwork
  if (!(error instanceof CallError) || error.status !== 429) return usual
  return `${usual.replace(/\.$/, '')}. ${error.problem?.title ?? ''}`
}
