import { decimal } from '../../domain/base/words.ts'
import { Ball, type BallLook } from '../ui/ball.tsx'

interface Props {
  /** Most frequent first. `byLuck` is the count that chance alone gives to that rank. */
  ranked: readonly { number: number; count: number; byLuck: number }[]
  look?: BallLook
}

/** Five numbers styled by rank on one line. Below each is its count, then the count that chance alone gives to its rank. */
export function RankedNumbers({ ranked, look = 'winning' }: Props) {
  if (ranked.length === 0) return null
  return (
    <div className="flex items-end gap-1">
      <p className="text-xs leading-4 text-quiet" aria-hidden="true">
        times
        <br />
        luck
      </p>
      <ol className="ranked">
        {ranked.map(({ number, count, byLuck }) => (
          <li key={number}>
            <Ball number={number} look={look} />
            <span className="visually-hidden">: </span>
            <b>{count}</b>
            <span className="visually-hidden">{count === 1 ? ' time, luck ' : ' times, luck '}</span>
            <span>{decimal(byLuck)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
