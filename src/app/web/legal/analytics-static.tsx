import { formatInstant } from '../../../platform/rules/base/calendar.ts'
import { ANALYTICS_PATH, PRIVACY_PATH } from '../../../platform/rules/legal/legal.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import type { Head as DocumentHead } from '../../../platform/web/site/page.ts'
import { Head } from '../../../platform/web/ui/title.tsx'
import { AnalyticsChoice, LEGAL, useLegal, Part, SentToAnalytics } from './text.tsx'

const CHOICE = '/api/profile/analytics'
type Choice = AnswerOf<'GET /api/profile/analytics'>

export const calls = () => [LEGAL, CHOICE]
export const head = (): DocumentHead => ({ title: 'Your choice about analytics' })

/** The choice about analytics: what it is about, what was chosen, and the two answers. */
export default function AnalyticsPage() {
  const host = useLegal()?.analytics ?? null
  const choice = useCall('GET /api/profile/analytics', CHOICE).data
  return (
    <>
      <Head title="Your choice about analytics" />
      {host !== null && (
        <Part title="What is sent">
          <SentToAnalytics host={host} />
        </Part>
      )}
      <Part title="Your choice">
        {host === null ? (
          <p>This site uses no analytics service. Nothing is sent, and there is nothing to choose.</p>
        ) : choice ? (
          <Chosen of={choice} />
        ) : (
          <p>
            Nothing is sent about visitors without a login.{' '}
            <a className="link" href={PATHS.login}>
              Log in
            </a>{' '}
            to choose for your account.
          </p>
        )}
      </Part>
      <Part title="More">
        <p>
          <a className="link" href={PRIVACY_PATH}>
            The privacy notice
          </a>{' '}
          says what else we store.
        </p>
      </Part>
    </>
  )
}

function Chosen({ of: { offered, choice } }: { of: Choice }) {
  if (!offered) return <p>Nothing is sent about staff, and there is nothing to choose.</p>
  return (
    <>
      <p>
        {choice === null ? (
          'You have not chosen yet. Nothing is sent.'
        ) : choice.given ? (
          <>
            <strong>You accepted</strong> ({formatInstant(choice.at)}). Decline to stop it. From then on
            nothing is sent.
          </>
        ) : (
          <>
            <strong>You declined</strong> ({formatInstant(choice.at)}). Nothing is sent.
          </>
        )}
      </p>
      <AnalyticsChoice back={ANALYTICS_PATH} />
    </>
  )
}
