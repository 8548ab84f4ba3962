import { type ReactNode, useEffect, useRef } from 'react'
import { capitalised, formatDate, formatInstant } from '../../platform/rules/base/calendar.ts'
import { MESSAGES } from '../../platform/rules/base/messages.ts'
import { channelName, PAYMENT_MESSAGES } from '../rules/payments.ts'
import { formatNaira } from '../../platform/rules/base/words.ts'
import { lastDay, type PaidPlan, PLANS } from '../../platform/rules/access/plans.ts'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { carriedBack, FROM, wayBackOf } from '../../platform/rules/site/destinations.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { useSite } from '../../platform/web/site/site.ts'
import { useSearch } from '../../platform/web/ui/location.ts'
import { Banner } from '../../platform/web/ui/banner.tsx'
import { Button, buttonClasses } from '../../platform/web/ui/button.tsx'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { CHECK } from '../../platform/web/ui/more-icons.ts'
import { type OwnPayment, type Purchase, DISMISSED } from './purchase-state.ts'
import { Reference, SlipLine } from './slip.tsx'

interface Props {
  purchase: Purchase
  /** The screen's sentence for a payment that could not be settled. */
  unsettled: string
  onDismiss: () => void
  /** What follows a settled payment; without it, a link to a screen that the plan opens. */
  children?: ReactNode
}

/** The state of a purchase in words. Each change scrolls into view, because the plans fill the screen. */
export function PurchaseStatus(props: Props) {
  const place = useRef<HTMLDivElement>(null)
  const { step } = props.purchase
  const known = useRef(step)
  useEffect(() => {
    if (known.current === step) return
    known.current = step
    if (step === 'idle' || step === 'opening') return
    place.current?.scrollIntoView({ block: 'nearest' })
    // The checkout's window closed with the focus in it.
    if (document.activeElement instanceof HTMLIFrameElement) place.current?.focus({ preventScroll: true })
  }, [step])
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Sentence {...props} />
    </div>
  )
}

function Sentence({ purchase, unsettled, onDismiss, children }: Props) {
  switch (purchase.step) {
    case 'idle':
    case 'opening':
      return null
    case 'settled':
      return <Settled payment={purchase.payment}>{children}</Settled>
    case 'waiting':
      return <Waiting {...purchase} onDismiss={onDismiss} />
    case 'unsettled':
      return (
        <Banner kind="bad">
          <p className="font-bold">{unsettled}</p>
          <p className="mt-1 text-sm">
            We keep trying, even if you leave this page. Please do not pay again.
          </p>
          <p className="mt-1 text-sm">
            Reference: <Reference>{purchase.reference}</Reference>
          </p>
          <Support reference={purchase.reference} />
        </Banner>
      )
    case 'cancelled':
      return (
        <Banner kind="warn" onClose={onDismiss}>
          <p className="font-bold">{PAYMENT_MESSAGES.cancelled}</p>
          <p className="text-sm">If you did send money, your plan starts when it arrives.</p>
        </Banner>
      )
    case 'not-loaded':
      return (
        <Banner kind="bad">
          <p className="font-bold">The checkout did not open here. You have not been charged.</p>
          <p className="mt-1 text-sm">You can pay on Paystack’s own page and come back, or try again.</p>
          <a href={purchase.url} className={`${buttonClasses('plain')} mt-3`}>
            Pay on Paystack’s page
          </a>
        </Banner>
      )
    case 'refused':
      return (
        <Banner kind="bad" onClose={onDismiss}>
          {purchase.text}
        </Banner>
      )
  }
}

/** A mail link to support, with the reference in the subject. */
function Support({ reference }: { reference: string }) {
  const address = useSite()?.support
  if (!address) return null
  return (
    <p className="mt-1 text-sm">
      Support:{' '}
      <a className="link" href={`mailto:${address}?subject=${encodeURIComponent(`Payment ${reference}`)}`}>
        {address}
      </a>
    </p>
  )
}

/** The screen to open after buying a plan. */
const OPENS: Record<PaidPlan, { to: string; label: string }> = {
  basic: { to: PATHS.frequentNumbers, label: 'Open frequent numbers' },
  pro: { to: PATHS.prediction, label: 'Open predictions' },
}

/**
 * The screen that a payment has bought, which links to its receipt, and to the public page from which the payer came.
 * @param query of the page on which the plan was chosen
 */
export const boughtPath = (
  { plan, reference }: Pick<OwnPayment, 'plan' | 'reference'>,
  query: string,
  to = OPENS[plan].to,
) => `${to}?notice=paid&paid=${reference}${carriedBack(query)}`

/** The slip of a settled payment: what the user has and until when, then what was paid. */
function Settled({ payment, children }: { payment: OwnPayment; children?: ReactNode }) {
  const { plan, kobo, period, reference, channel, settledAt, createdAt } = payment
  const { name, per } = PLANS[plan]
  const { label } = OPENS[plan]
  const query = useSearch()
  return (
    <section role="alert" className="mx-auto mt-6 mb-6 max-w-[26rem] text-center">
      <p className="mx-auto mb-3 grid size-16 place-items-center rounded-full bg-brand text-on-brand">
        <IconPath path={CHECK} size={32} />
      </p>
      <p className="text-lg leading-tight font-bold text-balance">
        Payment received. Your {name} plan is active
        {period && ` until the end of ${formatDate(lastDay(period.endsAt))}`}.
      </p>
      <p className="mt-1 text-quiet">
        You bought one {per} of {name} for {formatNaira(kobo)}.
      </p>
      <dl className="slip">
        <SlipLine name="Paid">{formatNaira(kobo)}</SlipLine>
        {channel && <SlipLine name="By">{capitalised(channelName(channel))}</SlipLine>}
        <SlipLine name="When">{formatInstant(settledAt ?? createdAt)}</SlipLine>
        <SlipLine name="Reference">
          <Reference>{reference}</Reference>
        </SlipLine>
      </dl>
      {children ?? (
        <PageLink to={boughtPath(payment, query)} className={`${buttonClasses('main')} min-h-13 w-full`}>
          {label}
        </PageLink>
      )}
    </section>
  )
}

function Waiting({
  reference,
  isOffline,
  onDismiss,
}: {
  reference: string
  isOffline?: boolean
  onDismiss: () => void
}) {
  const back = wayBackOf(useSearch())
  return (
    <Banner kind="warn">
      <p className="flex items-center gap-3 font-bold">
        <span className="spinner shrink-0" aria-hidden="true" />
        We are waiting for Paystack to confirm your payment.
      </p>
      {isOffline && <p className="mt-1 font-bold">{MESSAGES.noNetwork}</p>}
      <p className="mt-1 text-sm">
        Your plan starts as soon as the money arrives. You can leave this page. Please do not pay again for
        the same plan.
      </p>
      <p className="mt-1 text-sm">
        Reference: <Reference>{reference}</Reference>
      </p>
      <form action={PATHS.paymentChannel} className="mt-3 flex flex-wrap gap-2">
        {back && <input type="hidden" name={FROM} value={back} />}
        <Button type="submit" kind="plain" name="reference" value={reference}>
          Check again
        </Button>
        <Button
          type="submit"
          kind="plain"
          name={DISMISSED}
          value="1"
          onClick={(event) => {
            event.preventDefault()
            onDismiss()
          }}
        >
          I did not pay
        </Button>
      </form>
    </Banner>
  )
}
