import { useCall } from '../../api/use-call.ts'
import { MESSAGES } from '../../../domain/messages.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { Title } from '../../ui/title.tsx'
import { useMe } from '../me.ts'
import { DeleteAccount } from './delete-account.tsx'
import { GoogleSection } from './google-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { Section, Sections } from './section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { UsernameForm } from './username-form.tsx'

const PROFILE = '/api/profile'
export const calls = () => [PROFILE]

/** The user's own account: name, login methods, sessions, data export and deletion. */
export default function ProfilePage() {
  const me = useMe()
  const { data, error, refetch } = useCall('GET /api/profile', PROFILE)
  if (!me) return <Loading text={MESSAGES.loading} />
  return (
    <>
      <Title>Profile</Title>
      <p className="text-quiet">{me.email}</p>
      <Sections>
        <Section title="Your name">
          <UsernameForm />
        </Section>
        {data ? (
          <>
            <PasswordSection hasPassword={data.password} onDone={refetch} />
            <GoogleSection profile={data} onDone={refetch} />
            <SecondFactorSection isOn={data.secondFactor} />
            <SessionsSection sessions={data.sessions} onDone={refetch} />
          </>
        ) : error ? (
          <div className="px-3">
            <Failure text="Your profile could not be loaded." detail={error.message} onRetry={refetch} />
          </div>
        ) : (
          <Loading text={MESSAGES.loading} />
        )}
        <Section
          title="My data"
          note="All data that we store about you: account, sessions, plan time and actions."
        >
          <div className="flex flex-wrap gap-3">
            <a className={buttonClasses('plain')} href="/api/profile/data.json" download>
              Download as JSON
            </a>
            <a className={buttonClasses('plain')} href="/api/profile/data.csv" download>
              Download as CSV
            </a>
          </div>
        </Section>
        {data && <DeleteAccount />}
      </Sections>
    </>
  )
}
