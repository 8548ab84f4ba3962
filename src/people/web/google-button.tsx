import google from './google.svg?no-inline'
import { choiceOfPlan } from '../../platform/rules/site/destinations.ts'
import type { useForm } from '../../platform/web/api/use-form.ts'
import { useSite } from '../../platform/web/site/site.ts'
import { Button } from '../../platform/web/ui/button.tsx'
import { completeSignIn, formErrorText, SignInError } from './complete-sign-in.ts'

/** Needs script, so it is hidden without script. */
export function GoogleButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button kind="plain" className="script-only w-full" onClick={onClick}>
      <img src={google} width="18" height="18" alt="" />
      {children}
    </Button>
  )
}

interface Props {
  run: ReturnType<typeof useForm>['run']
  /** Which text explains an outcome that is no sign-in. */
  text: 'googleLoginText' | 'googleSignUpText'
  children: string
}

/** The Google button above the email form, where Google is offered. A new user chooses a plan first. */
export function GoogleSignIn({ run, text, children }: Props) {
  const site = useSite()
  if (!site?.google) return null
  const signIn = () =>
    withGoogle(async (google, popup) => {
      const outcome = await google.googlePopup('POST /api/auth/sign-in/social', popup)
      const sentence = google[text](outcome)
      if (sentence) throw new SignInError(sentence)
      return completeSignIn(site, outcome === 'new' ? choiceOfPlan(location.search) : undefined)
    })
  return (
    <div className="mb-3">
      <GoogleButton onClick={() => void run(signIn, (error) => formErrorText(error, 'google'))}>
        {children}
      </GoogleButton>
    </div>
  )
}

const load = async () => {
  const [{ googlePopup }, texts] = await Promise.all([
    import('./google-popup.ts'),
    import('../rules/google.ts'),
  ])
  return { googlePopup, ...texts }
}
type Google = Awaited<ReturnType<typeof load>>

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
