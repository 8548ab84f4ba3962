import { useState } from 'react'
import { formatDate, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { hasRight } from '../../../platform/rules/access/staff-roles.ts'
import { GRANTS } from '../../rules/grants.ts'
import { formatNaira } from '../../../platform/rules/base/words.ts'
import { OUTCOMES } from '../../rules/payment-outcomes.ts'
import { lastDay, PLANS } from '../../../platform/rules/access/plans.ts'
import { useMe } from '../../../platform/web/access/me.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { paymentPath } from './addresses.ts'
import { GrantForm } from './grant-form.tsx'
import { ReasonForm } from '../../../people/web/staff/reason-form.tsx'
import { DataTable } from '../../../platform/web/ui/data-table.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import type { Details, PersonProps } from '../../../app/web/screens/person-page.tsx'

/** The periods of the plans. Staff add days, and revoke what no payment bought. */
export function PlanTime({ details: { user, periods }, onChanged }: PersonProps) {
  const now = useNow(60_000)
  const [revoked, setRevoked] = useState(0)
  const me = useMe()
  const revocable = periods.filter(({ kind, endsAt }) => {
    const { reversal } = GRANTS[kind]
    return endsAt > now && reversal !== 'refund' && me && hasRight(me, reversal)
  })
  return (
    <>
      <Periods periods={periods} />
      {revocable.map(({ grantId, plan, kind, endsAt }) => (
        <ReasonForm
          key={grantId}
          label={`Revoke ${PLANS[plan].name} (${GRANTS[kind].name}) until ${formatDate(lastDay(endsAt))}`}
          note="What is left of this time ends now. Used days stay used, and later time of the plan moves forward."
          address={`/api/admin/users/${user.uid}/grants/${grantId}/revoke`}
          done="Revoked."
          onDone={() => {
            setRevoked(revoked + 1)
            onChanged()
          }}
        />
      ))}
      <GrantForm
        // What it said of the end of the plan is over with the gift.
        key={revoked}
        userId={user.uid}
        plan={user.subscription === 'free' ? 'pro' : user.subscription}
        onDone={onChanged}
      />
    </>
  )
}

function Periods({ periods }: { periods: Details['periods'] }) {
  if (periods.length === 0) return <p className="text-sm text-quiet">No plan time so far.</p>
  return (
    <DataTable caption="Plan time" captionHidden columns={['Plan', 'From', 'Last day', 'How']}>
      {periods.map(({ plan, startsAt, endsAt, kind }) => (
        <tr key={`${plan} ${startsAt}`}>
          <th scope="row">{PLANS[plan].name}</th>
          <td className="whitespace-nowrap">{formatDate(lagosDate(startsAt))}</td>
          <td className="whitespace-nowrap">{formatDate(lastDay(endsAt))}</td>
          <td>{GRANTS[kind].name}</td>
        </tr>
      ))}
    </DataTable>
  )
}

/** What the person paid. */
export function Payments({ details: { payments, morePayments: more } }: { details: Details }) {
  if (payments.length === 0) return <p className="text-sm text-quiet">No payments so far.</p>
  return (
    <DataTable
      caption={more ? 'Latest payments' : 'Payments'}
      captionHidden={!more}
      label="List of payments"
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
            <PageLink to={paymentPath(reference)} className="link tap">
              {reference}
            </PageLink>
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
