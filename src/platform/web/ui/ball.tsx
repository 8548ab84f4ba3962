import { Fragment } from 'react'
import { numberPath } from '../../rules/site/paths.ts'
import type { DrawType } from '../../rules/base/balls.ts'

/** What a ball's shape says. `winning` and `machine` were drawn, `forecast` is not drawn yet, `miss` did not come. */
export type BallLook = DrawType | 'forecast' | 'miss'
/** In pixels, 28 if not given. A parent of the classes `b20` to `b52`, or one that sets `--b` and `--bf`, gives all its balls a size. */
export type BallSize = 20 | 36 | 40 | 52

interface BallProps {
  number: number
  look?: BallLook
  size?: BallSize
  /** Rings the ball in gold: it matches a search or a forecast. */
  hit?: boolean
  /** A plain ball, for pages of signed-out visitors. */
  unlinked?: boolean
}

/**
 * One number as a ball, which links to the number's page. A plain link, because a screen has hundreds: one listener of
 * the dashboard opens the number's sheet for all of them.
 */
export function Ball({ number, look = 'winning', size, hit = false, unlinked = false }: BallProps) {
  const classes = ['ball']
  if (look !== 'winning') classes.push(`ball-${look}`)
  if (size) classes.push(`b${size}`)
  if (hit) classes.push('ball-hit')
  const className = classes.join(' ')
  if (unlinked) return <span className={className}>{number}</span>
  return (
    <a className={className} href={numberPath(number)}>
      {number}
    </a>
  )
}

interface SetProps {
  numbers: readonly number[]
  type: DrawType
  /** Whether the ball in a place is ringed. */
  isHit?: (place: number) => boolean
  /** Shows W or M before the balls. */
  letter?: boolean
  size?: BallSize
  /** `rest`: only the first ball is a link, because a tap elsewhere opens the draw. */
  unlinked?: boolean | 'rest'
}

const LETTERS: Record<DrawType, { letter: string; label: string }> = {
  winning: { letter: 'W', label: 'Winning numbers: ' },
  machine: { letter: 'M', label: 'Machine numbers: ' },
}

const classesOf = (type: DrawType, size: BallSize | undefined) =>
  `balls${type === 'machine' ? ' balls-machine' : ''}${size ? ` b${size}` : ''}`

/** One set of a draw. Its balls are also its text: it is read out and copied as "20 - 42 - 89 - 13 - 49". */
export function BallSet({ numbers, type, isHit, letter = false, size, unlinked = false }: SetProps) {
  return (
    <p className={classesOf(type, size)}>
      {letter && (
        <span className="balls-letter" aria-hidden="true">
          {LETTERS[type].letter}
        </span>
      )}
      <span className="visually-hidden">{LETTERS[type].label}</span>
      {numbers.map((number, place) => (
        <Fragment key={number}>
          {place > 0 && <i> - </i>}
          <Ball
            number={number}
            hit={isHit?.(place) ?? false}
            unlinked={unlinked === 'rest' ? place > 0 : unlinked}
          />
        </Fragment>
      ))}
    </p>
  )
}

const PLACES = [1, 2, 3, 4, 5]

/** Five dashed shapes in the places of the balls of a set that is not drawn yet, with the size and the centre of those. */
export function BallsToCome({
  type = 'winning',
  letter,
  size,
}: Partial<Pick<SetProps, 'type' | 'letter' | 'size'>>) {
  return (
    <p className={classesOf(type, size)} aria-hidden="true">
      {letter && <span className="balls-letter">{LETTERS[type].letter}</span>}
      {PLACES.map((place) => (
        <Fragment key={place}>
          {place > 1 && <i> - </i>}
          <span className="ball ball-to-come" />
        </Fragment>
      ))}
    </p>
  )
}
