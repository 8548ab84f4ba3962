import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { SHARE_LIMITS, SHARE_PICTURE } from '../../../platform/rules/site/share-pictures.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { loadSharp } from './sharp.ts'
import { present } from '../../../platform/rules/base/lists.ts'
import { NOTES } from '../../../platform/rules/base/messages.ts'
import { OPERATORS } from '../../../draws/rules/operators.ts'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type * as Library from '@resvg/resvg-js'
import { rootDir } from '../../../platform/server/base/root.ts'

/** The project's own fonts (`fonts/`), as SVG names them. */
const FACES = {
  bold: { family: 'Inter Display', weight: 700, file: 'InterDisplay-Bold.ttf' },
  plain: { family: 'Inter Medium', weight: 400, file: 'Inter-Medium.ttf' },
} as const
type Face = keyof typeof FACES

/** The library, which draws text in the project's fonts alone, and a measure of text. */
interface Fonts {
  draw: (svg: string) => Promise<Library.RenderedImage>
  /** The width of a line of text in pixels. */
  widthOf: (text: string, face: Face, size: number) => number
}

let loaded: Promise<Fonts> | null = null

/** Loads the library with the first picture, because most processes never draw one. */
function loadFonts(): Promise<Fonts> {
  loaded ??= load()
  return loaded
}

const MEASURED_SIZE_PX = 100
/** Numbers, labels and names of games. A text takes 0.3 ms, and a picture has up to 200: half the time of a public page. */
const KEPT_WIDTHS = 1000

