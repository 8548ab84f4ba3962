import { SERVER_LIMITS } from '../../rules/base/limits.ts'

export interface Known<Value> {
  /** The value, which may be ten seconds old. @param now milliseconds */
  at(now: number): Value
  /** Reads it again, after staff changed it. Without a database the old one remains until the next try. */
  read(): Promise<void>
}

/** Keeps what every page shows. The old value is shown while it is read again, so that no page waits for a busy database. */
export async function keepKnown<Value>(load: () => Promise<Value>): Promise<Known<Value>> {
  let known = (await load()) as Value
  let readAt = 0
  let begun = 0
  let newest = 0
  function read(): Promise<void> {
    const number = ++begun
    return load().then(
      (value) => {
        // A slow read that began before a change must not hide it.
        if (number < newest) return
        newest = number
        known = value
      },
      () => {},
    )
  }
  return {
    read,
    at(now) {
      if (Math.abs(now - readAt) > SERVER_LIMITS.knownMs) {
        readAt = now
        void read()
      }
      return known
    },
  }
}
