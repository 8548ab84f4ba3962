/** One block of an event stream. */
export interface StreamEvent {
  /** Null for a block that only sets `retry`. */
  event: string | null
  id: number | null
  /** Milliseconds. */
  retry: number | null
}

/**
 * Takes an event stream in parts of any length, and calls `onEvent` for each complete block. Only for the blocks of our
 * own server: lines end with `\n`, and `data` is not needed.
 */
export function createEventParser(onEvent: (event: StreamEvent) => void): (part: string) => void {
  let rest = ''
  return (part) => {
    const blocks = (rest + part).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const found: StreamEvent = { event: null, id: null, retry: null }
      for (const line of block.split('\n')) {
        const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
        if (field === 'event') found.event = value!
        else if (field === 'id' || field === 'retry') found[field] = Number(value)
      }
      onEvent(found)
    }
  }
}
