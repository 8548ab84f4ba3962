import { useState } from 'react'
import { formatDate, lagosDate } from '../../domain/base/calendar.ts'
import { ACCOUNT_MESSAGES } from '../../domain/accounts/messages.ts'
import { formatNaira } from '../../domain/base/words.ts'
import { OUTCOMES } from '../../domain/billing/messages.ts'
import { lastDay, PLANS } from '../../domain/billing/plans.ts'
import { useProof } from '../accounts/proof.tsx'
import { because, failureText, sendAdminCall, useAdminCall } from '../admin/calls.ts'
import type { AnswerOf } from '../api/call.ts'
import { useNow } from '../api/use-now.ts'
import { useForm } from '../api/use-form.ts'
import { PageLink } from '../ui/page-link.tsx'
import { paymentPath } from '../billing/admin/addresses.ts'
import { GrantForm } from '../billing/admin/grant-form.tsx'
import { ReasonForm } from '../billing/admin/reason-form.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import { Failure, Loading } from '../ui/states.tsx'
import { Confirm } from './confirm.tsx'
import { UserAttacks } from './user-attacks.tsx'
import { DataTable } from '../ui/data-table.tsx'

type Details = AnswerOf<'GET /api/admin/users/:id'>

const LOGIN_METHODS: Record<string, string> = { credential: 'password', google: 'Google' }
const KINDS: Record<Details['periods'][number]['kind'], string> = {
  payment: 'paid',
  gift: 'granted',
  'given-back': 'compensation',
  demo: 'demo',
}

/**
 * Login methods, sessions, plan time and payments of one user.
 * @param isMe whether the user is the signed-in admin
 * @param onChanged called when the user's plan has changed
 */
export function UserDetails({
  uid,
  name,
  isMe,
  onChanged,
}: {
  uid: string
  name: string
  isMe: boolean
  onChanged: () => void
}) {
  const address = `/api/admin/users/${uid}`
  const { data, error, refetch } = useAdminCall('GET /api/admin/users/:id', address)
  const now = useNow(60_000)
  if (!data)
    return error ? (
      <Failure text="The details could not be loaded." detail={failureText(error)} onRetry={refetch} />
    ) : (
      <Loading />
    )
  const { user, periods, payments, morePayments, attacks } = data
  const gifts = periods.filter(({ kind, endsAt }) => kind === 'gift' && endsAt > now)
  return (
    <div className="mt-3 space-y-3">
      <Logins details={data} name={name} isMe={isMe} refetch={refetch} />
      {!isMe && <Suspension user={user} onDone={() => (refetch(), onChanged())} />}
      <Periods periods={periods} />
      {gifts.map(({ grantId, plan, endsAt }) => (
        <ReasonForm
          key={grantId}
          label={`Revoke the granted ${PLANS[plan].name} until ${formatDate(lastDay(endsAt))}`}
          note="What is left of it ends now. Used days stay used, and later time of the plan moves forward."
          address={`${address}/grants/${grantId}/revoke`}
          done={() => 'Revoked.'}
          onDone={() => (refetch(), onChanged())}
        />
      ))}
      <GrantForm
        userId={uid}
        plan={user.subscription === 'free' ? 'pro' : user.subscription}
        onDone={() => {
          refetch()
          onChanged()
        }}
      />
      <Payments payments={payments} more={morePayments} />
      <UserAttacks uid={uid} name={name} attacks={attacks} />
    </div>
  )
}

/** Suspends the user, or ends the suspension. */
function Suspension({ user, onDone }: { user: Details['user']; onDone: () => void }) {
  const address = `/api/admin/users/${user.uid}/suspension`
  if (user.suspension)
    return (
      <>
        <p className="font-bold text-warn">{user.suspension}</p>
        <ReasonForm
          label="End the suspension"
          address={`${address}/end`}
          done={() => 'The suspension has ended.'}
          onDone={onDone}
        />
      </>
    )
  return (
    <ReasonForm
      label="Suspend"
      note="Every session ends, and the login says until when and why. The time of a plan runs on."
      address={address}
      body={(form) => ({ until: formText(form, 'until') })}
      done={() => 'Suspended.'}
      onDone={onDone}
    >
      <Field label="Last day" name="until" type="date" required />
    </ReasonForm>
  )
}

interface LoginsProps {
  details: Details
  name: string
  isMe: boolean
  refetch: () => void
}

/** How the user logs in, and what staff can do about it. */
function Logins({ details, name, isMe, refetch }: LoginsProps) {
  const { busy, result, run } = useForm(failureText)
  const { withProof, dialog } = useProof()
  const [asks, setAsks] = useState(false)
  const { user, ways, sessions, secondFactor } = details
  const params = { id: user.uid }

  const endSessions = () =>
    run(async () => {
      const { ended } = await sendAdminCall('POST /api/admin/users/:id/end-sessions', {
        params,
        body: { confirm: true },
      })
      refetch()
      return ended === 1 ? '1 session was ended.' : `${ended} sessions were ended.`
    }, because('The sessions were not ended.'))
  const resetFactor = (reason: string) =>
    run(async () => {
      const body = { confirm: true, reason }
      await withProof(() => sendAdminCall('POST /api/admin/users/:id/reset-second-factor', { params, body }))
      setAsks(false)
      refetch()
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
        {sessions === 1 ? '1 open session.' : `${sessions} open sessions.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="plain" disabled={busy || sessions === 0} onClick={() => void endSessions()}>
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

function Periods({ periods }: { periods: Details['periods'] }) {
  if (periods.length === 0) return <p className="text-sm text-quiet">No plan time so far.</p>
  return (
    <DataTable caption="Plan time" columns={['Plan', 'From', 'Last day', 'How']}>
      {periods.map(({ plan, startsAt, endsAt, kind }) => (
        <tr key={`${plan} ${startsAt}`}>
          <th scope="row">{PLANS[plan].name}</th>
          <td className="whitespace-nowrap">{formatDate(lagosDate(startsAt))}</td>
          <td className="whitespace-nowrap">{formatDate(lastDay(endsAt))}</td>
          <td>{KINDS[kind]}</td>
        </tr>
      ))}
    </DataTable>
  )
}

function Payments({ payments, more }: { payments: Details['payments']; more: boolean }) {
  if (payments.length === 0) return <p className="text-sm text-quiet">No payments so far.</p>
  return (
    <DataTable
      caption={more ? 'Latest payments' : 'Payments'}
      label="Payments"
      columns={['Day', 'Plan', 'Amount', 'State', 'Reference']}
    >
      {payments.map(({ reference, createdAt, plan, kobo, outcome }) => (
        <tr key={reference}>
          <th scope="row" className="whitespace-nowrap">
            {formatDate(lagosDate(createdAt))}
          </th>
          <td>{PLANS[plan].name}</td>
          <td>{formatNaira(kobo)}</td>
          <td>{OUTCOMES[outcome]}</td>
          <td>
            <PageLink to={paymentPath(reference)} className="link">
              {reference}
            </PageLink>
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
