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
