import type { RefObject } from 'react'
import { betHelp, helpTicket } from '../rules/bet-help.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import { BallSet } from '../../platform/web/ui/ball.tsx'
import { Dialog } from '../../platform/web/ui/dialog.tsx'
import { MyBalls } from './my-balls.tsx'
import type { AskedBetHelpProps, BetHelpProps } from './bet-help-button.tsx'

interface Place {
  beside: RefObject<HTMLElement | null>
  onClose: () => void
}
type Props = BetHelpProps & Place

/** The sheet, as soon as the call has answered. */
export function AskedBetHelp({ address, ...place }: AskedBetHelpProps & Place) {
  const { data, error } = useCall('GET /api/ticket', address)
  if (data) return <BetHelpSheet {...data} ticket={data.ticket ?? undefined} {...place} />
  return (
    error && (
      <span role="alert" className="text-sm text-error">
        This needs a network.
      </span>
    )
  )
}

/** Pixels between the sheet, its button and the edges of a desktop's window. */
const GAP_PX = 16

/** How a bet works: what must come, an example, and what ₦100 brings. */
export function BetHelpSheet({ bet, ticket, odds, operator, beside, onClose }: Props) {
  function place(dialog: HTMLElement) {
    const { right, top } = beside.current!.getBoundingClientRect()
    const most = innerWidth - dialog.offsetWidth - GAP_PX
    dialog.style.setProperty('--x', `${Math.max(GAP_PX, Math.min(right + GAP_PX, most))}px`)
    dialog.style.setProperty('--y', `${Math.max(GAP_PX, top)}px`)
  }

  const isOwn = ticket?.bet === bet
  const times = isOwn ? ticket.times : (odds.find((one) => one.bet === bet)?.times ?? null)
  const shown = betHelp(isOwn ? ticket : helpTicket(bet, ticket?.numbers ?? []), times)
  const by = isOwn ? ticket.operator : operator
  return (
    <Dialog title={shown.title} place={place} onClose={onClose}>
      <p className="text-sm">
        {shown.rule.split('*').map((part, place) => (place % 2 ? <b key={part}>{part}</b> : part))}
      </p>
      <div className="rounded-lg border border-line bg-paper px-3 py-2.5">
        <dl className="grid grid-cols-[4.25rem_minmax(0,1fr)] items-center gap-2 text-sm [&>dt]:text-quiet">
          <dt>Yours</dt>
          <dd>
            <MyBalls numbers={shown.yours} />
          </dd>
          <dt>Came</dt>
          <dd>
            <BallSet
              type="winning"
              numbers={shown.came}
              isHit={(place) => shown.yours.includes(shown.came[place]!)}
              unlinked
            />
          </dd>
          {shown.lines.length > 0 && (
            <>
              <dt>{shown.linesTitle}</dt>
              <dd className="flex flex-wrap gap-1.5">
                {shown.lines.map(({ text, isWon }) => (
                  <span
                    key={text}
                    className={`rounded-full border-[1.5px] px-2.5 font-semibold whitespace-nowrap ${isWon ? 'border-won bg-won text-on-won' : 'border-edge'}`}
                  >
                    {text}
                    {isWon && <span className="visually-hidden"> won</span>}
                  </span>
                ))}
              </dd>
            </>
          )}
        </dl>
        <p className="mt-2.5 border-t border-line pt-2 font-bold">{shown.verdict}</p>
        <p className="mt-1 text-sm">{shown.fails}</p>
      </div>
      <dl className="-mx-4 flex divide-x divide-line border-y border-line">
        {shown.pays && <Figure {...shown.pays} />}
        <Figure name="Luck wins" value={shown.luck} />
        {shown.back && <Figure name="₦100 brings back" value={shown.back} />}
      </dl>
      <p className="text-sm text-quiet">{shown.comparison}</p>
      <p className="text-xs text-quiet">
        {times === null
          ? `The price of ${by} is not known here.`
          : `At ${by}’s prices. Ask your agent: another operator may pay more or less.`}
      </p>
    </Dialog>
  )
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div className="flex flex-1 flex-col justify-end px-2 py-2 first:pl-4">
    <dt className="text-xs leading-tight tracking-tight text-quiet">{name}</dt>
    <dd className="text-lg leading-tight font-bold whitespace-nowrap">{value}</dd>
  </div>
)
