import { Ball } from './ball.tsx'

interface Props {
  /** The numbers of a forecast, in the order of entry. */
  numbers: readonly number[]
  /** The five winning numbers of its draw, in drawing order. */
  winning: readonly number[]
}

/**
 * A forecast above its draw. A number that came is above its ball, and one gold capsule holds both. The row around it is
 * the link, so the balls are none.
 */
export function Pair({ numbers, winning }: Props) {
  return (
    <div className="pair">
      <span className="visually-hidden">{`Forecast ${numbers.join(', ')}; draw ${winning.join(' - ')}`}</span>
      {columnsOf(numbers, winning).map(({ ball, came, misses }) => (
        <span key={ball} aria-hidden="true">
          {misses.map((miss) => (
            <Ball key={miss} number={miss} look="miss" size={20} unlinked />
          ))}
          <span className={came ? 'pair-came' : undefined}>
            {came && <Ball number={ball} look="forecast" size={20} unlinked />}
            <Ball number={ball} size={20} unlinked />
          </span>
        </span>
      ))}
    </div>
  )
}

/** The balls of a draw with what is above them: each miss is in the column that has the fewest forecast numbers. */
export function columnsOf(numbers: readonly number[], winning: readonly number[]) {
  const columns = winning.map((ball) => ({ ball, came: numbers.includes(ball), misses: [] as number[] }))
  const height = ({ came, misses }: (typeof columns)[number]) => misses.length + Number(came)
  for (const number of numbers.filter((one) => !winning.includes(one)))
    columns.reduce((lowest, next) => (height(next) < height(lowest) ? next : lowest)).misses.push(number)
  return columns
}
