import { STAFF_PATHS, STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { useMe } from '../../../platform/web/access/me.ts'
import { Section, Sections } from '../../../people/web/profile/section.tsx'
import { failureText, useAdminCall } from '../../../people/web/staff/calls.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useAnswerCache } from '../../../platform/web/api/use-call.ts'
import type { PageProps } from '../../../platform/web/site/page.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { loadDocument } from '../../../platform/web/site/documents.ts'
import { Head, useDocumentTitle } from '../../../platform/web/ui/title.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { AccountActions, Logins } from '../../../people/web/members/account-actions.tsx'
import { Payments, PlanTime } from '../../../money/web/admin/plan-time.tsx'
import { Facts } from '../../../people/web/members/user-row.tsx'
import { ACCOUNT_LIMITS } from '../../../platform/rules/access/limits.ts'
import { formatInstant } from '../../../platform/rules/base/calendar.ts'
import { ReasonForm } from '../../../people/web/staff/reason-form.tsx'
import { Field } from '../../../platform/web/ui/field.tsx'
import { OnlyWith } from '../../../people/web/staff/section.tsx'
import { Notes, History, UserAttacks } from './person-history.tsx'

export type Details = AnswerOf<'GET /api/admin/users/:id'>

/** What the sections of a person's page show and change. */
export interface PersonProps {
  details: Details
  name: string
  /** Whether the person is the signed-in member of staff. */
  isMe: boolean
  /** Call it after a change. */
  onChanged: () => void
}

const USERS = '/api/admin/users'

export const calls = (_search: URLSearchParams, subject: string) => [`${USERS}/${subject}`]

/** Everything about one person, and what staff can do for them. */
export default function PersonPage({ subject }: PageProps) {
  const { data, error } = useAdminCall('GET /api/admin/users/:id', `${USERS}/${subject}`)
  const cache = useAnswerCache()
  const me = useMe()
  const name = data && (data.user.username || data.user.email)
  useDocumentTitle(name)
  const refresh = () => void cache.renew((address) => address.startsWith(USERS))
  if (!data)
    return error ? (
      <Failure text="The person could not be loaded." detail={failureText(error)} onRetry={refresh} />
    ) : (
      <Loading />
    )
  const props: PersonProps = {
    details: data,
    name: name!,
    isMe: data.user.uid === me?.uid,
    onChanged: refresh,
  }
  return <Person {...props} />
}

function Person(props: PersonProps) {
  const { details, name, isMe } = props
  const { user } = details
  return (
    <article aria-label={name}>
      <Head
        title={
          <span className="wrap-anywhere">
            {name}
            {isMe && <span className="font-normal text-quiet"> (you)</span>}
          </span>
        }
        end={
          <PageLink to={STAFF_PATHS.users} className="link inline-flex min-h-11 items-center">
            All users
          </PageLink>
        }
      />
      <p className="text-sm wrap-anywhere text-quiet">
        {user.email}
        <br />
        Reference <b className="whitespace-nowrap text-ink">{user.reference}</b>
      </p>
      <Facts user={user} />
      <Sections>
        <Section title="Notes" note="For staff. The person can download them with their data.">
          <Notes {...props} />
        </Section>
        <Section title="Plan">
          <PlanTime {...props} />
        </Section>
        <Section title="Payments">
          <Payments details={details} />
        </Section>
        <Section title="Login and devices">
          <Logins {...props} />
          <EmailChange {...props} />
        </Section>
        {!isMe && (
          <Section title="Account">
            <Suspension {...props} />
            <See user={user} />
            <AccountActions {...props} />
          </Section>
        )}
        <Section title="History" note="Every event of the account and its payments, newest first.">
          <History details={details} />
        </Section>
        <Section title="Refused logins">
          <UserAttacks uid={user.uid} name={name} attacks={details.attacks} />
        </Section>
      </Sections>
    </article>
  )
}

/** Changes the person's email by a link to the new one, or cancels the change that waits for its link. */
function EmailChange({ details: { user, pendingEmail }, onChanged }: PersonProps) {
  const address = `/api/admin/users/${user.uid}/email`
  if (pendingEmail)
    return (
      <>
        <p className="mt-3 font-bold wrap-anywhere text-warn">
          The email changes to {pendingEmail.email} when its link is opened. The link works until{' '}
          {formatInstant(pendingEmail.until)}.
        </p>
        <ReasonForm
          label="Cancel the change of the email"
          address={`${address}/cancel`}
          done="Cancelled."
          onDone={onChanged}
        />
      </>
    )
  return (
    <ReasonForm
      label="Change the email"
      button="Send the link"
      note="First make sure that you talk to the owner of the account. The new address gets a link that proves it, and the old one a mail. With the link the email changes, every session ends, and Google must be linked again."
      address={address}
      done="The link is on its way."
      onDone={onChanged}
    >
      <Field
        label="New email"
        name="email"
        type="email"
        autoComplete="off"
        required
        maxLength={ACCOUNT_LIMITS.email}
      />
    </ReasonForm>
  )
}

/** Suspends the person, or ends the suspension. */
function Suspension({ details: { user }, onChanged }: PersonProps) {
  const address = `/api/admin/users/${user.uid}/suspension`
  if (user.suspension)
    return (
      <>
        <p className="font-bold text-warn">{user.suspension}</p>
        <ReasonForm
          label="End the suspension"
          address={`${address}/end`}
          done="The suspension has ended."
          onDone={onChanged}
        />
      </>
    )
  return (
    <ReasonForm
      label="Suspend"
      note="Every session ends, and the login says until when and why. The time of a plan keeps running."
      address={address}
      done="Suspended."
      onDone={onChanged}
    >
      <Field label="Last day" name="until" type="date" required />
    </ReasonForm>
  )
}

/** Shows an owner the screens of a player. A new document, because this one holds what only staff may see. */
const See = ({ user }: Pick<Details, 'user'>) =>
  !user.admin && (
    <OnlyWith right="manage-staff">
      <ReasonForm
        label="See it as this player"
        button="See it"
        note={`For ${STAFF_LIMITS.seeingMinutes} minutes this browser shows the screens with the player’s plan, and nothing can be changed. Saved numbers, followed games, payments, name and email are not shown. It is in the audit, and every owner gets an email.`}
        address={`/api/admin/users/${user.uid}/see`}
        done=""
        onDone={() => loadDocument(PATHS.overview)}
      />
    </OnlyWith>
  )
