import type { LabFigureKey } from '../../../statistics/rules/lab/figures.ts'

/** The methods of the forecasts and their record, in the order of their index. Each is a Markdown file beside this one. */
export const RECORD_METHODS = [
  'commitment',
  'score',
  'numbers-against-luck',
  'verdict',
  'wins',
  'naira-back',
] as const

/** The last part of the address of a method page. Each figure of the lab has one, with its text beside its rule. */
export type MethodKey = (typeof RECORD_METHODS)[number] | LabFigureKey | 'many-looks'
