/**
 * The figures of the statistics lab, in the order of the screen. The server computes them, the screen lists them, and the
 * key is also the name of the figure's page under `/methods`.
 */
import { LAB_SETS, type LabSet } from './scope.ts'

/**
 * The picture of a figure (statistics.md, section 7): bars with a range, a strip of dots, a list, a 90 × 90 map with a
 * list, a forest plot, a histogram over its exact curve, or single counts.
 */
export type LabPicture = 'bars' | 'strip' | 'map' | 'forest' | 'histogram' | 'counts'

/** What a player chooses for a figure beside its draws. */
export type LabInput = 'box' | 'number' | 'numbers' | 'lag'

interface LabFigure {
  title: string
  question: string
  picture: LabPicture
  /** The sets that a player can choose. A figure with one set always uses it. */
  sets: readonly LabSet[]
  inputs: readonly LabInput[]
  /** Whether it joins draws with later ones, so that holes of the calendar matter. */
  joinsDraws: boolean
}

const BOTH_ONLY: readonly LabSet[] = ['both']

/** What holds where a figure does not say otherwise: it looks at one draw at a time, and has single counts. */
const USUAL = { picture: 'counts', sets: LAB_SETS, inputs: [], joinsDraws: false } as const

export const LAB_FIGURES = {
  'chart-test': {
    title: 'The chart tested',
    question: 'Does a column of the chart tell the next draws?',
    picture: 'forest',
    joinsDraws: true,
  },
  frequency: {
    title: 'How often each number came',
    question: 'Does any number come more often than luck allows?',
    picture: 'bars',
    inputs: ['box'],
  },
  'top-five': {
    title: 'The five most frequent numbers',
    question: 'How often does luck alone draw its favourites?',
    picture: 'bars',
    inputs: ['box'],
  },
  uniformity: {
    title: 'All numbers together',
    question: 'Do the 90 numbers come equally often?',
    inputs: ['box'],
  },
  gaps: {
    title: 'How long numbers stay away',
    question: 'Which numbers have not come for long, and how long did each stay away at most?',
    picture: 'strip',
  },
  together: {
    title: 'Two or three numbers together',
    question: 'How often did these numbers come in the same draw?',
    inputs: ['numbers'],
  },
  pairs: {
    title: 'The most frequent pairs',
    question: 'Do two numbers come together more often than luck allows?',
    picture: 'map',
  },
  followers: {
    title: 'What came after a number',
    question: 'After a number came, which numbers came later?',
    picture: 'bars',
    inputs: ['number', 'lag'],
    joinsDraws: true,
  },
  moving: {
    title: 'Moving numbers',
    question: 'How often does a draw repeat a number of an earlier one?',
    joinsDraws: true,
  },
  carry: {
    title: 'From machine to winning',
    question: 'Do machine numbers come as winning numbers later?',
    sets: BOTH_ONLY,
    joinsDraws: true,
  },
  'chart-within': {
    title: 'The chart within the next draws',
    question: 'How often did a relative of the chart come within the next one, two or three draws?',
    picture: 'forest',
    joinsDraws: true,
  },
  'chart-same-draw': {
    title: 'The chart in the same draw',
    question: 'Do a number and its relative of the chart come in the same draw?',
    picture: 'forest',
  },
  'odd-even': {
    title: 'Odd and even',
    question: 'How many odd numbers does a draw have?',
    picture: 'bars',
  },
  'high-low': {
    title: 'High and low',
    question: 'How many numbers from 46 to 90 does a draw have?',
    picture: 'bars',
  },
  sums: {
    title: 'Sums',
    question: 'What do the numbers of a draw add up to?',
    picture: 'histogram',
  },
  endings: {
    title: 'Endings',
    question: 'Which last digits do the numbers have?',
    picture: 'bars',
  },
  consecutive: {
    title: 'Consecutive numbers',
    question: 'How often does a draw have two numbers in a row, such as 23 and 24?',
  },
  groups: {
    title: 'Groups',
    question: 'After two numbers of a group came in two draws in a row, does a third come next?',
    inputs: ['numbers'],
    joinsDraws: true,
  },
  'counting-weeks': {
    title: 'Counting weeks',
    question: 'Does a number come again after the same number of draws?',
  },
  'last-year': {
    title: 'The same event or date last year',
    question: 'Does a draw share numbers with the same event or date a year before?',
  },
  'close-numbers': {
    title: 'Close numbers',
    question: 'Do numbers one above or below the last draw come next?',
    joinsDraws: true,
  },
  lapping: {
    title: 'Lapping',
    question: 'Do numbers pass between winning and machine in the next draw?',
    sets: BOTH_ONLY,
    joinsDraws: true,
  },
} as const satisfies Record<string, Omit<LabFigure, keyof typeof USUAL> & Partial<LabFigure>>

export type LabFigureKey = keyof typeof LAB_FIGURES
export const LAB_FIGURE_KEYS = Object.keys(LAB_FIGURES) as [LabFigureKey, ...LabFigureKey[]]

/** All of a figure. */
export const labFigure = (key: LabFigureKey): LabFigure => ({ ...USUAL, ...LAB_FIGURES[key] })

/** Whether the lab has a figure of this name. */
export const isLabFigure = (key: string): key is LabFigureKey => key in LAB_FIGURES
