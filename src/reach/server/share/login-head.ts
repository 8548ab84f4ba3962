import { NOTES } from '../../../platform/rules/base/messages.ts'
import { PATHS, SCREENS } from '../../../platform/rules/site/paths.ts'
import { readSearch, writeSearch } from '../../../platform/rules/site/search-address.ts'
import { searchTitle } from '../../../draws/rules/joined-search.ts'
import type { LoginHead } from '../../../platform/server/api/pages.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { readCheckedSearch } from '../../../draws/server/read-search.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { COLOURS, EDGE, loadCanvas, pictureOf } from './render.ts'
import { type Drawing, drawingOf, hostOf } from './shares.ts'

const PRODUCT = 'Lotto Forecast'
/** The picture's name in its address. */
export const PRODUCT_PICTURE = 'lotto-forecast'
const LINES = ['Nigerian lotto results,', 'and forecasts that', 'can be checked'] as const

/** The picture of the product, for links to pages that need a login. */
export async function shareProduct(services: Pick<Services, 'settings'>): Promise<Drawing> {
  const canvas = await loadCanvas()
  const svg = pictureOf(canvas, {
    stripes: [COLOURS.gold],
    note: '',
    address: hostOf(services),
    isSample: false,
    content: LINES.map((line, i) =>
      canvas.text(line, EDGE.left - 4, 220 + i * 104, { face: 'bold', size: 88 }),
    ).join(''),
  })
  return drawingOf('product', PRODUCT_PICTURE, svg, `${PRODUCT}. ${LINES.join(' ')}.`)
}

/** What a messenger shows for a page without a text or a picture of its own. */
export const productHead = async (services: Pick<Services, 'settings'>) => ({
  description: `${LINES.join(' ')}. ${NOTES.adults}`,
  picture: (await shareProduct(services)).picture,
})

/**
 * What a messenger shows for a link to a page behind the login, where it is redirected: the product, and for a number
 * search the words of its address, without its answer.
 * @param query the login's, which has the search of the link
 */
export async function loginHead(services: Services, query: URLSearchParams): Promise<LoginHead> {
  const product = await productHead(services)
  const search = titleOf(services, query)
  if (!search) return { title: PRODUCT, ...product, path: PATHS.start }
  const address = new URLSearchParams(writeSearch(readSearch(query))).toString()
  return {
    title: search,
    description: `Log in to Lotto Forecast to see the answer. ${NOTES.adults}`,
    picture: product.picture,
    path: `${SCREENS.pastResults.path}?${address}`,
  }
}

/** Null without a complete search. */
function titleOf({ draws }: Services, query: URLSearchParams): string | null {
  try {
    const checked = readCheckedSearch(draws, query)
    const { games } = draws.current()
    return checked.complete.length > 0
      ? searchTitle(checked, (key) => games.find((game) => game.key === key)?.name ?? key)
      : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
