import { z } from 'zod'
import { fitted, SLIP, slipCode, slipPath } from '../../domain/share/other-sites.ts'
import { LATEST, SHARE_PICTURE, sharePicturePath } from '../../domain/share/share-picture.ts'
import { drawOfDay, PATHS, PATTERNS, subjectOf } from '../../domain/site/paths.ts'
import type { Services } from '../api/services.ts'
import { Refusal } from '../http/refusal.ts'
import { shareDraw } from '../share/shares.ts'
import { openResults } from './open-results.ts'

const limit = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'This is not a number of pixels.')
  .transform(Number)
  .default(Infinity)

/** Those who ask add fields of their own. */
export const oembedQuery = z.looseObject({
  url: z.string().max(2000),
  maxwidth: limit,
  maxheight: limit,
  format: z.string().max(20).default('json'),
})

const common = {
  version: z.literal('1.0'),
  title: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  /** Seconds. */
  cache_age: z.int(),
  width: z.int(),
  height: z.int(),
}
export const oembedAnswer = z.union([
  z.strictObject({ ...common, type: z.literal('photo'), url: z.string() }),
  z.strictObject({ ...common, type: z.literal('rich'), html: z.string() }),
])

/**
 * The answer for a public address (oembed.com, version 1.0). A draw is a photo, because blogs keep links of a photo alive; its
 * address always shows the present numbers. A day, a game, and a draw before its result are slips.
 * @throws Refusal unknown-format for XML; not-found for an address without a public result
 */
export async function oembed(
  services: Services,
  { url, maxwidth, maxheight, format }: z.output<typeof oembedQuery>,
  now: number,
): Promise<z.input<typeof oembedAnswer>> {
  if (format !== 'json') throw new Refusal('unknown-format')
  const most = { width: maxwidth, height: maxheight }
  const { appUrl } = services.settings
  const provider = {
    version: '1.0' as const,
    provider_name: 'Lotto Forecast',
    provider_url: appUrl,
    cache_age: 60,
  }
  const path = pathOf(url, appUrl)
  const draw = path === null ? null : subjectOf(PATTERNS.publicDraw, path)
  const shared = draw === null ? null : await shareDraw(services, draw, now)
  const { draw: result, game, date } = shared?.page ?? {}
  if (shared?.drawing && result)
    return {
      ...provider,
      type: 'photo',
      title: shared.drawing.picture.alt,
      url: appUrl + sharePicturePath('draws', result.publicId, LATEST),
      ...fitted(SHARE_PICTURE, most, true),
    }
  const of = game && date ? drawOfDay(game.key, date) : path === null ? null : subjectOfSlip(path)
  if (of === null || !(await openResults(services, { of }, now))) throw noSuchAddress()
  const size = fitted(SLIP, most, false)
  return {
    ...provider,
    type: 'rich',
    title: 'Lotto results, by Lotto Forecast',
    html: slipCode(appUrl + slipPath(of), size),
    ...size,
  }
}

const noSuchAddress = () => new Refusal('not-found', 'There are no public results at this address.')

/** The path of an address of this site; null for one of another site. */
function pathOf(url: string, appUrl: string): string | null {
  if (!URL.canParse(url)) return null
  const { origin, pathname } = new URL(url)
  return origin === new URL(appUrl).origin ? pathname.replace(/\/+$/, '') : null
}

/** What the slip of a page of results shows: undefined today, null without a slip. */
function subjectOfSlip(path: string): string | undefined | null {
  if (path === PATHS.results) return undefined
  return subjectOf(PATTERNS.resultsOf, path)
}
