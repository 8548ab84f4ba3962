import type { Plan } from './plans.ts'

interface PlanCard {
  contents: readonly string[]
  button: string
}

/** The words of the specification's plan cards. Apart from the plans, because every screen needs the plans. */
export const PLAN_CARDS: Readonly<Record<Plan, PlanCard>> = {
  free: {
    contents: ['Games results', 'Classification chart'],
    button: 'Continue with Free',
  },
  basic: {
    contents: ['Classification chart', 'Frequent numbers'],
    button: 'Select Basic',
  },
  pro: {
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
