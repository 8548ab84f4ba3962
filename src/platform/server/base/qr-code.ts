import { encode } from 'uqr'

/** A QR code as one SVG path on a square grid of `size`, with the quiet zone of four modules that readers need. */
export function qrCode(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'L', border: 4 })
  const runs = data.flatMap((row, y) =>
    row.map((dark, x) => {
      if (!dark || row[x - 1]) return ''
      const end = row.indexOf(false, x)
      const width = (end === -1 ? size : end) - x
      return `M${x} ${y}h${width}v1h-${width}z`
    }),
  )
  return { size, path: runs.join('') }
}
