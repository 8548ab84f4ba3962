import type { Plan } from './plans.ts'

interface PlanCard {
  /** What the plan is for, in one line. */
  line: string
  contents: readonly string[]
  button: string
}

/** The words of the specification's plan cards. Apart from the plans, because every screen needs the plans. */
export const PLAN_CARDS: Readonly<Record<Plan, PlanCard>> = {
  free: {
    line: 'Results, chart of numbers',
    contents: ['Games results', 'Classification chart'],
    button: 'Continue with Free',
  },
  basic: {
    line: 'Frequent numbers, chart',
    contents: ['Classification chart', 'Frequent numbers'],
    button: 'Select Basic',
  },
  pro: {
    line: 'Forecasts, live results',
    contents: [
      'Prediction / forecast',
      'Real-time results',
      'Frequent numbers',
      'Moving numbers',
      'Games results',
      'Classification chart',
    ],
    button: 'Select Pro',
  },
}
