import { statSync } from 'node:fs'
import { join } from 'node:path'
import type * as Library from '@resvg/resvg-js'
import { LRUCache } from 'lru-cache'
import { rootDir } from '../base/root.ts'

/** The project's own fonts (`fonts/`), as SVG names them. */
const FACES = {
  bold: { family: 'Inter Display', weight: 700, file: 'InterDisplay-Bold.ttf' },
  plain: { family: 'Inter Medium', weight: 400, file: 'Inter-Medium.ttf' },
} as const
export type Face = keyof typeof FACES

/** The library, which draws text in the project's fonts alone, and a measure of text. */
export interface Fonts {
  draw: (svg: string) => Promise<Library.RenderedImage>
  /** The width of a line of text in pixels. */
  widthOf: (text: string, face: Face, size: number) => number
}

let loaded: Promise<Fonts> | null = null

/** Loads the library with the first picture, because most processes never draw one. */
export function loadFonts(): Promise<Fonts> {
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
export function textElement(text: string, face: Face, size: number, attributes = ''): string {
  const { family, weight } = FACES[face]
  const safe = text.replace(NOT_XML, '').replace(/[&<>"]/g, (character) => ESCAPES[character]!)
  return `<text font-family="${family}" font-weight="${weight}" font-size="${size}" ${attributes}>${safe}</text>`
}
