/** Longer timeouts overflow: `setTimeout` would fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** Timers that can be cancelled together. They do not keep the process alive. */
export function createTimers() {
  const running = new Set<NodeJS.Timeout>()
  return {
    after(milliseconds: number, act: () => void): void {
      const timer = setTimeout(
        () => {
          running.delete(timer)
          act()
        },
        Math.min(Math.max(0, milliseconds), MAX_TIMEOUT_MS),
      )
      timer.unref()
      running.add(timer)
    },
    stop(): void {
      for (const timer of running) clearTimeout(timer)
      running.clear()
    },
  }
}
export type Timers = ReturnType<typeof createTimers>
