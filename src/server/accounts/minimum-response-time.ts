import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '../base/settings.ts'

const MINIMUM_RESPONSE_MS = 300

/**
 * Minimum response time with NEUTRAL_MESSAGES, against account enumeration. Start it before the work and await it after
 * the work. Without NEUTRAL_MESSAGES it ends at once.
 */
export async function minimumResponseTime({ neutralMessages }: Settings): Promise<void> {
  if (neutralMessages) await sleep(MINIMUM_RESPONSE_MS)
}
