// The public pages of the record, as anyone reads them.
import { textOf } from './html.ts'
import type { TestServer } from './test-server.ts'

export const page = async (server: TestServer, path: string) => (await server.anonymous().get(path)).text

/** The text as people read it: the renderer separates values by empty comments. */
export const textAsRead = (html: string) => textOf(html.replaceAll('<!-- -->', '')).replace(/ (?=[,.])/g, '')

export const words = async (server: TestServer, path = '/record') => textAsRead(await page(server, path))

export const api = async (server: TestServer, path: string) => (await server.anonymous().get(path)).body
