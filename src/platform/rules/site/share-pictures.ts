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
  /** The newest draws that a feed has. */
  feedItems: 40,
  /** Seconds after which a browser asks again for a picture when too many wait. */
  retrySeconds: 2,
  /** The newest draws of a game that its public page shows. */
  newestDraws: 20,
  /** The days after a date among which its public page looks for the next results. */
  daysAfter: 30,
  /** Days before those that the public page of today shows, which it links. */
  otherDays: 6,
} as const

/** The kinds of public share pictures, as their addresses name them. */
export type ShareKind = 'draws' | 'days' | 'forecasts' | 'product'

/**
 * The address of a share picture. Chat apps keep the first picture of an address, so another picture has another address.
 *
 * @param id the draw's public id, the Lagos date, the forecast's number, or the product's name
 * @param version a hash of what the picture shows
 */
export const sharePicturePath = (kind: ShareKind, id: string | number, version: string): string =>
  `/share/${kind}/${id}/${version}.png`
