import { checkSignUp, type SignUp } from '../../platform/rules/access/identity.ts'
import { stateOf, useForm, WrongFields } from '../../platform/web/api/use-form.ts'
import { carriedQuery, choiceOfPlan, withNotice } from '../../platform/rules/site/destinations.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { loadDocument } from '../../platform/web/site/documents.ts'
import { useSite } from '../../platform/web/site/site.ts'
import { formText } from '../../platform/web/ui/form-text.ts'
import { useFormAnswer } from '../../platform/web/ui/form-answer.ts'
import { BEING_SET_UP } from '../../platform/rules/legal/notes.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import { useSearch } from '../../platform/web/ui/location.ts'
import { completeSignIn, formErrorText, LEAVING, needsLink, sendChecked } from './complete-sign-in.ts'
import { SignedOutHeading, Waiting, WayLink } from './way-in.tsx'
import { GoogleSignIn } from './google-button.tsx'
import { useMailedLink } from './link-form.tsx'
import { SignUpFields } from './sign-up-fields.tsx'

function read(form: HTMLFormElement): SignUp & { trap: string } {
  return {
    trap: formText(form, 'trap'),
    username: formText(form, 'username'),
    email: formText(form, 'email'),
    password: formText(form, 'password'),
    ageConfirmed: formText(form, 'ageConfirmed') !== '',
  }
}

const LEGAL = '/api/legal'

export const calls = () => [LEGAL]

export const parameters = ['token']

/** The sign-up. Works as a plain form before any script has run. */
export default function SignUpPage() {
  const answer = useFormAnswer()
  const legal = useCall('GET /api/legal', LEGAL).data
  const site = useSite()
  const carried = carriedQuery(useSearch())
  const form = useForm((error) => formErrorText(error, 'sign-up'), stateOf(answer))
  const { busy, fields, run, submit } = form
  const { messages, setLinkFor } = useMailedLink('sign-up', form)

  const signUp = submit(async (form) => {
    const typed = read(form)
    setLinkFor(undefined)
    const wrong = checkSignUp(typed)
    if (Object.keys(wrong).length > 0) throw new WrongFields(wrong)
    try {
      const { username, ...rest } = typed
      const { user } = await sendChecked('POST /api/auth/sign-up/email', { name: username, ...rest })
      if (user) return await completeSignIn(site, choiceOfPlan(carried, 'verification-sent'))
      loadDocument(withNotice(PATHS.login + carried, 'verification-sent'))
      return await LEAVING
    } catch (error) {
      if (needsLink(error)) setLinkFor(typed.email)
      throw error
    }
  })

  return (
    <>
      <SignedOutHeading>Sign Up Page</SignedOutHeading>
      {busy && <Waiting />}
      <div hidden={busy}>
        {legal && !legal.isDemo && !legal.operator.name && <p className="mb-3 font-bold">{BEING_SET_UP}</p>}
        {messages}
        <GoogleSignIn run={run} text="googleSignUpText">
          Sign Up with Google
        </GoogleSignIn>
        <form
          method="post"
          action={PATHS.signUp + carried}
          onSubmit={signUp}
          className="space-y-3"
          noValidate
        >
          <SignUpFields values={answer.values} wrong={fields} hasScript />
        </form>
        <WayLink lead="Already have an account?" to={PATHS.login + carried}>
          Login
        </WayLink>
      </div>
    </>
  )
}
