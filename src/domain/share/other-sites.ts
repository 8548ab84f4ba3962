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

/** The size of a share picture in pixels: the shape that chat apps show at full width. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const

/** How share pictures are drawn. One takes about 30 ms of a thread and some megabytes. */
export const SHARE_LIMITS = {
  /** Pictures drawn at the same time. */
  atOnce: 2,
  /** Pictures that wait; another one is refused. */
  waiting: 20,
  /** Pictures of one network that are drawn or wait. */
  ofNetwork: 5,
  /** Bytes of drawn pictures in memory. */
  keptBytes: 6 * 1024 * 1024,
  /** Games on the picture of a day; a longer day says how many more there are. */
  gamesOfDay: 18,
  /** Answers on the picture of a search. */
  answers: 4,
} as const

/** The kinds of public share pictures, as their addresses name them. */
export type ShareKind = 'draws' | 'days' | 'forecasts' | 'product'

/** In the place of a version: leads to the present picture, for pages of other sites that keep its address. */
export const LATEST = 'latest'

/**
 * The address of a share picture. Chat apps keep the first picture of an address, so another picture has another address.
 *
 * @param id the draw's public id, the Lagos date, the forecast's number, or the product's name
 * @param version a hash of what the picture shows, or {@link LATEST}
 */
export const sharePicturePath = (kind: ShareKind, id: string | number, version: string): string =>
  `/share/${kind}/${id}/${version}.png`
