import { formatCount } from '../../../domain/base/words.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { AnswerOf } from '../../api/call.ts'

type Record = AnswerOf<'GET /api/admin/forecast-record'>
type Counts = Record['house']

const COLUMNS: readonly [string, (counts: Counts) => number][] = [
  ['Published', ({ published }) => published],
  ['Open', ({ byState }) => byState.open],
  ['Waiting', ({ byState }) => byState.waiting],
  ['Scored', ({ byState }) => byState.scored],
  ['Withdrawn', ({ byState }) => byState.withdrawn],
  ['After the lock', ({ byState }) => byState['after-lock']],
  ['Void', ({ byState }) => byState.void],
]

/** The forecasts by standing: all of them first, then by author. */
export function StandingTable({ house, authors }: Pick<Record, 'house' | 'authors'>) {
  if (house.published === 0) return <p className="text-sm text-quiet">No forecast is in the ledger yet.</p>
  return (
    <>
      <p className="mb-2 text-sm">
        {percent(house.withdrawnShare)} of the forecasts that were published in time were withdrawn before
        their lock.{' '}
        {house.voidedDraws === 1
          ? 'A moved lock voided 1 draw for every author.'
          : `Moved locks voided ${formatCount(house.voidedDraws)} draws for every author.`}{' '}
        Everyone sees both on the public record.
      </p>
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
    </>
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

const percent = (share: number) => `${Math.round(share * 100)}%`
