import type { FormEvent } from 'react'
import { formatDayMonth } from '../../domain/base/calendar.ts'
import { drawOfDay, PATHS } from '../../domain/site/paths.ts'
import { TICKET_BET_KEYS, TICKET_BETS } from '../../domain/tickets/bets.ts'
import {
  type CheckedTicket,
  lineOfTyped,
  TICKET_LIMITS,
  type TypedTicket,
  USUAL_STAKE,
} from '../../domain/tickets/check.ts'
import type { AnswerOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Field, Select, TextArea } from '../ui/field.tsx'
import { useLocation } from '../ui/location.ts'
import { Segments } from '../ui/segments.tsx'
import { NumberCells } from './number-cells.tsx'

interface Props {
  typed: TypedTicket
  /** Further lines of numbers. */
  lines: string
  linesError: string | undefined
  checked: CheckedTicket
  newest: AnswerOf<'GET /api/ticket'>['newest']
}

/** Numbers and the draw; the bet is below a line that names it. A plain form, so it works without script. */
export function TicketForm({ typed, lines, linesError, checked: { bet, ticket, problems }, newest }: Props) {
  const [, navigate] = useLocation()

  function check(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = [...new FormData(event.currentTarget)] as [string, string][]
    navigate(`${PATHS.ticket}?${new URLSearchParams(fields.filter(([, value]) => value !== ''))}`)
  }

  const chosen = typed.game && typed.date ? drawOfDay(typed.game, typed.date) : undefined
  const listed = newest.map(({ game, date }) => drawOfDay(game, date))
  const isWrong = problems.stake ?? problems.lineOf ?? problems.against ?? linesError
  return (
    <form method="get" action={PATHS.ticket} onSubmit={check} className="max-w-xl" noValidate>
      <NumberCells
        legend="Numbers"
        name="number"
        values={ticket?.numbers.map(String) ?? typed.numbers}
        cells={TICKET_LIMITS.permNumbers}
        error={problems.numbers}
      />
      <div className="mt-2 flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Select label="Draw" name="draw" defaultValue={chosen} error={problems.game ?? problems.date}>
            {chosen && !listed.includes(chosen) && <option value={chosen}>{chosen}</option>}
            {newest.map(({ game, name, date }) => (
              <option key={`${game} ${date}`} value={drawOfDay(game, date)}>
                {name}, {formatDayMonth(date)}
              </option>
            ))}
          </Select>
        </div>
        <Button type="submit">Check</Button>
      </div>
      <details className="mb-2" open={Boolean(isWrong)}>
        <summary className="flex min-h-11 items-center text-sm text-quiet">
          <span>
            {TICKET_BETS[bet].name}, ₦{typed.stake || USUAL_STAKE}. <u className="text-brand">Change</u>
          </span>
        </summary>
        <div className="space-y-3">
          <Select label="Bet" name="bet" defaultValue={bet}>
            {TICKET_BET_KEYS.map((key) => (
              <option key={key} value={key}>
                {TICKET_BETS[key].name}: {TICKET_BETS[key].about}
              </option>
            ))}
          </Select>
          <Field
            label="Stake a line, ₦"
            name="stake"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={typed.stake || USUAL_STAKE}
            error={problems.stake}
          />
          <Segments
            legend="Numbers in a line of a perm"
            name="lineOf"
            options={TICKET_LIMITS.lineOf.map((size) => ({ value: String(size), text: String(size) }))}
            defaultValue={String(lineOfTyped(typed.lineOf))}
            error={problems.lineOf}
          />
          <Field
            label="Other numbers of an against"
            name="against"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={typed.against.join(' ')}
            error={problems.against}
          />
          <TextArea
            label="More lines, each as 41-21"
            name="lines"
            rows={3}
            defaultValue={lines}
            error={linesError}
          />
        </div>
      </details>
    </form>
  )
}
