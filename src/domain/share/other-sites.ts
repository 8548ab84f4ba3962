import { PATHS } from '../site/paths.ts'

/** The slip that other sites frame. Sizes in pixels. */
export const SLIP = {
  width: 480,
  height: 700,
  /** It is readable from this width. */
  least: 280,
  /** The newest draws of a game that it shows. */
  draws: 5,
} as const

/** The slip of today, or of a date, a game or a draw, by the names in the addresses of the public pages. */
export const slipPath = (of = ''): string => `${PATHS.embed}/results${of && `/${of}`}`

/** The results as JSON: of today, or of a date, a game or a draw, and of a game's year. */
export const openResultsPath = (of = '', year = ''): string =>
  `/api/open/results${of && `/${of}`}${year && `/${year}`}`

/** What tells other sites how to show a page (oEmbed 1.0). @param address the full address of the page */
export const oembedPath = (address: string): string =>
  `/oembed?url=${encodeURIComponent(address)}&format=json`

/**
 * The HTML that frames a slip. Attributes alone give its look, because a strict policy refuses styles in an attribute.
 * @param address its full address, which needs no escape
 */
export const slipCode = (
  address: string,
  { width, height }: { width: number; height: number } = SLIP,
): string =>
  `<iframe src="${address}" width="${width}" height="${height}" frameborder="0" title="Lotto results, by Lotto Forecast"></iframe>`

/** The largest size within both limits, in whole pixels, at least 1; a picture keeps its shape. */
export function fitted(
  { width, height }: { width: number; height: number },
  most: { width: number; height: number },
  keepsShape: boolean,
): { width: number; height: number } {
  const scale = Math.min(1, most.width / width, most.height / height)
  const size = keepsShape
    ? { width: width * scale, height: height * scale }
    : { width: Math.min(width, most.width), height: Math.min(height, most.height) }
  return { width: Math.max(1, Math.floor(size.width)), height: Math.max(1, Math.floor(size.height)) }
}
