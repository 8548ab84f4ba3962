import { useRef, useState } from 'react'
import { BETS, type TicketBet } from '../rules/bets.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import type * as SheetCode from './bet-help-sheet.tsx'

type Answer = AnswerOf<'GET /api/ticket'>

export interface BetHelpProps {
  bet: TicketBet
  /** The player's own ticket, whose numbers and operator the example has. */
  ticket: Answer['ticket'] | undefined
  odds: Answer['odds']
  /** Whose prices `odds` has. */
  operator: string
}

export interface AskedBetHelpProps {
  bet: TicketBet
  /** The call that answers the rest. */
  address: string
}

const QUESTION =
  'M9 9a3 3 0 1 1 4.4 2.7c-1 .5-1.4 1.1-1.4 2.3M12 17.3h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z'

/** A bet with its own numbers, of a saved entry or a forecast. */
interface OwnBet {
  bet: TicketBet
  numbers: readonly number[]
  against?: readonly number[]
  lineOf?: number
  /** The key of the game whose operator pays; null for any. */
  game: string | null
}

/** The call that knows the price of a bet. */
function addressOf({ bet, numbers, against, lineOf, game }: OwnBet): string {
  const query = {
    bet,
    numbers: numbers.join(' '),
    ...(bet === 'against' && { against: against!.join(' ') }),
    ...(bet === 'perm' && { lineOf: String(lineOf) }),
    ...(game !== null && { game }),
    stake: '100',
  }
  return `/api/ticket?${new URLSearchParams(query)}`
}

/** The same in the text of a row: the prices are asked for when it opens. */
export const OwnBetHelp = (own: OwnBet) => (
  <span className="bet-help">
    <BetHelpButton bet={own.bet} address={addressOf(own)} />
  </span>
)

/** Opens how a bet works, beside its name. The sheet's code is loaded then. */
export function BetHelpButton(props: BetHelpProps | AskedBetHelpProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [sheet, setSheet] = useState<typeof SheetCode | null>(null)
  const [hasFailed, setHasFailed] = useState(false)

  function open() {
    setHasFailed(false)
    import('./bet-help-sheet.tsx').then(setSheet, () => setHasFailed(true))
  }

  return (
    <span className="script-only">
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-label={`How ${BETS[props.bet].name.toLowerCase()} works`}
        className="bet-ask -mr-3 -ml-1.5 grid size-11 place-items-center text-brand"
        onClick={open}
      >
        <IconPath path={QUESTION} />
      </button>
      {hasFailed && (
        <span role="alert" className="text-sm text-error">
          This needs a network.
        </span>
      )}
      {sheet && 'odds' in props && (
        <sheet.BetHelpSheet {...props} beside={button} onClose={() => setSheet(null)} />
      )}
      {sheet && 'address' in props && (
        <sheet.AskedBetHelp {...props} beside={button} onClose={() => setSheet(null)} />
      )}
    </span>
  )
}
