import { STAFF_PATHS } from '../../domain/admin/staff.ts'
import { useMe } from '../accounts/me.ts'
import { Section, Sections } from '../accounts/profile/section.tsx'
import { failureText, useAdminCall } from '../admin/calls.ts'
import type { AnswerOf } from '../api/call.ts'
import { useAnswerCache } from '../api/use-call.ts'
import type { PageProps } from '../site/page.ts'
import { useDocumentTitle } from '../ui/document-title.ts'
import { PageLink } from '../ui/page-link.tsx'
import { Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { AccountActions } from './account-actions.tsx'
import { EmailChange } from './email-change.tsx'
import { Logins } from './logins.tsx'
import { History, Notes } from './notes.tsx'
import { Payments, PlanTime } from './plan-time.tsx'
import { Suspension } from './suspension.tsx'
import { UserAttacks } from './user-attacks.tsx'
import { Facts } from './user-row.tsx'

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
