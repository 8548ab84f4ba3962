import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { SHARE_LIMITS } from '../../domain/share/other-sites.ts'
import { Refusal } from '../http/refusal.ts'
import { loadSharp } from '../images/sharp.ts'
import { loadFonts } from './canvas.ts'
import { present } from '../../domain/base/lists.ts'

/** A process's share pictures: few are drawn at the same time, and each is drawn once. */
const queue = pLimit(SHARE_LIMITS.atOnce)
/** Without it, a shared picture that many messengers fetch fails the README's longest wait. */
const kept = new LRUCache<string, Buffer>({
  maxSize: SHARE_LIMITS.keptBytes,
  sizeCalculation: (picture) => picture.length,
})
const running = new Map<string, Promise<Buffer>>()
/** How many pictures of each network are drawn or wait; only networks with some. */
const asked = new Map<string, number>()

const RETRY_AFTER_SECONDS = 2

/** The version of a picture in its address: a hash of the drawing. */
export const versionOf = (svg: string): string => createHash('sha256').update(svg).digest('hex').slice(0, 16)

/**
 * Draws a picture as a PNG.
 * @param network whose share of the queue it takes: {@link networkOf}
 * @throws Refusal unavailable with Retry-After when too many pictures wait, of this network or of all
 */
export async function renderPicture(svg: string, network: string): Promise<Buffer> {
  const version = versionOf(svg)
  const known = kept.get(version) ?? running.get(version)
  if (known) return known
  const own = asked.get(network) ?? 0
  if (own >= SHARE_LIMITS.ofNetwork || queue.pendingCount >= SHARE_LIMITS.waiting) {
    const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) }
    throw new Refusal('unavailable', 'Too many pictures are being drawn. Please try again.', { headers })
  }
  asked.set(network, own + 1)
  const drawing = queue(() => draw(svg)).finally(() => {
    running.delete(version)
    const left = present(asked.get(network)) - 1
    if (left > 0) asked.set(network, left)
    else asked.delete(network)
  })
  running.set(version, drawing)
  const picture = await drawing
  kept.set(version, picture)
  return picture
}

/** The design has eight colours; a palette of sixteen leaves room for the edges of letters and balls. */
async function draw(svg: string): Promise<Buffer> {
  const sharp = await loadSharp()
  const { pixels, width, height } = await (await loadFonts()).draw(svg)
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ palette: true, colours: 16, dither: 0, effort: 1, compressionLevel: 9 })
    .toBuffer()
}
