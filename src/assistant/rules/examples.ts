import { type Holder, holds, type Plan } from '../../platform/rules/access/plans.ts'

/** Questions that the screen offers, with the lowest plan that gets an answer. */
const EXAMPLES: readonly { question: string; plan: Plan }[] = [
  { question: 'How many times 45 first box diamond 2024', plan: 'free' },
  { question: 'When did 7 last come in Bingo?', plan: 'free' },
  { question: 'Have 12 and 60 ever come together?', plan: 'free' },
  { question: 'What are the odds of two sure?', plan: 'free' },
  { question: 'Does the chart work?', plan: 'free' },
  { question: 'Which 5 numbers came most often in National?', plan: 'basic' },
  { question: 'Which number is most overdue in Metro?', plan: 'pro' },
  { question: 'How many times did 35 come after 39 in Diamond?', plan: 'pro' },
]

/** The examples that a holder gets answers to. */
export const examplesFor = (holder: Holder): string[] =>
  EXAMPLES.filter(({ plan }) => holds(holder, plan)).map(({ question }) => question)
