import type { FormEvent } from 'react'
import { PATHS } from '../../domain/site/paths.ts'
import { TICKET_BETS } from '../../domain/tickets/bets.ts'
import {
  type CheckedTicket,
  lineOfTyped,
  sizesOf,
  type TypedTicket,
  USUAL_STAKE,
  TICKET_LIMITS,
  TICKET_WINDOW_KEYS,
  TICKET_WINDOWS,
} from '../../domain/tickets/check.ts'
import type { AnswerOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Field, Select } from '../ui/field.tsx'
import { useLocation } from '../ui/location.ts'
import { Segments } from '../ui/segments.tsx'
import { NumberCells } from './number-cells.tsx'

interface Props {
  typed: TypedTicket
  checked: CheckedTicket
  games: AnswerOf<'GET /api/ticket'>['games']
}

/** The form of one bet. A plain form, so it works without script. */
export function TicketForm({ typed, checked: { bet, ticket, problems }, games }: Props) {
  const [, navigate] = useLocation()
  const [, cells] = sizesOf(bet, lineOfTyped(typed.lineOf))
  const { name, about } = TICKET_BETS[bet]

  function check(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = [...new FormData(event.currentTarget)] as [string, string][]
    navigate(`${PATHS.ticket}?${new URLSearchParams(fields)}`)
  }

  return (
    <form method="get" action={PATHS.ticket} onSubmit={check} className="mt-4" noValidate>
      <h2 className="font-bold">
        {name}: {about}
      </h2>
      <input type="hidden" name="bet" value={bet} />
      {bet === 'perm' && (
        <div className="mt-3 max-w-sm">
          <Segments
            legend="Numbers in a line"
            name="lineOf"
            options={TICKET_LIMITS.lineOf.map((size) => ({ value: String(size), text: String(size) }))}
            defaultValue={String(lineOfTyped(typed.lineOf))}
          />
        </div>
      )}
      <NumberCells
        legend={cells === 1 ? 'Number' : bet === 'against' ? 'Top numbers' : 'Numbers'}
        name="number"
        values={ticket?.numbers.map(String) ?? typed.numbers}
        cells={cells}
        error={problems.numbers}
      />
      {bet === 'against' && (
        <NumberCells
          legend="Bottom numbers"
          name="against"
          values={ticket?.against.map(String) ?? typed.against}
          cells={cells}
          error={problems.against}
        />
      )}
      <div className="mt-3 grid max-w-sm grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
        <Field
          label="Stake a line, ₦"
          name="stake"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed.stake || USUAL_STAKE}
          error={problems.stake}
        />
        <Select label="Check in the past of" name="game" defaultValue={typed.game}>
          <option value="">No game</option>
          {games.map((game) => (
            <option key={game.key} value={game.key}>
              {game.name}
            </option>
          ))}
        </Select>
        <Field
          label="Until (empty: newest)"
          name="date"
          type="date"
          defaultValue={typed.date}
          error={problems.date}
        />
        <Select label="Draws" name="draws" defaultValue={typed.draws || '1'} error={problems.draws}>
          {TICKET_WINDOW_KEYS.map((key) => (
            <option key={key} value={key}>
              {TICKET_WINDOWS[key]}
            </option>
          ))}
        </Select>
      </div>
      <Button type="submit" className="mt-3">
        Check
      </Button>
    </form>
  )
}
