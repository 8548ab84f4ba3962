import { chmodSync, copyFileSync, existsSync, statSync, truncateSync } from 'node:fs'

/** The log of the embedded server and its earlier part take twice this at most, plus what is written in an hour. */
const LONGEST_BYTES = 10 * 1024 * 1024
const CHECK_MS = 60 * 60_000

/**
 * Moves the log to `FILE.1` when it is too long. The running server keeps the file open and appends to it, so its content
 * is copied and the file is emptied.
 */
export function rotateLog(file: string): void {
  if (!existsSync(file) || statSync(file).size <= LONGEST_BYTES) return
  copyFileSync(file, `${file}.1`)
  chmodSync(`${file}.1`, 0o600)
  truncateSync(file)
}

/** Rotates the log every hour. @returns the function that ends this */
export function keepLogShort(file: string, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    try {
      rotateLog(file)
    } catch (error) {
      onError(error)
    }
  }, CHECK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
