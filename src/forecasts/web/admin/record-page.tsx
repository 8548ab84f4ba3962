import { PATHS } from '../../../platform/rules/site/paths.ts'
import { failureText, useAdminCall, sendAdminCall } from '../../../people/web/staff/calls.ts'
import { Section, OnlyWith } from '../../../people/web/staff/section.tsx'
import { SampleTag } from '../../../draws/web/sample-note.tsx'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { StaffForm, type Values } from '../../../people/web/staff/staff-form.tsx'
import { Field, Select } from '../../../platform/web/ui/field.tsx'
import { formatCount } from '../../../platform/rules/base/words.ts'
import { DataTable } from '../../../platform/web/ui/data-table.tsx'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { formatDate } from '../../../platform/rules/base/calendar.ts'
import { BETS, PRICED_BETS, type PricedBet } from '../../../draws/rules/bets.ts'
import { PREDICTION_LIMITS } from '../../rules/predictions.ts'

/** The call with the name under which the user publishes. */
const AUTHOR = '/api/admin/author'

/** Changes the name under which the user publishes. */
function PenNameForm({ penName, onSaved }: { penName: string | null; onSaved: () => void }) {
  async function save(body: Values) {
    await sendAdminCall('PUT /api/admin/author', { body })
    onSaved()
    return 'Your pen name is saved.'
  }
  return (
    <StaffForm stacked button="Save pen name" look="plain" send={save}>
      <Field
        label="Pen name"
        name="penName"
        autoComplete="off"
        required
        maxLength={PREDICTION_LIMITS.penName}
        defaultValue={penName ?? ''}
        hint="Everyone sees it on all your forecasts, earlier ones included. Your record stays the same: it belongs to your number as an author, not to the name."
      />
    </StaffForm>
  )
}

const RECORD = '/api/admin/forecast-record'

export const calls = () => [RECORD, AUTHOR]

/** The record as staff see it: the forecasts by standing and author, the own pen name, and the multipliers. */
export default function RecordPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/forecast-record', RECORD)
  const author = useAdminCall('GET /api/admin/author', AUTHOR)
  return (
    <>
      <Head
        title="Forecast record"
        end={
          <a href={PATHS.record} className="link tap">
            Public record
          </a>
        }
      >
        {data?.sample && <SampleTag />}
      </Head>
      {data ? (
        <div className="space-y-4">
          <Section title="By standing">
            <StandingTable house={data.house} authors={data.authors} />
          </Section>
          {author.data && (
            <Section title="Your pen name">
              <PenNameForm
                penName={author.data.penName}
                onSaved={() => {
                  author.refetch()
                  refetch()
                }}
              />
            </Section>
          )}
          <Section title="Multipliers">
            <Multipliers operators={data.operators} rows={data.multipliers} onSaved={refetch} />
          </Section>
          <OnlyWith right="operate">
            <Section title="Erase texts">
              <EraseForm onErased={refetch} />
            </Section>
          </OnlyWith>
        </div>
      ) : error ? (
        <Failure text={failureText(error)} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  )
}

/** Erases the reasons of a forecast, or the pen names of an author. */
function EraseForm({ onErased }: { onErased: () => void }) {
  async function erase({ of, number, reason }: Values, form: HTMLFormElement) {
    const body = { of, number: Number(number), reason }
    await sendAdminCall('POST /api/admin/log-texts/erase', { body })
    form.reset()
    onErased()
    return `The texts of ${of} ${body.number} are erased. Backups from before still have them.`
  }
  return (
    <StaffForm stacked button="Erase texts" look="plain" send={erase}>
      <p className="text-sm">
        For a text that breaks the law or a right of a person. Numbers, times and scores stay, and the public
        check counts the erased texts. The staff’s trail of changes keeps a text for a year. This cannot be
        undone.
      </p>
      <Select
        label="Erase"
        name="of"
        options={[
          ['forecast', 'The reasons of a forecast'],
          ['author', 'The pen names of an author'],
        ]}
      />
      <Field
        label="Its number"
        name="number"
        inputMode="numeric"
        autoComplete="off"
        required
        hint="Of a forecast as in the address of its page."
      />
      <Field label="Why" name="reason" required maxLength={STAFF_LIMITS.reason} />
    </StaffForm>
  )
}

type Record = AnswerOf<'GET /api/admin/forecast-record'>
type Counts = Record['house']

const COLUMNS: readonly [string, (counts: Counts) => number][] = [
  ['Published', ({ published }) => published],
  ['Open', ({ byState }) => byState.open],
  ['Waiting', ({ byState }) => byState.waiting],
  ['Scored', ({ byState }) => byState.scored],
  ['Withdrawn', ({ byState }) => byState.withdrawn],
  ['Published too late', ({ byState }) => byState['after-lock']],
  ['Does not count', ({ byState }) => byState.void],
]

/** The forecasts by standing: all of them first, then by author. */
function StandingTable({ house, authors }: Pick<Record, 'house' | 'authors'>) {
  if (house.published === 0) return <p className="text-sm text-quiet">No forecast is in the ledger yet.</p>
  return (
    <DataTable
      caption="Forecasts by standing and author"
      captionHidden
      tall={false}
      columns={['Author', ...COLUMNS.map(([name]) => name)]}
    >
      <Row name="All" counts={house} />
      {authors.map(({ author, penName, counts }) => (
        <Row key={author} name={penName} counts={counts} />
      ))}
    </DataTable>
  )
}

function Row({ name, counts }: { name: string; counts: Counts }) {
  return (
    <tr>
      <th scope="row">
        <span className="block w-24 wrap-anywhere">{name}</span>
      </th>
      {COLUMNS.map(([column, countOf]) => (
        <td key={column}>{formatCount(countOf(counts))}</td>
      ))}
    </tr>
  )
}

type Multiplier = AnswerOf<'GET /api/admin/forecast-record'>['multipliers'][number]

interface Props {
  operators: readonly string[]
  rows: readonly Multiplier[]
  onSaved: () => void
}

/** What each operator pays for a bet, with the days from which it holds, and a form for a new multiplier. */
function Multipliers({ operators, rows, onSaved }: Props) {
  const known = operators.flatMap((operator) => PRICED_BETS.map((bet) => ({ operator, bet })))
  return (
    <>
      <p className="mb-2 text-sm">
        The record computes naira back with the multiplier of the day of the draw. A new multiplier leaves
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
function BetRows({ operator, bet, rows }: { operator: string; bet: PricedBet; rows: readonly Multiplier[] }) {
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
  async function add(values: Values, form: HTMLFormElement, id: string) {
    const times = values.times?.trim()
    const body = { ...values, times: times ? Number(times) : null }
    await sendAdminCall('POST /api/admin/multipliers', { body, form: id })
    form.reset()
    onSaved()
    return 'The multiplier is added.'
  }
  return (
    <StaffForm label="New multiplier" button="Add multiplier" look="plain" send={add}>
      <Select label="Operator" name="operator" options={operators} />
      <Select label="Bet" name="bet" options={PRICED_BETS.map((key) => [key, BETS[key].name])} />
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
