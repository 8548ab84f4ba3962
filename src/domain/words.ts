/** Figures as every screen writes them. */

/** A figure with one decimal, without a needless zero. */
export function decimal(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '')
}

/** `1 time`, `2 times`. */
export function times(count: number): string {
  return count === 1 ? '1 time' : `${count} times`
}
