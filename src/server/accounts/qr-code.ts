import { encode } from 'uqr'

/** A QR code as one SVG path on a square grid of `size`, with the quiet zone of four modules that readers need. */
export function qrCode(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'L', border: 4 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: squares.join('') }
}
