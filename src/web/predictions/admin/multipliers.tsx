import { formatDate } from '../../../domain/base/calendar.ts'
import { formatCount } from '../../../domain/base/words.ts'
import { type Bet, BET_KEYS, BETS } from '../../../domain/record/multipliers.ts'
import { sendAdminCall } from '../../admin/calls.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { AnswerOf } from '../../api/call.ts'
import { StaffForm, type Values } from '../../admin/staff-form.tsx'
import { Field, Select } from '../../ui/field.tsx'

type Row = AnswerOf<'GET /api/admin/forecast-record'>['multipliers'][number]

interface Props {
  operators: readonly string[]
  rows: readonly Row[]
  onSaved: () => void
}

/** What each operator pays for a bet, with the days from which it holds, and a form for a new multiplier. */
export function Multipliers({ operators, rows, onSaved }: Props) {
  const known = operators.flatMap((operator) => BET_KEYS.map((bet) => ({ operator, bet })))
  return (
    <>
      <p className="mb-2 text-sm">
        Naira back on the record counts with the multiplier of the day of the draw. A new multiplier leaves
        earlier days as they are.
      </p>
      <div className="grid grid-cols-1 items-start gap-4 *:min-w-0 lg:grid-cols-2">
        <DataTable
          caption="Multipliers by operator and bet"
          captionHidden
          tall={false}
          columns={['Operator', 'Bet', 'Pays', 'Valid from']}
        >
          {known.map(({ operator, bet }) => (
            <BetRows
              key={`${operator} ${bet}`}
              operator={operator}
              bet={bet}
              rows={rows.filter((row) => row.operator === operator && row.bet === bet)}
            />
          ))}
        </DataTable>
        <AddForm operators={operators} onSaved={onSaved} />
      </div>
    </>
  )
}

/** All multipliers of a bet, the newest first. */
function BetRows({ operator, bet, rows }: { operator: string; bet: Bet; rows: readonly Row[] }) {
  const name = BETS[bet].name
  if (rows.length === 0)
    return (
      <tr>
        <th scope="row">{operator}</th>
        <td>{name}</td>
        <td>not known</td>
        <td />
      </tr>
    )
  return [...rows]
    .sort((a, b) => (a.validFrom < b.validFrom ? 1 : -1))
    .map(({ validFrom, times }) => (
      <tr key={validFrom}>
        <th scope="row">{operator}</th>
        <td>{name}</td>
        <td>{times === null ? 'not taken' : `× ${formatCount(times)}`}</td>
        <td>{formatDate(validFrom)}</td>
      </tr>
    ))
}

function AddForm({ operators, onSaved }: Omit<Props, 'rows'>) {
  async function add(values: Values, form: HTMLFormElement) {
    const times = values.times?.trim()
    const body = { ...values, times: times ? Number(times) : null }
    await sendAdminCall('POST /api/admin/multipliers', { body })
    form.reset()
    onSaved()
    return 'The multiplier is added.'
  }
  return (
    <StaffForm label="New multiplier" button="Add multiplier" look="plain" send={add}>
      <Select label="Operator" name="operator" options={operators} />
      <Select label="Bet" name="bet" options={BET_KEYS.map((key) => [key, BETS[key].name])} />
      <Field
        label="Naira back for ₦1"
        name="times"
        type="number"
        min={1}
        inputMode="numeric"
        hint="Empty: the operator does not take this bet."
      />
      <Field label="Valid from" name="validFrom" type="date" required />
    </StaffForm>
  )
}
