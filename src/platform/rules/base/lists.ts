/**
 * An item of a list that has it; a negative index counts from the end.
 * @throws RangeError where the list has none
 */
export function itemAt<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index < 0 ? index + list.length : index]
  if (item === undefined) throw new RangeError(`There is no item ${index} of ${list.length}.`)
  return item
}

/**
 * A value that must be there, such as what a search in a list or a map finds.
 * @throws RangeError without one
 */
export function present<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new RangeError('A value is missing.')
  return value
}

/**
 * Counts one more for an item of a list of counts.
 * @throws RangeError where the list has none
 */
export function tally(
  counts: Uint8Array | Uint16Array | Uint32Array | Float64Array | number[],
  index: number,
): void {
  counts[index] = itemAt(counts, index) + 1
}
