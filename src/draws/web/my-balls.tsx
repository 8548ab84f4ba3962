import { Fragment, type ReactNode } from 'react'
import { Ball } from '../../platform/web/ui/ball.tsx'

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

interface VerdictProps {
  isWin: boolean
  title: string
  text: string
  /** `status` for the answer to a form. A result that arrives is announced with its verdict. */
  role?: 'status'
  /** Share, or Save. */
  children?: ReactNode
}

/** The answer to "did I win?": a gold band for a win. */
export function Verdict({ isWin, title, text, role, children }: VerdictProps) {
  return (
    <section role={role} className={`verdict ${isWin ? 'verdict-won' : ''}`}>
      <div className="min-w-0 flex-1">
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
      {children}
    </section>
  )
}
