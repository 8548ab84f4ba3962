/** Figures in words, the same on every screen. */

/** A figure with one decimal, without a needless zero. */
export function decimal(value: number): string {
  return value.toFixed(1).replace('.0', '')
}

/** `1 time`, `2 times`, `0.5 times`: takes a count or a figure of {@link decimal}. */
export function times(figure: number | string): string {
  return String(figure) === '1' ? '1 time' : `${figure} times`
}

/** `The only draw`, `All 5 draws`: a heading over every draw that matches. */
export function allDraws(count: number): string {
  return count === 1 ? 'The only draw' : `All ${count} draws`
}
