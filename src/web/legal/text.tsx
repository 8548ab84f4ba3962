import type { ReactNode } from 'react'
import { formatDate, parseDate } from '../../domain/base/calendar.ts'
import { LEGAL_VERSION } from '../../domain/legal/legal.ts'
import type { AnswerOf } from '../api/call.ts'

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

/** The date of the text. */
export const Version = () => (
  <p className="text-sm text-quiet">In force since {formatDate(parseDate(LEGAL_VERSION)!)}.</p>
)

/** What the analytics service gets about players who agreed. */
export const SentToAnalytics = ({ host }: { host: string }) => (
  <>
    <p>
      Only if you accept, our server tells the analytics service at {host} which kinds of pages you open while
      you are logged in, when, and your plan. It names you by a random number, not by your name, email or
      network address, and it does not say which number, draw or search you opened. The service may be outside
      Nigeria.
    </p>
    <p>Your browser loads nothing from that service and sends it nothing. It sets no cookie.</p>
  </>
)

/** Who runs the site, as far as the operator has set it. */
export function Operator({ of }: { of: Legal | undefined }) {
  if (!of) return null
  const { operator, isDemo, support } = of
  const { name, licence, state } = operator
  return (
    <Part title="Who runs this site">
      {isDemo && <p>This is a demonstration. It sells nothing, and its payments move no money.</p>}
      <p>
        {name ? `${name} runs this site` : 'The operator of this site has not set a name yet'}
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
