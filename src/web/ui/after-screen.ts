/** By then a first visit on a slow network has the screen's own files. */
const AFTER_MS = 3000

/** Runs an import that the screen does not need at first. It does not compete with the screen's own files. */
export const afterScreen = <T>(load: () => Promise<T>): Promise<T> =>
  new Promise((resolve) => setTimeout(resolve, AFTER_MS)).then(load)
