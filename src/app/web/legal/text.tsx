import type { ReactNode } from 'react'
import { formatDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { LEGAL_VERSION, ANALYTICS_PATH } from '../../../platform/rules/legal/legal.ts'
import { BEING_SET_UP } from '../../../platform/rules/legal/notes.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { Head } from '../../../platform/web/ui/title.tsx'
import { buttonClasses } from '../../../platform/web/ui/button.tsx'

type Legal = AnswerOf<'GET /api/legal'>

/** A part of a legal page. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5 max-w-[40rem] space-y-2">
      <h2 className="font-bold">{title}</h2>
      {children}
    </section>
  )
}

/** What the analytics service gets about players who agreed. */
export const SentToAnalytics = ({ host }: { host: string }) => (
  <>
    <p>
      Only if you accept, our server sends the analytics service at {host} the kinds of pages that you open
      while you are logged in, the times, and your plan. It names you by a random number, not by your name,
      email or network address, and it does not say which number, draw or search you opened. The service may
      be outside Nigeria.
    </p>
    <p>Your browser loads nothing from that service and sends it nothing. It sets no cookie.</p>
  </>
)

/** Who runs the site, as far as its owner has set it. */
function SiteOwner({ of }: { of: Legal | undefined }) {
  if (!of) return null
  const { operator, isDemo, support } = of
  const { name, licence, state } = operator
  return (
    <Part title="Who runs this site">
      {isDemo && <p>This is a demonstration. It sells nothing, and its payments move no money.</p>}
      <p>
        {name ? `${name} runs this site` : 'The owner of this site has not set a name yet'}
        {state && `, under the law of ${state}, Nigeria`}.{licence && ` Licence: ${licence}.`}
      </p>
      <p>
        This site shows results and forecasts. It takes no stakes and pays no prizes: the operators of the
        games do.
      </p>
      {support && (
        <p>
          Write to{' '}
          <a className="link" href={`mailto:${support}`}>
            {support}
          </a>
          .
        </p>
      )}
    </Part>
  )
}

/** A page about terms or privacy, or a sentence in its place where it would name nobody. */
export function LegalPage({
  title,
  of,
  children,
}: {
  title: string
  of: Legal | undefined
  children: ReactNode
}) {
  const isBeingSetUp = of && !of.isDemo && !of.operator.name
  return (
    <>
      <Head title={title} />
      {isBeingSetUp ? (
        <p>{BEING_SET_UP}</p>
      ) : (
        <>
          <p className="text-sm text-quiet">In force since {formatDate(parseDate(LEGAL_VERSION)!)}.</p>
          {children}
          <SiteOwner of={of} />
        </>
      )}
    </>
  )
}

export const LEGAL = '/api/legal'

/** The facts about who runs the site. */
export const useLegal = () => useCall('GET /api/legal', LEGAL).data

/** The two answers to the question about analytics, equal in look. Each is a form, so they need no script. */
export function AnalyticsChoice({
  back,
}: {
  /** Path and query of the page that the answer leads to. */
  back: string
}) {
  return (
    <form method="post" action={ANALYTICS_PATH} className="flex flex-wrap gap-2">
      <input type="hidden" name="form" value="analytics" />
      <input type="hidden" name="back" value={back} />
      {(['accept', 'decline'] as const).map((choice) => (
        <button key={choice} name="choice" value={choice} className={buttonClasses('plain')}>
          {choice === 'accept' ? 'Accept' : 'Decline'}
        </button>
      ))}
    </form>
  )
}

/** The question about analytics, below a page of a player who has not answered it. Only the server renders it. */
export function AnalyticsQuestion({ back }: { back: string }) {
  return (
    <aside
      aria-labelledby="analytics-question"
      className="no-print mx-auto max-w-(--frame) px-3 pb-20 md:px-6 md:pb-12"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-sheet p-3">
        <p className="min-w-0 flex-1 basis-60 text-sm">
          <strong id="analytics-question">May an analytics service learn which pages you open?</strong>{' '}
          Without your name, and only if you accept.{' '}
          <a className="link" href={ANALYTICS_PATH}>
            What is sent
          </a>
        </p>
        <AnalyticsChoice back={back} />
      </div>
    </aside>
  )
}
