import { type FormEvent, useRef } from 'react'
import { formatDate, formatDayMonth, parseDate } from '../../../platform/rules/base/calendar.ts'
import { drawOfDay, PATHS } from '../../../platform/rules/site/paths.ts'
import { BETS, TICKET_BETS } from '../../../draws/rules/bets.ts'
import {
  type CheckedTicket,
  lineOfTyped,
  TICKET_LIMITS,
  TICKET_WINDOWS,
  type TypedTicket,
  USUAL_STAKE,
} from '../../rules/tickets/check.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useDraft } from '../../../platform/web/api/use-draft.ts'
import { DraftNote } from '../../../platform/web/ui/draft-note.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field, Select, TextArea } from '../../../platform/web/ui/field.tsx'
import { useLocation, useSearch } from '../../../platform/web/ui/location.ts'
import { Segments } from '../../../platform/web/ui/segments.tsx'
import { checkedTicket } from './address.ts'
import { BetHelpButton, type BetHelpProps } from '../../../draws/web/bet-help-button.tsx'
import { NumberCells } from './number-cells.tsx'

/** One draw alone is above them. */
const PAST = TICKET_WINDOWS.filter((last) => last !== '1')

interface Props {
  typed: TypedTicket
  /** The bet that the player named; empty without one. */
  named: string
  /** Further lines of numbers. */
  lines: string
  linesError: string | undefined
  checked: CheckedTicket
  newest: AnswerOf<'GET /api/ticket'>['newest']
  help: Omit<BetHelpProps, 'bet'>
  /** The query of a ticket that is checked while the player types, so that the form stays. */
  onFollow: (query: string) => void
}

/** Numbers and the draw; the bet is below a line that names it. A plain form, so it works without script. */
export function TicketForm({ typed, named, lines, linesError, checked, newest, help, onFollow }: Props) {
  const { ticket, problems } = checked
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  // A complete ticket is in the address.
  const draft = useDraft({ form, name: useSearch() })
  const queryOf = (from: HTMLFormElement) =>
    new URLSearchParams(([...new FormData(from)] as [string, string][]).filter(([, value]) => value !== ''))

  function check(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const query = queryOf(event.currentTarget)
    // Without a number the page says what is missing.
    if (!query.has('number')) query.set('number', '')
    draft.drop()
    navigate(`${PATHS.ticket}?${query}`)
  }

  /** The answer follows the keys as soon as at least two whole numbers make a ticket. */
  function follow() {
    const query = queryOf(form.current!)
    const cells = query.getAll('number')
    const { ticket: whole, problems: found } = checkedTicket(query)
    if (!whole || Object.keys(found).length > 0 || cells.length < 2) return
    if (cells.some((cell) => cell.length < 2)) return
    draft.drop()
    onFollow(query.toString())
    navigate(`${PATHS.ticket}?${query}`, { replace: typed.numbers.length > 0 })
  }

  const chosen = typed.game && typed.date ? drawOfDay(typed.game, typed.date) : undefined
  const listed = newest.map(({ game, date }) => drawOfDay(game, date))
  const name = newest.find(({ game }) => game === typed.game)?.name ?? typed.game
  const day = parseDate(typed.date)
  return (
    <form ref={form} method="get" action={PATHS.ticket} onSubmit={check} className="max-w-xl" noValidate>
      <DraftNote of={draft} />
      <div className="flex flex-wrap items-end gap-2">
        <NumberCells
          legend="Numbers"
          name="number"
          values={ticket?.numbers.map(String) ?? typed.numbers}
          cells={TICKET_LIMITS.permNumbers}
          error={problems.numbers}
          least={3}
          onChange={follow}
        />
        <div className="min-w-0 flex-[1_1_8.5rem] [&_select]:min-h-14 [&_select]:pr-1 [&_select]:pl-2">
          <Select
            label="Draw"
            name="draw"
            defaultValue={chosen}
            onChange={follow}
            error={problems.game ?? problems.date}
            options={[
              ...(chosen && !listed.includes(chosen)
                ? [[chosen, day ? `${name}, ${formatDate(day)}` : chosen] as const]
                : []),
              ...newest.map(
                (one) => [drawOfDay(one.game, one.date), `${one.name}, ${formatDayMonth(one.date)}`] as const,
              ),
            ]}
          />
        </div>
      </div>
      <div className="mt-1 mb-2 flex flex-wrap items-start gap-x-2">
        <p className="flex min-h-11 items-center font-bold">
          {BETS[checked.bet].name}
          <BetHelpButton bet={checked.bet} {...help} />
        </p>
        <BetFields typed={typed} named={named} lines={lines} linesError={linesError} checked={checked} />
        <Button type="submit" kind="plain">
          Check
        </Button>
      </div>
    </form>
  )
}

/** The bet behind a line with its stake, and further lines. */
function BetFields({
  typed,
  named,
  lines,
  linesError,
  checked: { problems },
}: Omit<Props, 'newest' | 'help' | 'onFollow'>) {
  const isWrong = problems.stake ?? problems.lineOf ?? problems.against ?? problems.draws ?? linesError
  return (
    <details className="flex-1 open:basis-full" open={Boolean(isWrong)}>
      <summary className="flex min-h-11 items-center text-sm text-quiet">
        <span className="wrap-anywhere">
          ₦{typed.stake || USUAL_STAKE}. <u className="text-brand">Change</u>
        </span>
      </summary>
      <div className="space-y-3">
        <Select
          label="Bet"
          name="bet"
          defaultValue={named}
          options={[
            ['', 'Choose the bet for me'],
            ...TICKET_BETS.map((key) => [key, `${BETS[key].name}: ${BETS[key].about}`] as const),
          ]}
        />
        <Field
          label="Stake a line, ₦"
          name="stake"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed.stake || USUAL_STAKE}
          error={problems.stake}
        />
        <Segments
          legend="Perm of how many?"
          name="lineOf"
          options={TICKET_LIMITS.lineOf.map((size) => ({ value: String(size), text: String(size) }))}
          defaultValue={String(lineOfTyped(typed.lineOf))}
          error={problems.lineOf}
        />
        <Field
          label="Against: second group of numbers"
          name="against"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed.against.join(' ')}
          error={problems.against}
        />
        <TextArea
          label="More bets, one per line (41-21)"
          name="lines"
          rows={3}
          defaultValue={lines}
          error={linesError}
        />
        <Select
          label="Same numbers in"
          name="past"
          defaultValue={typed.draws}
          error={problems.draws}
          options={PAST.map((last) => [last, last === 'all' ? 'All draws' : `Last ${last} draws`] as const)}
        />
      </div>
    </details>
  )
}
