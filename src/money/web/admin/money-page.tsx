import type { ReactNode } from 'react'
import { formatDate, formatDayMonth, formatInstant } from '../../../platform/rules/base/calendar.ts'
import { decimal, formatCount, formatNaira } from '../../../platform/rules/base/words.ts'
import { STAFF_PATHS } from '../../../platform/rules/access/staff.ts'
import { useAdminCall } from '../../../people/web/staff/calls.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { fieldsOf } from '../../../platform/web/api/use-form.ts'
import { Button, buttonClasses } from '../../../platform/web/ui/button.tsx'
import { Field } from '../../../platform/web/ui/field.tsx'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { useSearch } from '../../../platform/web/ui/location.ts'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { ALARMS, GROWTH, MONEY, moneyAddress, PERIOD, PRICES, REFUND_LIMIT } from './addresses.ts'
import { Alarms } from './alarms.tsx'
import { ByChannel, ByDay, GrowthCard, Payouts, Returns } from './money-tables.tsx'
import {
  problemText,
  ReasonForm,
  koboOf,
  NairaField,
  PlanSelect,
} from '../../../people/web/staff/reason-form.tsx'
import { MONEY_FILES } from '../../rules/payments.ts'
import { PAID_PLANS, PLANS } from '../../../platform/rules/access/plans.ts'
import { Ruled } from '../../../people/web/staff/ruled.tsx'
import { OnlyWith, Section } from '../../../people/web/staff/section.tsx'

export const parameters = PERIOD

export const calls = (search: URLSearchParams) => [ALARMS, moneyAddress(search), PRICES, GROWTH]

export type Money = AnswerOf<'GET /api/admin/money'>

