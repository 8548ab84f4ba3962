/** The chance that a chi-square variable with `degrees` of freedom is at least `value` (statistics.md, section 5). */
export function chiSquareTail(value: number, degrees: number): number {
  if (value <= 0) return 1
  const [a, x] = [degrees / 2, value / 2]
  const scale = Math.exp(a * Math.log(x) - x - logGamma(degrees))
  return x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x)
}

/** The logarithm of the gamma function at half of a whole number. */
function logGamma(twice: number): number {
  let log = twice % 2 === 0 ? 0 : Math.log(Math.PI) / 2
  for (let a = twice % 2 === 0 ? 1 : 0.5; a < twice / 2; a++) log += Math.log(a)
  return log
}

/** The series of the lower incomplete gamma function (DLMF 8.11.4), without its scale. */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= x / (a + n)
    sum += term
  }
  return sum
}

/** The continued fraction of the upper incomplete gamma function (DLMF 8.9.2), without its scale, by Lentz's method. */
function upperFraction(a: number, x: number): number {
  let b = x + 1 - a
  let c = Infinity
  let d = 1 / b
  let fraction = d
  for (let n = 1, change = 0; Math.abs(change - 1) > 1e-16 && n < 1000; n++) {
    const numerator = -n * (n - a)
    b += 2
    d = 1 / (numerator * d + b)
    c = b + numerator / c
    change = c * d
    fraction *= change
  }
  return fraction
}
