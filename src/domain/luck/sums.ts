/** Distributions of sums of independent counts. */
import { type Distribution, meanOf, trimmed, varianceOf } from './distribution.ts'

/** The sum of two counts by direct convolution. */
export function plus(a: Distribution, b: Distribution): Distribution {
  const chances = new Float64Array(a.chances.length + b.chances.length - 1)
  for (let i = 0; i < a.chances.length; i++) {
    const chance = a.chances[i]!
    for (let j = 0; j < b.chances.length; j++) chances[i + j]! += chance * b.chances[j]!
  }
  return trimmed({ from: a.from + b.from, chances })
}

/** A count that appears `times` times in a sum. */
interface Repeated {
  distribution: Distribution
  times: number
}

/** How many standard deviations on each side of the mean the sum holds. */
const WIDTH_IN_DEVIATIONS = 9

/** Below this logarithm the transform of a sum adds nothing that a floating point number would show. */
const LOWEST_LOG = -60

/**
 * The sum of many independent counts, exact to about 1e-11. The transform of the sum is the product of the transforms of
 * its parts, so 60,000 draws cost no more than one.
 */
export function sumOf(parts: readonly Repeated[]): Distribution {
  const [from, to] = boundsOf(parts)
  const size = 2 ** Math.ceil(Math.log2(to - from + 1))
  const transforms = parts.map(({ distribution }) => transformOf(distribution, size))
  const re = new Float64Array(size)
  const im = new Float64Array(size)
  for (let j = 0; j <= size / 2; j++) {
    let log = 0
    for (const [p, { times }] of parts.entries()) {
      const part = transforms[p]!
      log += (times / 2) * Math.log(part.re[j]! ** 2 + part.im[j]! ** 2)
    }
    // A sum of many counts is smooth, so few of its frequencies matter.
    if (log < LOWEST_LOG) continue
    let turn = (-2 * Math.PI * j * from) / size
    for (const [p, { distribution, times }] of parts.entries()) {
      const part = transforms[p]!
      turn += times * (Math.atan2(part.im[j]!, part.re[j]!) + (2 * Math.PI * j * distribution.from) / size)
    }
    const length = Math.exp(log)
    re[j] = length * Math.cos(turn)
    im[j] = length * Math.sin(turn)
    if (j === 0) continue
    re[size - j] = re[j]!
    im[size - j] = -im[j]!
  }
  fourier(re, im)
  return { from, chances: re.subarray(0, to - from + 1).map((chance) => Math.max(0, chance / size)) }
}

/** The counts that hold practically all of the chance: nine deviations, and three of the largest parts more. */
function boundsOf(parts: readonly Repeated[]): [from: number, to: number] {
  let [mean, variance, lowest, highest, longest] = [0, 0, 0, 0, 0]
  for (const { distribution, times } of parts) {
    const last = distribution.from + distribution.chances.length - 1
    mean += times * meanOf(distribution)
    variance += times * varianceOf(distribution)
    lowest += times * distribution.from
    highest += times * last
    longest = Math.max(longest, distribution.chances.length)
  }
  const width = WIDTH_IN_DEVIATIONS * Math.sqrt(variance) + 3 * longest
  return [Math.max(lowest, Math.floor(mean - width)), Math.min(highest, Math.ceil(mean + width))]
}

/** Real and imaginary parts by frequency. */
interface Complex {
  re: Float64Array
  im: Float64Array
}

const TURNS = new Map<number, Complex>()

/** The turn by one count at the frequencies 0 to `size` / 2. */
function turnsOf(size: number): Complex {
  const known = TURNS.get(size)
  if (known) return known
  const re = new Float64Array(size / 2 + 1)
  const im = new Float64Array(size / 2 + 1)
  for (let j = 0; j <= size / 2; j++) {
    re[j] = Math.cos((2 * Math.PI * j) / size)
    im[j] = Math.sin((2 * Math.PI * j) / size)
  }
  const found = { re, im }
  TURNS.set(size, found)
  return found
}

/** Up to this many counts, adding them up at each frequency is faster than the fast transform. */
const SHORT = 16

/** The transform of a distribution that starts at 0, at least at the frequencies 0 to `size` / 2. */
function transformOf({ chances }: Distribution, size: number): Complex {
  if (chances.length > SHORT) {
    const re = new Float64Array(size)
    const im = new Float64Array(size)
    for (const [i, chance] of chances.entries()) re[i % size]! += chance
    fourier(re, im)
    // The fast transform turns the other way.
    return { re, im: im.map((value) => -value) }
  }
  const turns = turnsOf(size)
  const re = new Float64Array(turns.re.length)
  const im = new Float64Array(turns.re.length)
  for (let j = 0; j < turns.re.length; j++) {
    const cos = turns.re[j]!
    const sin = turns.im[j]!
    // Horner's rule: each count turns by the same angle.
    let x = 0
    let y = 0
    for (let i = chances.length - 1; i >= 0; i--) {
      const turned = x * cos - y * sin
      y = x * sin + y * cos
      x = turned + chances[i]!
    }
    re[j] = x
    im[j] = y
  }
  return { re, im }
}

/** Cooley and Tukey's fast Fourier transform in place; the length is a power of two. */
function fourier(re: Float64Array, im: Float64Array): void {
  const n = re.length
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) {
      ;[re[i], re[j]] = [re[j]!, re[i]!]
      ;[im[i], im[j]] = [im[j]!, im[i]!]
    }
  }
  const turns = turnsOf(n)
  for (let length = 2; length <= n; length *= 2) {
    const half = length / 2
    for (let k = 0; k < half; k++) {
      const cos = turns.re[(k * n) / length]!
      const sin = -turns.im[(k * n) / length]!
      for (let start = k; start < n; start += length) {
        const other = start + half
        const real = re[other]! * cos - im[other]! * sin
        const imaginary = re[other]! * sin + im[other]! * cos
        re[other] = re[start]! - real
        im[other] = im[start]! - imaginary
        re[start]! += real
        im[start]! += imaginary
      }
    }
  }
}
