// Share pictures and the pages that name them, as a bot fetches them.
import { expect } from 'vitest'
import { tagsOf } from './html.ts'
import type { TestServer } from './test-server.ts'

export const WINNING = [20, 42, 89, 13, 49]
export const MACHINE = [17, 33, 41, 34, 32]
export const SHARED_DRAW = {
  game: 'diamond',
  date: '2025-06-23',
  serial: 49,
  winning: WINNING,
  machine: MACHINE,
}

/** The content of the head's tags by their name, such as `og:image`. */
export const metaOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    tagsOf(html).flatMap(({ name, attributes }) =>
      name === 'meta' ? [[attributes.property ?? attributes.name ?? '', attributes.content ?? '']] : [],
    ),
  )
/** The path of an address of this server. */
export const pathOf = (server: TestServer, address: string) => {
  expect(address.startsWith(`${server.url}/`)).toBe(true)
  return address.slice(server.url.length)
}
/** An answer that may be a picture. */
export const fetchPicture = async (server: TestServer, path: string) => {
  const response = await fetch(server.url + path, { redirect: 'manual' })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
