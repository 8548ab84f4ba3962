import { decimal, times } from '../../domain/words.ts'
import { Ball } from '../ui/ball.tsx'

interface Props {
  /** Most frequent first; `byLuck` is what luck alone gives that place of the list. */
  ranked: readonly { number: number; count: number; byLuck: number }[]
  /** How often a number picked beforehand comes by luck. */
  expected: string
}

/** Five numbers styled by position, each count beside what luck alone gives to the number in that place. */
export function RankedNumbers({ ranked, expected }: Props) {
  return (
    <>
      <ol className="mt-2 grid grid-cols-5 items-end gap-1">
        {ranked.map(({ number, count, byLuck }, i) => (
          <li key={number} className="text-center">
            <Ball number={number} type="winning" className={`ball-place-${i + 1}`} />
            <p className="text-sm">
              {count}
              <span className="sr-only">{count === 1 ? ' time,' : ' times,'}</span>
            </p>
            <p className="text-xs text-quiet">luck {decimal(byLuck)}</p>
          </li>
        ))}
      </ol>
      {ranked.length > 0 && (
        <p className="mt-2 text-xs text-quiet">A number picked beforehand: {times(expected)}.</p>
      )}
    </>
  )
}
