/** Figures in words, the same on every screen. */

/** A figure with one decimal, without a needless zero. */
export const decimal = (value: number): string => value.toFixed(1).replace('.0', '')

/** `1 time`, `2 times`, `0.5 times`: takes a count or a figure of {@link decimal}. */
export const times = (figure: number | string): string =>
  String(figure) === '1' ? '1 time' : `${figure} times`

/** `1 draw`, `5,200 draws`. */
export const drawsWords = (count: number): string => (count === 1 ? '1 draw' : `${formatCount(count)} draws`)

/** `The only draw`, `All 5 draws`: a heading over every draw that matches. */
export const allDraws = (count: number): string => (count === 1 ? 'The only draw' : `All ${count} draws`)

/** All amounts are whole kobo. 100 kobo are one naira. */

/** `₦2,000`, or `₦1,500.50` with kobo. It does not use Intl, so that the server and every browser agree. */
export function formatNaira(kobo: number): string {
  const naira = Math.trunc(Math.abs(kobo) / 100)
  const rest = Math.abs(kobo) % 100
  return `${kobo < 0 ? '-' : ''}₦${formatCount(naira)}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`
}

/** `7,680`: a whole number with separated thousands. */
export const formatCount = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',')

/** `A, B and C`. @param last the word before the last item */
export const inList = (words: readonly string[], last = 'and'): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(` ${last} `)

type WordsOf<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? [First, ...WordsOf<Rest>]
  : [Text]

/** The words of a text, each with its own type. */
export const listOf = <const Text extends string>(text: Text) => text.split(' ') as WordsOf<Text>
