import { type FormEvent, useState } from 'react'
import { ACCOUNT_MESSAGES } from '../../domain/accounts/messages.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { linkSentText, type LinkPurpose } from '../../domain/accounts/visitor-check.ts'
import { send } from '../api/call.ts'
import type { Result } from '../api/use-form.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { formErrorText } from './complete-sign-in.ts'

/** The message of a form that may need a mailed link. */
export const LinkBanner = ({ result, isLinkNeeded }: { result: Result; isLinkNeeded: boolean }) => (
  <Banner kind={result.kind === 'bad' && isLinkNeeded ? 'warn' : result.kind}>{result.text}</Banner>
)

/** Mails the link of a visitor whom the server cannot check otherwise. */
export function LinkForm({
  purpose,
  email,
  onDone,
}: {
  purpose: LinkPurpose
  email: string
  onDone: (sentence: string, good: boolean) => void
}) {
  const [busy, setBusy] = useState(false)
  async function ask(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      await send('POST /api/auth/email-link', { purpose, email })
      onDone(linkSentText(purpose), true)
    } catch (error) {
      onDone(formErrorText(error, ACCOUNT_MESSAGES.invalidEmail), false)
    }
    setBusy(false)
  }
  return (
    <form method="post" action={PATHS.emailLink} onSubmit={(event) => void ask(event)} className="mb-4">
      <input type="hidden" name="purpose" value={purpose} />
      <input type="hidden" name="email" value={email} />
      <Button type="submit" className="w-full" disabled={busy}>
        Email me a link
      </Button>
    </form>
  )
}
