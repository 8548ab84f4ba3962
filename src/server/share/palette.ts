import { COLOURS, STRIPE_COLOURS } from './canvas.ts'

type Rgb = readonly [red: number, green: number, blue: number]

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as never

const between = (from: string, to: string, share: number): Rgb => {
  const end = rgbOf(to)
  return rgbOf(from).map((value, i) => value + Math.round((end[i]! - value) * share)) as never
}

/**
 * The colours of the design, and one step for the edges of letters and balls. More steps are hardly seen and add a fifth to
 * each picture. At most 16, so that a pixel has four bits.
 */
export const PALETTE: readonly Rgb[] = [
  ...Object.values(COLOURS).map(rgbOf),
  ...STRIPE_COLOURS.map(rgbOf),
  between(COLOURS.deep, COLOURS.white, 0.45),
  between(COLOURS.deep, COLOURS.gold, 0.5),
]

const UNKNOWN = 255
/** The palette's nearest colour of each colour with five bits a channel, as it is computed. */
const nearest = new Uint8Array(1 << 15).fill(UNKNOWN)

/** The places in {@link PALETTE} of each pixel's nearest colour. @param pixels opaque, four bytes each */
export function indexColours(pixels: Uint8Array): Uint8Array {
  const indexes = new Uint8Array(pixels.length / 4)
  for (let i = 0, at = 0; i < indexes.length; i++, at += 4) {
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    const key = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3)
    if (nearest[key] === UNKNOWN) nearest[key] = nearestTo([red, green, blue])
    indexes[i] = nearest[key]!
  }
  return indexes
}

function nearestTo(colour: Rgb): number {
  const distances = PALETTE.map((one) => one.reduce((sum, value, i) => sum + (value - colour[i]!) ** 2, 0))
  return distances.indexOf(Math.min(...distances))
}
