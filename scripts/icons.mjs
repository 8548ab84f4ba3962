// Draws the product's icons into public/ from its mark: `node scripts/icons.mjs`. The files are committed, because the
// mark seldom changes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const DEEP = '#0b3d27'
/** The mark of src/platform/web/ui/mark.tsx. Its drawing covers 2 to 30.5 of 32. */
const MARK =
  '<rect x="16" y="16" width="13" height="13" rx="4" fill="none" stroke="#ffc233" stroke-width="3"/><circle cx="11" cy="11" r="9" fill="#fff"/>'
const MIDDLE = 16.25

/** The mark on its ground. `share` is the part of the side that the mark takes; `corner` rounds the ground, of 32. */
function icon({ share, corner }) {
  const scale = (share * 32) / 28.5
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${corner}" fill="${DEEP}"/><g transform="translate(16 16) scale(${scale.toFixed(3)}) translate(-${MIDDLE} -${MIDDLE})">${MARK}</g></svg>\n`
}

const ROUNDED = icon({ share: 0.72, corner: 7 })
/** Systems cut their own shape, so the ground fills the square. */
const FULL = icon({ share: 0.66, corner: 0 })
/** A mask may cut everything outside a circle of 80 % of the side. */
const MASKABLE = icon({ share: 0.52, corner: 0 })

const png = (svg, side) =>
  sharp(Buffer.from(svg), { density: (72 * side) / 32 })
    .resize(side)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()

/** An .ico file that holds one PNG. */
function ico(image, side) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon
  head.writeUInt16LE(1, 4) // with one image
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10) // planes
  head.writeUInt16LE(32, 12) // bits per pixel
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, image])
}

const write = (name, content) => writeFileSync(join(import.meta.dirname, '../public', name), content)

write('icon.svg', ROUNDED)
write('favicon.ico', ico(await png(ROUNDED, 32), 32))
write('icon-192.png', await png(ROUNDED, 192))
write('icon-512.png', await png(ROUNDED, 512))
write('icon-maskable-512.png', await png(MASKABLE, 512))
write('apple-touch-icon.png', await png(FULL, 180))