async function load(): Promise<Fonts> {
  const { Resvg, renderAsync } = await import('@resvg/resvg-js')
  const fontFiles = Object.values(FACES).map(({ file }) => join(rootDir(), 'fonts', file))
  // The library draws nothing in place of a missing font, without an error.
  for (const file of fontFiles) statSync(file)
  const options = { font: { loadSystemFonts: false, fontFiles, defaultFontFamily: FACES.plain.family } }

  const widths = new LRUCache<string, number>({
    max: KEPT_WIDTHS,
    memoMethod: (line) =>
      new Resvg(`<svg xmlns="http://www.w3.org/2000/svg">${line}</svg>`, options).getBBox()?.width ?? 0,
  })
  return {
    draw: (svg) => renderAsync(svg, options),
    widthOf: (text, face, size) =>
      (widths.memo(textElement(text, face, MEASURED_SIZE_PX)) * size) / MEASURED_SIZE_PX,
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML does not allow, which would make the whole picture invalid. */
// oxlint-disable-next-line no-control-regex -- they are what is removed
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDFFF](?![\uDC00-\uDFFF])/g

/** A line of text as an SVG element. */
function textElement(text: string, face: Face, size: number, attributes = ''): string {
  const { family, weight } = FACES[face]
  const safe = text.replace(NOT_XML, '').replace(/[&<>"]/g, (character) => ESCAPES[character]!)
  return `<text font-family="${family}" font-weight="${weight}" font-size="${size}" ${attributes}>${safe}</text>`
}

/** The colours of the design on its deep ground. */
export const COLOURS = {
  ink: '#141812',
  deep: '#0b3d27',
  white: '#ffffff',
  quiet: '#bfd8c8',
  gold: '#ffc233',
  rule: '#2c5a43',
} as const

const STRIPES = new Map<string, string>([
  [OPERATORS.premier, '#84b4f5'],
  [OPERATORS.ghana, '#f4a06a'],
])
const OTHER_STRIPE = '#868d7f'
/** The colour of an operator's stripe; the other operators have a grey one. */
export const stripeColour = (operator: string): string => STRIPES.get(operator) ?? OTHER_STRIPE

/** The left and right edges of the content, in pixels. */
export const EDGE = { left: 64, right: SHARE_PICTURE.width - 64 } as const

interface TextOptions {
  face?: Face
  size: number
  colour?: string
  anchor?: 'start' | 'middle' | 'end'
  /** The greatest width in pixels. A longer text is set smaller, and cut with an ellipsis below the smallest size. */
  fit?: number
}

/** How much smaller a text is set before it is cut. */
const SMALLEST = 0.42

/**
 * What draws on a picture: each function returns SVG elements. Shapes are at whole pixels: equal ones then have equal edges,
 * which compress well.
 */
export type Canvas = ReturnType<typeof canvasWith>

export const loadCanvas = async (): Promise<Canvas> => canvasWith(await loadFonts())

function canvasWith({ widthOf }: Fonts) {
  /** The text and the size at which it fits. */
  function fitted(text: string, face: Face, size: number, fit: number): { text: string; size: number } {
    const width = widthOf(text, face, size)
    if (width <= fit) return { text, size }
    const smaller = Math.max((size * fit) / width, size * SMALLEST)
    let shown = text
    while (shown && widthOf(`${shown}…`, face, smaller) > fit) shown = shown.slice(0, -1).trimEnd()
    return widthOf(text, face, smaller) <= fit + 1
      ? { text, size: smaller }
      : { text: `${shown}…`, size: smaller }
  }

  function text(
    content: string,
    x: number,
    y: number,
    { face = 'plain', size, colour = COLOURS.white, anchor = 'start', fit = Infinity }: TextOptions,
  ): string {
    const line = fitted(content, face, size, fit)
    const width = widthOf(line.text, face, line.size)
    const left = Math.round(x - { start: 0, middle: width / 2, end: width }[anchor])
    return textElement(line.text, face, line.size, `x="${left}" y="${Math.round(y)}" fill="${colour}"`)
  }

  /** A number in the middle of its shape. Digits of these fonts are 0.727 em high. */
  const digits = (number: number, x: number, y: number, size: number, colour: string) =>
    text(String(number), x, y + size * 0.364, { face: 'bold', size, colour, anchor: 'middle' })

  return {
    widthOf,
    text,
    /** A winning ball: solid white with deep figures; a hit has a gold ring. */
    ball(number: number, x: number, y: number, radius: number, isHit = false): string {
      const ring = isHit
        ? `<circle cx="${x}" cy="${y}" r="${radius * 1.17}" fill="none" stroke="${COLOURS.gold}" stroke-width="${radius * 0.13}"/>`
        : ''
      return `${ring}<circle cx="${x}" cy="${y}" r="${radius}" fill="${COLOURS.white}"/>${digits(number, x, y, radius * 1.04, COLOURS.deep)}`
    },
    /** A forecast number that did not come: an outlined circle. */
    miss(number: number, x: number, y: number, radius: number): string {
      return `<circle cx="${x}" cy="${y}" r="${radius - 2}" fill="none" stroke="${COLOURS.quiet}" stroke-width="4"/>${digits(number, x, y, radius * 1.04, COLOURS.white)}`
    },
    /** A machine ball: an outlined rounded square; without a number it is dashed, still to come. */
    square(number: number | null, x: number, y: number, side: number): string {
      const [left, top] = [x - side / 2, y - side / 2]
      const dashes = number === null ? ' stroke-dasharray="10 8"' : ''
      return `<rect x="${left}" y="${top}" width="${side}" height="${side}" rx="${side / 5}" fill="none" stroke="${COLOURS.quiet}" stroke-width="4"${dashes}/>${number === null ? '' : digits(number, x, y, side * 0.53, COLOURS.white)}`
    },
    /** The dash between two balls of a set. */
    dash(x: number, y: number, width: number): string {
      return `<path d="M${x - width / 2} ${y}h${width}" stroke="${COLOURS.quiet}" stroke-width="4"/>`
    },
    /** A word in a pill that ends at the right edge: gold, or without a win outlined. */
    tag(word: string, y: number, isGold = true): string {
      const width = widthOf(word, 'bold', 24) + 36
      return `<rect x="${EDGE.right - width}" y="${y - 31}" width="${width}" height="44" rx="22" ${isGold ? `fill="${COLOURS.gold}"` : `fill="none" stroke="${COLOURS.quiet}" stroke-width="3"`}/>${text(word, EDGE.right - width / 2, y, { face: 'bold', size: 24, colour: isGold ? COLOURS.deep : COLOURS.white, anchor: 'middle' })}`
    },
    /** The label above a set: small capitals. */
    label(word: string, x: number, y: number, colour: string = COLOURS.quiet): string {
      return text(word.toUpperCase(), x, y, { face: 'bold', size: 25, colour })
    },
  }
}

interface Frame {
  /** Colours of the stripe at the left edge, from the top. */
  stripes: readonly string[]
  /** Beside the name of the product, such as the operator. */
  note: string
  /** The address without its scheme. */
  address: string
  isSample: boolean
  content: string
}

/** A whole picture: the deep ground, the stripe, the mark, the address and the note on odds. */
export function pictureOf(canvas: Canvas, { stripes, note, address, isSample, content }: Frame): string {
  const { width, height } = SHARE_PICTURE
  const step = height / stripes.length
  const bars = stripes.map(
    (colour, i) => `<rect y="${i * step}" width="14" height="${step}" fill="${colour}"/>`,
  )
  const odds = `${NOTES.adults} ${NOTES.odds}`
  const { text } = canvas
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${COLOURS.deep}"/>`,
    ...bars,
    `<g transform="translate(61 34) scale(1.7)"><rect x="16" y="16" width="13" height="13" rx="4" fill="none" stroke="${COLOURS.gold}" stroke-width="3"/><circle cx="11" cy="11" r="9" fill="${COLOURS.white}"/></g>`,
    text('Lotto Forecast', 128, 74, { face: 'bold', size: 34 }),
    text(note, EDGE.right, 74, { size: 28, colour: COLOURS.quiet, anchor: 'end', fit: 640 }),
    content,
    text(address, EDGE.left, 594, { size: 25, fit: 560 }),
    text(isSample ? `Sample data, not real results. ${NOTES.adults}` : odds, EDGE.right, 594, {
      size: 22,
      colour: isSample ? COLOURS.gold : COLOURS.quiet,
      anchor: 'end',
    }),
    '</svg>',
  ].join('')
}

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
    const headers = { 'retry-after': String(SHARE_LIMITS.retrySeconds) }
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
