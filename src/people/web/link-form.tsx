import { useState } from 'react'
import { ACCOUNT_MESSAGES } from '../../platform/rules/access/messages.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { linkSentText, type LinkPurpose } from '../../platform/rules/access/visitor-check.ts'
import { send } from '../../platform/web/api/call.ts'
import { useForm } from '../../platform/web/api/use-form.ts'
import { Banner } from '../../platform/web/ui/banner.tsx'
import { Button } from '../../platform/web/ui/button.tsx'
import { useFormAnswer } from '../../platform/web/ui/form-answer.ts'
import { formErrorText, needsLink, sendChecked } from './complete-sign-in.ts'

/**
 * The result of a form whose visitor the server may check by a mailed link only, with the form that mails it.
 * `setLinkFor` takes the email of such a visitor.
 */
export function useMailedLink(
  purpose: LinkPurpose,
  { result, show }: Pick<ReturnType<typeof useForm>, 'result' | 'show'>,
) {
  const [linkFor, setLinkFor] = useState<string | undefined>(useFormAnswer().values.linkFor)
  function linkAsked(sentence: string, isGood: boolean) {
    if (isGood) setLinkFor(undefined)
    show(sentence, isGood)
  }
  const kind = result?.kind === 'bad' && linkFor !== undefined ? 'warn' : result?.kind
  const messages = (
    <>
      {kind && <Banner kind={kind}>{result?.text}</Banner>}
      {linkFor !== undefined && <LinkForm purpose={purpose} email={linkFor} onDone={linkAsked} />}
    </>
  )
  return { messages, setLinkFor }
}

interface Props {
  purpose: LinkPurpose
  email: string
  onDone: (sentence: string, isGood: boolean) => void
}

/** Mails the link of a visitor whom the server cannot check otherwise. */
function LinkForm({ purpose, email, onDone }: Props) {
  const { busy, submit } = useForm((error) => {
    onDone(formErrorText(error, 'email-link'), false)
    return null
  })
  const ask = submit(async () => {
    await send('POST /api/auth/email-link', { purpose, email })
    onDone(linkSentText(purpose), true)
  })
  return (
    <form method="post" action={PATHS.emailLink} onSubmit={ask} className="mb-4">
      <input type="hidden" name="purpose" value={purpose} />
      <input type="hidden" name="email" value={email} />
      <Button type="submit" className="w-full" disabled={busy}>
        Email me a link
      </Button>
    </form>
  )
}

interface ResendProps {
  /** Of the failed login; empty when the form has changed since. */
  email: string
  onDone: (sentence: string, isGood: boolean, needsLink?: boolean) => void
}

/** Sends the verification mail again. */
export function ResendForm({ email, onDone }: ResendProps) {
  const { busy, submit } = useForm((error) => {
    onDone(formErrorText(error, 'resend'), false, needsLink(error))
    return null
  })
  const resend = submit(async () => {
    if (email === '') return onDone(ACCOUNT_MESSAGES.resendWithoutLogin, false)
    await sendChecked('POST /api/auth/send-verification-email', { email })
    onDone(ACCOUNT_MESSAGES.resent, true)
  })
  return (
    <form method="post" action={PATHS.resendVerification} onSubmit={resend} className="max-w-full">
      <input type="hidden" name="email" value={email} />
      <Button type="submit" kind="plain" className="w-full wrap-anywhere" disabled={busy}>
        Resend Verification Email
      </Button>
    </form>
  )
}
