import { PRIVACY_PATH, TERMS_PATH } from '../../../domain/legal/legal.ts'
import { PUSH } from '../../push/browser.ts'
import { useCall } from '../../api/use-call.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { Title } from '../../ui/title.tsx'
import { useMe } from '../me.ts'
import { BreakSection, DataSection, DeleteAccount, UsernameForm } from './account-sections.tsx'
import { GoogleSection, PasswordSection, SecondFactorSection, SessionsSection } from './login-sections.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { Section, Sections } from './section.tsx'

const PROFILE = '/api/profile'
export const calls = () => [PROFILE, PUSH]

/** The user's own account: name, login methods, sessions, data export and deletion. */
export default function ProfilePage() {
  const me = useMe()
  const { data, error, refetch } = useCall('GET /api/profile', PROFILE)
  if (!me) return <Loading />
  return (
    <>
      <Title>Profile</Title>
      <p className="text-quiet">{me.email}</p>
      <Sections>
        <Section title="Your name">
          <UsernameForm />
        </Section>
        <NotificationsSection />
        <BreakSection />
        <DataSection />
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
          <Loading />
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
          <p className="mt-2 text-sm">
            <a className="link tap" href={PRIVACY_PATH}>
              What we store, and for how long
            </a>{' '}
            ·{' '}
            <a className="link tap" href={TERMS_PATH}>
              Terms
            </a>
          </p>
        </Section>
        {data && <DeleteAccount />}
      </Sections>
    </>
  )
}
