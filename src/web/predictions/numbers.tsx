import { Ball } from '../ui/ball.tsx'

/** Predicted numbers as balls to look at, and as text joined by commas to read, hear and copy. */
export function Numbers({ numbers }: { numbers: readonly number[] }) {
  return (
    <>
      <p className="mt-2 flex flex-wrap gap-1.5" aria-hidden="true">
        {numbers.map((number) => (
          <Ball key={number} number={number} />
        ))}
      </p>
      <p className="mt-1 text-sm">{numbers.join(', ')}</p>
    </>
  )
}
