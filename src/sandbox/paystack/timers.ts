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
        Math.max(0, milliseconds),
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
