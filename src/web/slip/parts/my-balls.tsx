import { Fragment } from 'react'
import { Ball } from '../../ui/ball.tsx'

/** Of more numbers than a draw has, the balls wrap. */
const ONE_LINE = 5

interface Props {
  numbers: readonly number[]
  /** Those that were drawn; undefined before the draw. */
  came?: readonly number[]
}

/** Own numbers: outlined before the draw, then ringed if they came and grey if not. */
export function MyBalls({ numbers, came }: Props) {
  return (
    <p className={`balls ${numbers.length > ONE_LINE ? 'balls-listed' : 'balls-gap'}`}>
      {numbers.map((number, place) => {
        const hit = came?.includes(number) ?? false
        return (
          <Fragment key={number}>
            {place > 0 && <i>, </i>}
            <Ball number={number} look={hit ? 'winning' : came ? 'miss' : 'forecast'} hit={hit} unlinked />
          </Fragment>
        )
      })}
    </p>
  )
}
