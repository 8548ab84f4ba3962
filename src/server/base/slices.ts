import { setImmediate } from 'node:timers/promises'

/** How long a computation may hold up the requests of the process. */
const SLICE_MS = 4

/** For a long computation: `await` it between short steps. Requests are answered after each slice of some milliseconds. */
export function createSlices(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < SLICE_MS) return
    await setImmediate()
    began = performance.now()
  }
}
