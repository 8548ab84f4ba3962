/** Amounts are whole kobo everywhere; 100 kobo are one naira. */

/** `₦2,000`, or `₦1,500.50` where there are kobo. Written by hand, so that server and every browser agree. */
export function formatNaira(kobo: number): string {
  const naira = Math.trunc(Math.abs(kobo) / 100)
  const rest = Math.abs(kobo) % 100
  return `${kobo < 0 ? '-' : ''}₦${grouped(naira)}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`
}

/** `7,680`: a whole number with its thousands apart. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',')
}
