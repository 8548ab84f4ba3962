import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/**
 * Tells the server that the answer went out, or that none will. A clone, because the package's own may be the light kind
 * of response that @hono/node-server 2.1.8 puts in the place of the platform's, and of those it writes the headers again.
 */
export const alreadySent = (): Response => RESPONSE_ALREADY_SENT.clone()