/** Money for owners: open alarms, what came in, went back and is paid out and the next prices. */
export default function MoneyPage() {
  const search = new URLSearchParams(useSearch())
  const { data, error, refetch } = useAdminCall('GET /api/admin/money', moneyAddress(search))
  const wrong = fieldsOf(error).from
  return (
    <>
      <Head title="Money" end={data && <Exports {...data} />} />
      {data && (
        <Period {...data}>
          {formatDayMonth(data.from)} to {formatDate(data.to)}
        </Period>
      )}
      {wrong && (
        <Period from={search.get('from') ?? ''} to={search.get('to') ?? ''} problem={wrong}>
          Another period
        </Period>
      )}
      <Alarms onlyOpen />
      {data ? (
        <>
          <Figures money={data} />
          <div className="mt-4 grid items-start gap-4 *:min-w-0 lg:grid-cols-2">
            <ByDay money={data} />
            <ByChannel money={data} />
            <Returns money={data} />
            <Payouts money={data} />
            <GrowthSection />
            <PriceSection today={data.today} />
          </div>
        </>
      ) : wrong ? null : error ? (
        <Failure text="The figures could not be loaded." detail={problemText(error)} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  )
}

interface PeriodProps {
  from: string
  to: string
  /** What is wrong with the period. */
  problem?: string
  /** The line that opens to the choice. */
  children: ReactNode
}

/** The period, which opens to a choice of another one. */
function Period({ from, to, problem, children }: PeriodProps) {
  return (
    <details open={problem !== undefined} className="-mt-3 mb-1 text-sm">
      <summary className="link inline-flex min-h-11 items-center">{children}</summary>
      <form action={STAFF_PATHS.money} className="mb-2 flex flex-wrap items-end gap-3">
        <Field label="From" name="from" type="date" defaultValue={from} required error={problem} />
        <Field label="To" name="to" type="date" defaultValue={to} required />
        <Button type="submit">Show</Button>
      </form>
    </details>
  )
}

const DOWNLOAD = 'M12 4v11M8 11.5l4 4 4-4M5 20h14'

/** The files for the accountant. */
function Exports({ from, to }: Money) {
  return (
    <details className="relative">
      <summary className={`${buttonClasses('plain')} cursor-pointer list-none`}>
        <IconPath path={DOWNLOAD} />
        Export CSV
      </summary>
      <ul className="absolute right-0 z-10 mt-1 w-48 rounded-lg border border-line bg-sheet py-1 [box-shadow:var(--lift)]">
        {MONEY_FILES.map((file) => (
          <li key={file}>
            <a
              href={`${MONEY}/${file}?from=${from}&to=${to}`}
              download
              className="flex min-h-11 items-center px-4 capitalize"
            >
              {file}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** The figures of the period, and the payout that is expected next. */
function Figures({
  money: { income, returns, expected, payouts, vouchers, openDisputes, comparedAt },
}: {
  money: Money
}) {
  const cameIn = sum(income.map(({ kobo }) => kobo))
  const fees = sum(income.map(({ feeKobo }) => feeKobo))
  const payments = sum(income.map((row) => row.payments))
  const back = sum(returns.map(({ kobo }) => kobo))
  const waits = expected.kobo < 0 ? 'deducted from the next one' : 'nothing waits'
  return (
    <>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-6">
        <Figure name="Came in" note={counted(payments, 'payment')}>
          {cameIn}
        </Figure>
        <Figure name="Refunded" note={counted(returns.length, 'payment')}>
          {back}
        </Figure>
        <Figure name="Fees" note={cameIn > 0 ? `${decimal((100 * fees) / cameIn)} %` : ''}>
          {fees}
        </Figure>
        <Figure name="Expected payout" note={expected.day ? formatDayMonth(expected.day) : waits}>
          {expected.kobo}
        </Figure>
        <Figure name="Paid out" note={counted(payouts.length, 'payout')}>
          {sum(payouts.map(({ paidOutKobo }) => paidOutKobo))}
        </Figure>
        <Figure name="Vouchers, cash" note={`${formatCount(vouchers.used)} used`}>
          {vouchers.kobo}
        </Figure>
      </dl>
      <p className="mt-2 text-sm text-quiet">
        {comparedAt
          ? `Last compared with Paystack on ${formatInstant(comparedAt)}.`
          : 'Not compared with Paystack yet.'}
        {openDisputes > 0 && ` ${counted(openDisputes, 'open dispute')}.`}
      </p>
    </>
  )
}

const counted = (count: number, what: string) => `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`

function Figure({ name, note, children: kobo }: { name: string; note: string; children: number }) {
  return (
    <div className="bg-sheet px-3 py-2.5">
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="font-fig text-xl leading-tight font-bold tracking-tight">
        {formatNaira(kobo)}
        <small className="block text-xs font-normal tracking-normal text-quiet">{note}</small>
      </dd>
    </div>
  )
}

function GrowthSection() {
  const { data } = useAdminCall('GET /api/admin/growth', GROWTH)
  return data && <GrowthCard {...data} />
}

/** The prices of today and the next ones, which players see in advance. */
function PriceSection({ today }: { today: string }) {
  const { data, refetch } = useAdminCall('GET /api/admin/prices', PRICES)
  const entered = data?.prices ?? []
  return (
    <Section title="Prices">
      <Ruled label="Prices">
        {PAID_PLANS.map((plan) => {
          const held = entered.filter((price) => price.plan === plan && price.holdsFrom <= today)
          return (
            <li key={plan} className="flex justify-between gap-3 py-2 text-sm">
              <span>{PLANS[plan].name}</span>
              <b>
                {formatNaira(held[held.length - 1]?.kobo ?? PLANS[plan].kobo)} per {PLANS[plan].per}
              </b>
            </li>
          )
        })}
        <OnlyWith right="move-money">
          {entered
            .filter(({ holdsFrom }) => holdsFrom > today)
            .map(({ id, plan, kobo, holdsFrom }) => (
              <li key={id} className="text-sm">
                <ReasonForm
                  label={`Withdraw ${PLANS[plan].name} ${formatNaira(kobo)} from ${formatDate(holdsFrom)}`}
                  address={`${PRICES}/${id}/withdraw`}
                  done="Withdrawn."
                  onDone={refetch}
                />
              </li>
            ))}
          <li>
            <ReasonForm
              label="Enter the next price"
              note="Players see it from now on. A payment keeps the price it was opened with."
              address={PRICES}
              body={(values) => ({ ...values, kobo: koboOf(values) })}
              done="The price is entered. Players see it now."
              onDone={refetch}
            >
              <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
                <PlanSelect initially="pro" />
                <NairaField />
                <Field label="From" name="holdsFrom" type="date" required />
              </div>
            </ReasonForm>
          </li>
          <RefundLimit />
        </OnlyWith>
      </Ruled>
    </Section>
  )
}

/** What Finance can refund, which owners set. */
function RefundLimit() {
  const { data, refetch } = useAdminCall('GET /api/admin/refund-limit', REFUND_LIMIT)
  return (
    <li>
      <ReasonForm
        label={`Finance can refund ${data ? formatNaira(data.kobo) : '…'} of one payment`}
        button="Save"
        note="All refunds of one payment together. Owners can refund all of it."
        address={REFUND_LIMIT}
        body={(values) => ({ kobo: koboOf(values) })}
        done="Saved."
        onDone={refetch}
      >
        <NairaField />
      </ReasonForm>
    </li>
  )
}
