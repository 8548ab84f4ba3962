import { Fragment } from 'react'
import { Ball } from '../../platform/web/ui/ball.tsx'

interface Props {
  numbers: readonly number[]
  /** The winning numbers of the draw; left out before the draw. A number that came is solid and ringed. */
  winning?: readonly number[] | undefined
  className?: string
  /** Plain balls, for pages of signed-out visitors. */
  unlinked?: boolean
}

/** The forecast's numbers, as text "36, 66": pencilled in before the draw, hits and misses after it. */
export function ForecastBalls({ numbers, winning, className = '', unlinked = false }: Props) {
  return (
    <p className={`balls balls-listed ${className}`}>
      {numbers.map((number, place) => {
        const hit = winning?.includes(number) ?? false
        return (
          <Fragment key={number}>
            {place > 0 && <i>, </i>}
            <Ball
              number={number}
              look={!winning ? 'forecast' : hit ? 'winning' : 'miss'}
              hit={hit}
              unlinked={unlinked}
            />
            {hit && <span className="visually-hidden"> came</span>}
          </Fragment>
        )
      })}
    </p>
  )
}
