import type { GoogleOutcome } from '../../domain/accounts/google.ts'
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
    import('../../domain/accounts/google.ts'),
  ])
  return { googlePopup, googleLoginText, googleSignUpText, googleLinkText }
}

/**
 * Runs work after a click on a Google button. The window opens during the click, or the browser would block it. The code
 * and the texts load meanwhile, because most people use the form.
 *
 * @throws the error of loading the code, after closing the window
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
