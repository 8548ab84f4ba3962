import { dayOf } from '../../domain/base/calendar.ts'
import { knownAs } from '../../domain/draws/operators.ts'
import { drawAt } from '../../domain/draws/history.ts'
import { drawSentence, resultTitle } from '../../domain/share/draw-text.ts'
import {
  drawOfDay,
  PATHS,
  publicDrawPath,
  publicFeedPath,
  publicResultsPath,
} from '../../domain/site/paths.ts'
import type { Services } from '../api/services.ts'
import { keptPromise } from '../draws/kept-promise.ts'
import { escapeHtml, FEED_TYPES } from '../http/document.ts'
import { CACHE, etagOf, Reply } from '../http/reply.ts'
import { drawsChangedAt } from './sitemap.ts'

type Of = Pick<Services, 'db' | 'draws' | 'settings'>
export type FeedKind = keyof typeof FEED_TYPES

/** The newest draws that a feed has. */
const MOST_ITEMS = 40

interface Feed {
  title: string
  path: string
  /** The page that shows the same. */
  page: string
  /** Newest first. `id` stays through a correction, also of the date. Times are in milliseconds. */
  items: { id: string; url: string; title: string; text: string; at: number }[]
}

/** The newest results as Atom or JSON Feed, of all games or of one; null for an unknown game. */
export async function feed(services: Of, kind: FeedKind, game?: string): Promise<Reply | null> {
  const { games } = services.draws.current()
  if (game !== undefined && games.every(({ key }) => key !== game)) return null
  return keptPromise(services.draws, `feed ${kind} ${game ?? ''}`, async () => {
    const found = await readFeed(services, game)
    const text =
      kind === 'xml' ? atom(found, services.settings.appUrl) : jsonFeed(found, services.settings.appUrl)
    return new Reply(text, {
      type: `${FEED_TYPES[kind]}; charset=utf-8`,
      cache: CACHE.publicMinute,
      etag: etagOf(text),
    })
  })
}

async function readFeed({ db, draws, settings }: Of, only: string | undefined): Promise<Feed> {
  const { games, history, publicIds } = draws.current()
  const newest = games
    .flatMap((game) => {
      const its = only === undefined || only === game.key ? history.games.get(game.key) : undefined
      const length = Math.min(MOST_ITEMS, its?.length ?? 0)
      return Array.from({ length }, (_, i) => ({ game, draw: drawAt(its!, its!.length - 1 - i) }))
    })
    .sort((a, b) => dayOf(b.draw.date) - dayOf(a.draw.date))
    .slice(0, MOST_ITEMS)
  const [first, last] = [newest.at(-1)?.draw.date, newest[0]?.draw.date]
  const changed = first && last ? await drawsChangedAt(db, first, last) : new Map<string, number>()
  const items = newest.flatMap(({ game, draw }) => {
    const { date } = draw
    const path = publicDrawPath(drawOfDay(game.key, date))
    const [at, id] = [changed.get(path), publicIds.of(game.key, dayOf(date))]
    if (at === undefined || id === undefined) return []
    const url = settings.appUrl + path
    return [
      {
        id: settings.appUrl + publicDrawPath(id),
        url,
        title: resultTitle(game, date),
        text: drawSentence(draw),
        at,
      },
    ]
  })
  const its = games.find(({ key }) => key === only)
  return {
    title: `${its ? `${knownAs(its.operator)} ${its.name}` : 'Lotto'} results`,
    path: publicFeedPath(only),
    page: only === undefined ? PATHS.results : publicResultsPath(only),
    items: items.sort((a, b) => b.at - a.at),
  }
}

/** RFC 4287. A feed without entries was last changed when nothing was. */
function atom({ title, path, page, items }: Feed, appUrl: string): string {
  const time = (at: number) => new Date(Math.floor(at)).toISOString()
  const self = `${appUrl}${path}.xml`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-NG">',
    `<id>${escapeHtml(self)}</id>`,
    `<title>${escapeHtml(title)}</title>`,
    `<updated>${time(Math.max(0, ...items.map(({ at }) => at)))}</updated>`,
    '<author><name>Lotto Forecast</name></author>',
    `<link rel="self" type="${FEED_TYPES.xml}" href="${escapeHtml(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeHtml(appUrl + page)}"/>`,
    ...items.map(
      ({ id, url, title: name, text, at }) =>
        `<entry><id>${escapeHtml(id)}</id><title>${escapeHtml(name)}</title><updated>${time(at)}</updated><link rel="alternate" type="text/html" href="${escapeHtml(url)}"/><content type="text">${escapeHtml(text)}</content></entry>`,
    ),
    '</feed>',
    '',
  ].join('\n')
}

/** Version 1.1. */
const jsonFeed = ({ title, path, page, items }: Feed, appUrl: string): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: appUrl + page,
    feed_url: `${appUrl}${path}.json`,
    language: 'en-NG',
    authors: [{ name: 'Lotto Forecast' }],
    items: items.map(({ id, url, title: name, text, at }) => ({
      id,
      url,
      title: name,
      content_text: text,
      date_modified: new Date(Math.floor(at)).toISOString(),
    })),
  })
