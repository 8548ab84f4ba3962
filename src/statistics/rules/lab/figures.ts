/**
 * The figures of the statistics lab, in the order of the screen. The server computes them, the screen lists them, and the
 * key is also the name of the figure's page under `/methods`.
 */
import { listOf } from '../../../platform/rules/base/words.ts'
import { LAB_SETS, type LabSet } from './scope.ts'

/**
 * The picture of a figure (statistics.md, section 7): bars with a range, a strip of dots, a list, a 90 × 90 map with a
 * list, a forest plot, or single counts.
 */
export type LabPicture = 'bars' | 'strip' | 'map' | 'forest' | 'counts'

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
    question: 'Can the chart help you guess the next draws?',
    picture: 'forest',
    joinsDraws: true,
  },
  frequency: {
    title: 'How often each number came',
    question: 'Does any number come more often than luck allows?',
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
  pairs: {
    title: 'The most frequent pairs',
    question: 'Do two numbers come together more often than luck allows?',
    picture: 'map',
    inputs: ['numbers'],
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
    question: 'How often does a draw repeat a number from an earlier one?',
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
    question: 'How often did a chart number come within the next one, two or three draws?',
    picture: 'forest',
    joinsDraws: true,
  },
  'chart-same-draw': {
    title: 'The chart in the same draw',
    question: 'Do a number and its chart number come in the same draw?',
    picture: 'forest',
  },
  'high-low': {
    title: 'High and low',
    question: 'How many numbers from 46 to 90 does a draw have?',
    picture: 'bars',
  },
  groups: {
    title: 'Groups',
    question: 'After two numbers of a group came in two draws in a row, does a third come next?',
    inputs: ['numbers'],
    joinsDraws: true,
  },
} as const satisfies Record<string, Omit<LabFigure, keyof typeof USUAL> & Partial<LabFigure>>

export type LabFigureKey = keyof typeof LAB_FIGURES
export const LAB_FIGURE_KEYS = Object.keys(LAB_FIGURES) as [LabFigureKey, ...LabFigureKey[]]

/** All of a figure. */
export const labFigure = (key: LabFigureKey): LabFigure => ({ ...USUAL, ...LAB_FIGURES[key] })

/** The former figures without a screen, which the page of all proofs replaces. */
export const STRUCK_FIGURES: ReadonlySet<string> = new Set(
  listOf(
    'top-five together odd-even sums endings consecutive counting-weeks last-year close-numbers lapping',
  ),
)

/** Whether the lab has a figure of this name. */
export const isLabFigure = (key: string): key is LabFigureKey => key in LAB_FIGURES
