import type { ReactNode } from 'react'
import { type GameColour, OPERATORS } from '../rules/operators.ts'

const CLASSES = new Map<string, string>([
  [OPERATORS.premier, 'stripe-premier'],
  [OPERATORS.ghana, 'stripe-ghana'],
])

/**
 * The class that gives a row or a card the colour of its stripe: the one that staff chose for the game, or that of its
 * operator; other operators have a grey one.
 */
export const stripeOf = (operator: string, colour?: GameColour | null): string =>
  colour ? `stripe-${colour}` : (CLASSES.get(operator) ?? '')

const KEY = 'inline-block h-3 shrink-0'

interface LegendProps {
  operators?: readonly string[]
  /** Names the letters W and M, which the rows of both sets have. */
  letters?: boolean
  /** A note at the end of the line. */
  children?: ReactNode
}

/** Names the shapes of the balls and the colours of the stripes beside a list of draws. */
export function Legend({ operators, letters = false, children }: LegendProps) {
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-xs leading-[1.3] text-quiet">
      <li className="inline-flex items-center gap-1.5">
        <span className={`${KEY} w-3 rounded-full bg-brand`} />
        {letters && <span className="balls-letter w-auto!">W </span>}Winning
      </li>
      <li className="inline-flex items-center gap-1.5">
        <span className={`${KEY} w-3 rounded-[3px] border-[1.5px] border-edge`} />
        {letters && <span className="balls-letter w-auto!">M </span>}Machine
      </li>
      {Array.from(new Set(operators)).map((operator) => (
        <li key={operator} className={`inline-flex items-center gap-1.5 ${stripeOf(operator)}`}>
          <span className={`${KEY} w-1 rounded-xs bg-(--stripe,var(--edge))`} />
          {operator}
        </li>
      ))}
      {children && <li className="ml-auto">{children}</li>}
    </ul>
  )
}
