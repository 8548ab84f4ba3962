import type { Plan } from '../../platform/rules/access/plans.ts'

interface PlanCard {
  /** What the plan is for, in one line. */
  line: string
  contents: readonly string[]
  /** What else it gives, which the specification's cards do not name. */
  also: string
  button: string
}

/** The content beside which the cards say what the record found. */
export const FORECASTS = 'Prediction / forecast'

/** The words of the specification's plan cards. Apart from the plans, because every screen needs the plans. */
export const PLAN_CARDS: Readonly<Record<Plan, PlanCard>> = {
  free: {
    line: 'Results, chart of numbers',
    contents: ['Games results', 'Classification chart'],
    also: 'Day Result, My slip, Ticket Checker, AI Assistant',
    button: 'Continue with Free',
  },
  basic: {
    line: 'Frequent numbers, chart',
    contents: ['Classification chart', 'Frequent numbers'],
    also: 'everything in Free',
    button: 'Select Basic',
  },
  pro: {
    line: 'Forecasts, live results',
    contents: [
      FORECASTS,
      'Real-time results',
      'Frequent numbers',
      'Moving numbers',
      'Games results',
      'Classification chart',
    ],
    also: 'statistics and notifications',
    button: 'Select Pro',
  },
}
