/** Minutes since midnight of `19:30`; null for another form. Inverse of `formatClock`. */
export function parseClock(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}
