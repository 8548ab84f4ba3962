import type { AnswerOf } from '../api/call.ts'
import { type Forecast, isOpen } from './forecast.ts'

export type PredictionAnswer = AnswerOf<'GET /api/predictions'>['predictions'][number]

export interface ForecastSection {
  title: string
  note?: string
  /** The draw is still to come or to be recorded. */
  isAhead: boolean
  forecasts: readonly PredictionAnswer[]
}

interface Rule {
  title: string
  note?: string
  isAhead?: true
  holds: (forecast: Forecast, now: number) => boolean
}

/** The sections in their order; a forecast belongs to the first whose rule it meets. */
const RULES: readonly Rule[] = [
  { title: 'Open now', isAhead: true, holds: isOpen },
  {
    title: 'Waiting for the result',
    isAhead: true,
    holds: ({ standing: { state } }) => state === 'open' || state === 'waiting',
  },
  { title: 'Checked', holds: ({ standing: { state } }) => state === 'scored' },
  {
    title: 'After the lock',
    note: 'These were published too late to count. They are never scored.',
    holds: ({ standing: { state } }) => state === 'after-lock',
  },
  {
    title: 'Withdrawn or void',
    holds: ({ standing: { state } }) => state === 'withdrawn' || state === 'void',
  },
  { title: 'From before the ledger', holds: ({ standing: { state } }) => state === 'before-ledger' },
]

/** The forecasts by what became of them; empty sections are left out. @param now milliseconds */
export function inSections(forecasts: readonly PredictionAnswer[], now: number): ForecastSection[] {
  const ruleOf = (forecast: Forecast) => RULES.find(({ holds }) => holds(forecast, now))
  return RULES.map((rule) => ({
    title: rule.title,
    isAhead: rule.isAhead ?? false,
    ...(rule.note !== undefined && { note: rule.note }),
    forecasts: forecasts.filter((forecast) => ruleOf(forecast) === rule),
  })).filter((section) => section.forecasts.length > 0)
}
