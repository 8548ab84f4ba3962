import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'
import { notModified, type ReplyOptions } from './reply.ts'

/** Whether the client accepts gzip. */
export function acceptsGzip(request: Request): boolean {
  const accepted = parseAccept(request.headers.get('accept-encoding') ?? '')
  return accepted.some(({ type, q }) => type === 'gzip' && q > 0)
}

/**
 * Answers with a large file that is kept as gzip, or 304. A client without gzip gets a stream, which holds no more than the
 * client reads.
 * @param make called only if the client has another version; `length` counts the bytes without compression
 */
export async function gzipResponse(
  request: Request,
  options: ReplyOptions,
  make: () => Promise<{ gzip: Buffer<ArrayBuffer>; length: number }>,
): Promise<Response> {
  const unchanged = notModified(request, options)
  if (unchanged) return unchanged
  const { type, cache, etag } = options
  const { gzip, length } = await make()
  const isPacked = acceptsGzip(request)
  const headers = {
    'content-type': type,
    'cache-control': cache,
    'content-length': String(isPacked ? gzip.length : length),
    vary: 'accept-encoding',
    ...(etag && { etag }),
    ...(isPacked && { 'content-encoding': 'gzip' }),
  }
  if (isPacked) return new Response(gzip, { headers })
  const text = request.method === 'HEAD' ? null : Readable.from([gzip]).pipe(createGunzip())
  return new Response(text && (Readable.toWeb(text) as ReadableStream<Uint8Array>), { headers })
}
