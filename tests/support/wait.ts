import { setTimeout as sleep } from 'node:timers/promises'

const INTERVAL_MS = 10

/** Waits until a condition holds. @throws Error naming the condition after `timeoutMs` */
export async function waitFor(
  condition: string,
  holds: () => boolean | Promise<boolean>,
  { timeoutMs = 60_000, intervalMs = INTERVAL_MS } = {},
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`After ${timeoutMs} ms still not: ${condition}`)
    await sleep(intervalMs)
  }
}
