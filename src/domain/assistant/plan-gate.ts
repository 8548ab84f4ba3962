import { holds, type Holder, type Plan } from '../plans.ts'
import type { Intent } from './types.ts'

/** The lowest plan that gets an answer to each kind of question. */
export const INTENT_PLANS: Readonly<Record<Intent, Plan>> = {
  count: 'free',
  'last-seen': 'free',
  gap: 'free',
  together: 'free',
  draw: 'free',
  'draw-count': 'free',
  schedule: 'free',
  odds: 'free',
  payout: 'free',
  perm: 'free',
  'chart-cell': 'free',
  'chart-test': 'free',
  compare: 'free',
  help: 'free',
  hot: 'basic',
  cold: 'basic',
  due: 'pro',
  'pairs-with': 'pro',
  followers: 'pro',
  // oxlint-disable-next-line unicorn/no-thenable -- the name of an intent; the table is never awaited
  then: 'pro',
  'chart-hit': 'pro',
  shape: 'pro',
}

/** Whether a holder gets answers to a kind of question. */
export function opensIntent(holder: Holder, intent: Intent): boolean {
  return holds(holder, INTENT_PLANS[intent])
}
