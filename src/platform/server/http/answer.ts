import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { CACHE } from './reply.ts'

/** Headers by their names in lower case. */
export type HeaderValues = Readonly<Record<string, string>>

/**
 * An answer that adds what all answers of its kind have, when its head is written. Its own headers come last. Adding them to
 * the `Headers` of a `Response` took a quarter of the time of a small answer.
 */
export class Answer<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** The security headers of its kind. */
  security: HeaderValues = {}
  /** The headers of this one request. */
  own: HeaderValues = {}
  /** Headers about the visitor, which no shared cache may store. */
  personal: HeaderValues = {}

  /** @param rest a record of headers, if any */
  override writeHead(status: number, ...rest: unknown[]): this {
    const headers = rest.find((one) => typeof one === 'object') as OutgoingHttpHeaders | undefined
    const cache = headers?.['cache-control']
    return super.writeHead(status, {
      ...(isKeptDocument(status, cache) && this.req.method === 'GET' ? null : this.security),
      ...this.own,
      ...(typeof cache === 'string' && cache.startsWith('public') ? null : this.personal),
      ...headers,
    })
  }
}

/** An unchanged document, which the service worker has with its headers, unless it asks for these. No browser stores it. */
const isKeptDocument = (status: number, cache: unknown): boolean => status === 304 && cache === CACHE.none

/**
 * An answer that its handler writes to Node's response over time. It takes half the memory of a `Response` with a stream.
 * `start` gets the response after its headers, and must not wait before it writes. `admit` runs right before it and may
 * throw a refusal: nothing comes between the two.
 */
export class NodeStream {
  readonly headers: Readonly<Record<string, string>>
  readonly start: (response: ServerResponse) => void

  readonly admit: () => void

  constructor(
    headers: Readonly<Record<string, string>>,
    start: (response: ServerResponse) => void,
    admit: () => void,
  ) {
    this.headers = headers
    this.start = start
    this.admit = admit
  }
}
