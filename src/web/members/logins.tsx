import { useState } from 'react'
import { ACCOUNT_MESSAGES } from '../../domain/accounts/messages.ts'
import { formatInstant } from '../../domain/base/calendar.ts'
import { useProof } from '../accounts/proof.tsx'
import { because, failureText, sendAdminCall } from '../admin/calls.ts'
import { useForm } from '../api/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from './confirm.tsx'
import type { PersonProps } from './person-page.tsx'

const LOGIN_METHODS: Record<string, string> = { credential: 'password', google: 'Google' }

/** How the user logs in, and what staff can do about it. */
export function Logins({ details, name, isMe, onChanged }: PersonProps) {
  const { busy, result, run } = useForm(failureText)
  const { withProof, dialog } = useProof()
  const [asks, setAsks] = useState(false)
  const { user, ways, devices, secondFactor } = details
  const params = { id: user.uid }

  const endSessions = () =>
    run(async () => {
      const { ended } = await sendAdminCall('POST /api/admin/users/:id/end-sessions', {
        params,
        body: { confirm: true },
      })
      onChanged()
      return ended === 1 ? '1 session was ended.' : `${ended} sessions were ended.`
    }, because('The sessions were not ended.'))
  const resetFactor = (reason: string) =>
    run(async () => {
      const body = { confirm: true, reason }
      await withProof(() => sendAdminCall('POST /api/admin/users/:id/reset-second-factor', { params, body }))
      setAsks(false)
      onChanged()
      return 'The second factor was reset, and every session ended.'
    }, because('The second factor was not reset.'))
  const sendMail = () =>
    run(async () => {
      const { sent } = await sendAdminCall('POST /api/admin/users/:id/proof-mail', { params })
      return sent === 'claim' ? 'The mail to set a password is on its way.' : ACCOUNT_MESSAGES.resent
    }, because('The mail was not sent.'))

  return (
    <>
      <p className="text-sm">
        {ways.length > 0
          ? `Logs in with ${ways.map((way) => LOGIN_METHODS[way] ?? way).join(' and ')}.`
          : 'No login method yet.'}{' '}
        {secondFactor && 'Has a second factor. '}
        {devices.length === 0 && 'Logged in nowhere.'}
      </p>
      <ul className="my-2 divide-y divide-line text-sm">
        {devices.map(({ id, device, seenAt }) => (
          <li key={id} className="py-1.5">
            <b>{device}</b> <span className="text-quiet">last used {formatInstant(seenAt)}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button kind="plain" disabled={busy || devices.length === 0} onClick={() => void endSessions()}>
          End sessions<span className="visually-hidden"> of {name}</span>
        </Button>
        {secondFactor && !isMe && (
          <Button kind="plain" disabled={busy} onClick={() => setAsks(true)}>
            Reset second factor<span className="visually-hidden"> of {name}</span>
          </Button>
        )}
        {!user.emailVerified && (
          <Button kind="plain" disabled={busy} onClick={() => void sendMail()}>
            {user.claimed ? 'Resend verification email' : 'Send mail to set a password'}
            <span className="visually-hidden"> to {name}</span>
          </Button>
        )}
      </div>
      <p
        role="status"
        className={`font-bold empty:hidden ${result?.kind === 'good' ? 'text-brand' : 'text-error'}`}
      >
        {!asks && result?.text}
      </p>
      {asks && (
        <Confirm
          question={`Reset the second factor of ${name}?`}
          yes="Reset"
          busy={busy}
          failure={result?.kind === 'bad' ? result.text : null}
          onYes={(reason) => void resetFactor(reason)}
          onNo={() => setAsks(false)}
        >
          <p>
            Do this only for a user who lost the phone and the recovery codes, and after you have verified the
            user&apos;s identity. Logins then need only the password, every session ends, and the user gets an
            email.
          </p>
        </Confirm>
      )}
      {dialog}
    </>
  )
}
