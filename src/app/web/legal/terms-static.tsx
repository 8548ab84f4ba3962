import { Fragment } from 'react'
import { LEGAL_PATHS } from '../../../platform/rules/legal/legal.ts'
import { NOTES } from '../../../platform/rules/base/messages.ts'
import { formatNaira } from '../../../platform/rules/base/words.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { nextPriceText } from '../../../money/rules/prices.ts'
import { PAID_PLANS, type PaidPlan } from '../../../platform/rules/access/plans.ts'
import { usePlan } from '../../../money/web/prices.ts'
import type { Head as DocumentHead } from '../../../platform/web/site/page.ts'
import { LEGAL, LegalPage, useLegal, Part } from './text.tsx'

export const calls = () => [LEGAL]
export const head = (): DocumentHead => ({
  title: 'Terms',
  description: 'What you can expect from Lotto Forecast, and what we expect from you.',
})

/** `Pro costs ₦1,500 a month, ₦1,800 from Tue 1 Dec 2026` */
function Cost({ plan }: { plan: PaidPlan }) {
  const { name, kobo, per, next } = usePlan(plan)
  return [`${name} costs ${formatNaira(kobo)} a ${per}`, nextPriceText({ next })].filter(Boolean).join(', ')
}

/** The terms. */
export default function TermsPage() {
  const legal = useLegal()
  return (
    <LegalPage title="Terms" of={legal}>
      <Part title="What this site is">
        <p>
          Lotto Forecast shows results of Nigerian 5/90 games, statistics and forecasts. {NOTES.odds} A
          forecast is an opinion. No one can promise that a number comes.
        </p>
        <p>
          Each forecast is a line in a public file before its draw. It says whether outside clocks dated it,
          or only our own. It stays{' '}
          <a className="link" href={PATHS.record}>
            in the public record
          </a>
          , also when it was wrong. Results may contain errors: the operator of the game decides what was
          drawn.
        </p>
      </Part>
      <Part title="Who may use it">
        <p>
          You must be 18 or older. One person has one account. Keep your password to yourself. Do not copy the
          paid parts for others, and do not disturb the service. Staff may close an account that breaks these
          rules.
        </p>
      </Part>
      <Part title="Plans and money">
        <p>
          Free costs nothing.{' '}
          {PAID_PLANS.map((plan, i) => (
            <Fragment key={plan}>
              {i > 0 && ', '}
              <Cost plan={plan} />
            </Fragment>
          ))}
          . Paystack takes the payment. A plan starts when Paystack confirms the payment and ends by itself:
          we never charge again without you. If you pay again, the new time starts when the old time ends.
        </p>
        <p>
          If you paid and did not get your plan, or paid twice, write to support: you get your money back.
          Wrong forecasts are no reason for a refund. A full refund ends the plan time that the payment
          bought. A refund of a part shortens that time by the same part. If the service fails for a long
          time, staff can add the lost days.
        </p>
      </Part>
      <Part title="Play with care">
        <p>{NOTES.responsibly}. Most players lose more than they win. Never stake what you cannot lose.</p>
      </Part>
      <Part title="Changes and the end">
        <p>
          When these terms change, the date at the top changes too. You can delete your account in{' '}
          <a className="link" href={PATHS.profile}>
            your profile
          </a>
          . What we store is in the{' '}
          <a className="link" href={LEGAL_PATHS.privacy}>
            privacy notice
          </a>
          .
        </p>
      </Part>
    </LegalPage>
  )
}
