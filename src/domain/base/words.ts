/** Figures in words, the same on every screen. */

/** A figure with one decimal, without a needless zero. */
export function decimal(value: number): string {
  return value.toFixed(1).replace('.0', '')
}

/** `1 time`, `2 times`, `0.5 times`: takes a count or a figure of {@link decimal}. */
export function times(figure: number | string): string {
  return String(figure) === '1' ? '1 time' : `${figure} times`
}

/** `1 draw`, `5,200 draws`. */
export const drawsWords = (count: number): string => (count === 1 ? '1 draw' : `${formatCount(count)} draws`)

/** `The only draw`, `All 5 draws`: a heading over every draw that matches. */
export function allDraws(count: number): string {
  return count === 1 ? 'The only draw' : `All ${count} draws`
}

/** All amounts are whole kobo. 100 kobo are one naira. */

/** `₦2,000`, or `₦1,500.50` with kobo. It does not use Intl, so that the server and every browser agree. */
export function formatNaira(kobo: number): string {
  const naira = Math.trunc(Math.abs(kobo) / 100)
  const rest = Math.abs(kobo) % 100
  return `${kobo < 0 ? '-' : ''}₦${formatCount(naira)}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`
}

/** `7,680`: a whole number with separated thousands. */
export function formatCount(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',')
}

type WordsOf<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? [First, ...WordsOf<Rest>]
  : [Text]

/** The words of a text, each with its own type. */
export const listOf = <const Text extends string>(text: Text) => text.split(' ') as WordsOf<Text>
