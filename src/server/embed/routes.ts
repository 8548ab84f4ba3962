import { z } from 'zod'
import { lagosDate } from '../../domain/base/calendar.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import type { Services } from '../api/services.ts'
import { tableRow } from '../draws/shapes.ts'
import { Refusal } from '../http/refusal.ts'
import type { Asked } from '../share/public-results.ts'
import { openData } from './open-results.ts'
import { oembed, oembedAnswer, oembedQuery } from './oembed.ts'

const answer = z.strictObject({
  /** The address of the terms. */
  terms: z.string(),
  /** The address of our page with the same draws, for the link that the terms ask for. */
  page: z.string(),
  /** Of a day by close; of a game newest first. Empty before the result. */
  draws: z.array(
    tableRow.extend({
      game: z.string(),
      name: z.string(),
      operator: z.string(),
      corrected: z.boolean(),
      page: z.string(),
    }),
  ),
})

const of = z.string().max(80)
const common = { access: 'anyone', forOtherSites: true, fresh: true, answer } as const

async function found(services: Services, asked: Asked, now: number) {
  const data = await openData(services, asked, now)
  if (!data) throw new Refusal('not-found', 'There are no results of such a game, year, day or draw.')
  return data
}

export const embedRoutes = {
  'GET /api/open/results': endpoint({
    ...common,
    summary: 'The results of today, for other sites',
    version: ({ draws }, { now }) => `${draws.current().seq} ${lagosDate(now)}`,
    handle: ({ services, now }) => found(services, {}, now),
  }),

  'GET /api/open/results/:of': endpoint({
    ...common,
    summary:
      'The results of a day (`2025-06-23`), the newest draws of a game (`diamond`) or one draw (`diamond.2025-06-23`), for other sites',
    params: z.strictObject({ of }),
    handle: ({ services, params, now }) => found(services, params, now),
  }),

  'GET /api/open/results/:of/:year': endpoint({
    ...common,
    summary: 'The results of a game’s year, for other sites',
    params: z.strictObject({ of, year: z.string().max(10) }),
    handle: ({ services, params, now }) => found(services, params, now),
  }),

  'GET /oembed': endpoint({
    summary:
      'How other sites show a public address (oEmbed 1.0): the picture of a draw, or the slip of a day or game',
    access: 'anyone',
    forOtherSites: true,
    fresh: true,
    query: oembedQuery,
    answer: oembedAnswer,
    handle: ({ services, query, now }) => oembed(services, query, now),
  }),
} satisfies Routes
