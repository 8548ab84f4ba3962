import { decimal, times } from '../../domain/words.ts'
import { Ball } from '../ui/ball.tsx'

interface Props {
  /** Most frequent first. `byLuck` is the count that chance alone gives to that rank. */
  ranked: readonly { number: number; count: number; byLuck: number }[]
  /** The count that chance alone gives to any one number, formatted. */
  expected: string
}

/** Five numbers styled by rank, each count beside the count that chance alone gives to that rank. */
export function RankedNumbers({ ranked, expected }: Props) {
  return (
    <>
      <ol className="mt-2 grid grid-cols-5 items-end gap-1">
        {ranked.map(({ number, count, byLuck }) => (
          <li key={number} className="text-center">
            <Ball number={number} />
            <p className="text-sm">
              {count}
              <span className="sr-only">{count === 1 ? ' time,' : ' times,'}</span>
            </p>
            <p className="text-xs text-quiet">luck {decimal(byLuck)}</p>
          </li>
        ))}
      </ol>
      {ranked.length > 0 && (
        <p className="mt-2 text-xs text-quiet">Any one number: about {times(expected)}.</p>
      )}
    </>
  )
}
