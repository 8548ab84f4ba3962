/** A value of the whole tab, outside of React. `useSyncExternalStore` reads it by `subscribe` and `get`. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const readers = new Set<() => void>()
  return {
    get: (): Value => value,
    set: (next: Value): void => {
      value = next
      readers.forEach((reader) => reader())
    },
    subscribe: (reader: () => void): (() => void) => {
      readers.add(reader)
      return () => void readers.delete(reader)
    },
  }
}
