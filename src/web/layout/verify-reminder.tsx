import { useState } from 'react'
import { ACCOUNT_LIMITS } from '../../domain/accounts/limits.ts'
import type * as ResendCode from '../accounts/resend-form.tsx'
import { useMe } from '../accounts/me.ts'
import { Icon } from '../ui/icons.tsx'

/** One line that reminds of the verification. The rest opens on request, and only then is the form's code fetched. */
export function VerifyReminder() {
  const me = useMe()
  const [form, setForm] = useState<typeof ResendCode | null>(null)
  const [result, setResult] = useState<string | null>(null)
  if (!me || me.emailVerified) return null
  const isPaid = me.subscription !== 'free'
  // Without a network no mail can be sent; the next opening tries again.
  const load = () => void import('../accounts/resend-form.tsx').then(setForm, () => undefined)
  return (
    <details
      className="disclosure no-print mb-3 rounded-lg border border-line bg-sheet text-sm"
      onToggle={load}
    >
      <summary className="flex min-h-11 items-center justify-between px-3 text-label">
        <span>
          <b>Verify your email</b>
          {isPaid ? '. Your plan is safe.' : ' to log in again.'}
        </span>
        <Icon name="down" />
      </summary>
      <div className="space-y-2 px-3 pb-3">
        <p>
          Open the link in our mail to <b className="wrap-anywhere">{me.email}</b>. It works for{' '}
          {ACCOUNT_LIMITS.verificationLinkMinutes} minutes.
        </p>
        <p>
          You stay logged in for a day after the sign-up. Later, verify and log in:{' '}
          {isPaid ? 'your plan is on your account.' : 'your account is kept.'}
        </p>
        <p role="status" className="font-bold empty:hidden">
          {result}
        </p>
        {form && <form.ResendForm email={me.email} onDone={setResult} />}
      </div>
    </details>
  )
}
