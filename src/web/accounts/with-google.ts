import type { GoogleOutcome } from '../../domain/google.ts'
import type * as Code from './google-popup.ts'

interface Google {
  googlePopup: typeof Code.googlePopup
  googleLoginText: (outcome: GoogleOutcome) => string | null
  googleSignUpText: (outcome: GoogleOutcome) => string | null
  googleLinkText: (outcome: GoogleOutcome) => string | null
}

async function load(): Promise<Google> {
  const [{ googlePopup }, { googleLoginText, googleSignUpText, googleLinkText }] = await Promise.all([
    import('./google-popup.ts'),
    import('../../domain/google.ts'),
  ])
  return { googlePopup, googleLoginText, googleSignUpText, googleLinkText }
}

/**
 * What a click on a Google button begins. The window opens at once, or the browser blocks it; the code and the texts
 * come meanwhile, since most people use the form.
 *
 * @throws whatever keeps the code from coming, with the window closed again
 */
export async function withGoogle<Value>(
  work: (google: Google, popup: Window | null) => Promise<Value>,
): Promise<Value> {
  const popup = open('about:blank', 'google', 'popup,width=480,height=640')
  try {
    return await work(await load(), popup)
  } catch (error) {
    popup?.close()
    throw error
  }
}
