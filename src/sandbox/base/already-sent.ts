import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/**
 * Marks a response as already written, or as never to be written. It is a clone because @hono/node-server 2.1.8 may
 * return its lightweight response, whose headers the server writes a second time.
 */
export const alreadySent = (): Response => RESPONSE_ALREADY_SENT.clone()
