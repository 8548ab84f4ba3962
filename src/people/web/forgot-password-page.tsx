import { ACCOUNT_MESSAGES } from '../../platform/rules/access/messages.ts'
import { stateOf, useForm } from '../../platform/web/api/use-form.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { Button } from '../../platform/web/ui/button.tsx'
import { Field } from '../../platform/web/ui/field.tsx'
import { formText } from '../../platform/web/ui/form-text.ts'
import { useFormAnswer } from '../../platform/web/ui/form-answer.ts'
import { formErrorText, needsLink, sendChecked } from './complete-sign-in.ts'
import { useMailedLink } from './link-form.tsx'
import { SignedOutHeading, WayLink } from './way-in.tsx'

/** Requests the mail with the link to set a new password. */
export default function ForgotPasswordPage() {
  const answer = useFormAnswer()
  const form = useForm((error) => formErrorText(error, 'forgot-password'), stateOf(answer))
  const { messages, setLinkFor } = useMailedLink('login', form)

  const ask = form.submit(async (form) => {
    const email = formText(form, 'email')
    setLinkFor(undefined)
    try {
      await sendChecked('POST /api/auth/request-password-reset', { email })
    } catch (error) {
      if (needsLink(error)) setLinkFor(email)
      throw error
    }
    return ACCOUNT_MESSAGES.resetSent
  })

  return (
    <>
      <SignedOutHeading>Reset Your Password</SignedOutHeading>
      {messages}
      <form method="post" action={PATHS.forgotPassword} onSubmit={ask} className="space-y-3" noValidate>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          hint="We email you a link to set a new password. It is valid for one hour."
          defaultValue={answer.values.email}
        />
        <Button type="submit" className="min-h-13 w-full" disabled={form.busy}>
          Send Reset Email
        </Button>
      </form>
      <WayLink to={PATHS.login}>Go back to login</WayLink>
    </>
  )
}
