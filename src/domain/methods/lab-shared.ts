import type { Method } from './method.ts'

/** What a method page of the lab adds to the title and the question of its figure. */
export type LabMethod = Omit<Method, 'title' | 'question'>

export const ANY_DRAWS =
  'All recorded draws of all games, winning numbers. You may choose games, an operator, a weekday, dates, the last draws, or the machine numbers. Such a choice shows counts with their range and no verdict.'

export const BOTH_SETS =
  'All recorded draws with both sets, of all games. You may choose games, an operator, a weekday, dates or the last draws.'

export const LEFT_OUT = 'Days without a draw, and days that are missing on record, are left out.'

export const NEXT_DRAW =
  'The next draw is the next recorded draw of the same game among the chosen draws: with a weekday chosen, the draw of that weekday after it. A day without a draw, or a missing day, does not break the sequence. A setting leaves out such pairs of draws. Draws of different games are never joined.'

export const FAIR_DRAW =
  'A fair draw: every set of five of the 90 numbers is equally likely, and no draw depends on another.'

export const NO_PROMISE = 'It describes past draws. In a fair draw it says nothing about the next one.'

export const NO_VERDICT =
  'The figure has no verdict: by luck alone, about one row in 20 or fewer is outside its range.'

export const USUAL =
  'The usual range is central: luck alone gives a count below it in at most 1 of 40 cases, and a count above it in at most 1 of 40.'
