import { setTimeout as wait } from 'node:timers/promises'
import type { Settings } from '../base/settings.ts'

/** Milliseconds. */
const FLOOR = 300

/**
 * Begun before the work and awaited after it: with NEUTRAL_MESSAGES no answer is quicker than this, so that its time does
 * not tell either what was found. Otherwise there is nothing to wait for.
 */
export async function minimumResponseTime({ neutralMessages }: Settings): Promise<void> {
  if (neutralMessages) await wait(FLOOR)
}
