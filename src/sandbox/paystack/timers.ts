/** Timers cannot wait longer, and would not wait at all. */
const LONGEST = 2 ** 31 - 1

/** What will happen later by itself, and how to call it all off. It never keeps the process alive. */
export function createTimers() {
  const running = new Set<NodeJS.Timeout>()
  return {
    after(milliseconds: number, act: () => void): void {
      const timer = setTimeout(
        () => {
          running.delete(timer)
          act()
        },
        Math.min(Math.max(0, milliseconds), LONGEST),
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
