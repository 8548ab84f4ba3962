import { constants, brotliCompress, gzip } from 'node:zlib'
import { promisify } from 'node:util'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** How long and by whom an answer may be kept. */
export const CACHE = {
  /** Personal or paid: nowhere. */
  none: 'private, no-store',
  /** Kept by the reader's browser, which asks the server before each use: the guard decides each time. */
  revalidate: 'private, no-cache',
  /** Named by its content: kept for ever. */
  forever: 'private, max-age=31536000, immutable',
  /** Files of the build, the same for everybody: by hashed name, or asked about each time. */
  publicForever: 'public, max-age=31536000, immutable',
  publicRevalidate: 'public, no-cache',
} as const

export interface ReplyOptions {
  type: string
  cache: (typeof CACHE)[keyof typeof CACHE]
  etag?: string
  headers?: Record<string, string>
}

/** A body that was made once and can be sent many times; its compressed forms are made on first use and kept. */
export class Reply {
  readonly body: Buffer
  readonly options: ReplyOptions
  private compressed = new Map<string, Promise<Buffer>>()

  /** @param brotli the same body compressed already, where the build did it */
  constructor(body: string | Uint8Array, options: ReplyOptions, brotliBody?: Buffer) {
    this.body = Buffer.from(body as Uint8Array)
    this.options = options
    if (brotliBody) this.compressed.set('br', Promise.resolve(brotliBody))
  }

  /** The body in the best encoding that the client takes, with that encoding's name. */
  async encoded(accepts: string, quality: number): Promise<{ encoding: string | null; bytes: Buffer }> {
    const small = this.body.length < SMALL && this.compressed.size === 0
    if (small || PACKED.test(this.options.type)) return { encoding: null, bytes: this.body }
    const encoding = /\bbr\b/.test(accepts) ? 'br' : /\bgzip\b/.test(accepts) ? 'gzip' : null
    if (!encoding) return { encoding, bytes: this.body }
    const made = this.compressed.get(encoding) ?? compress(this.body, encoding, quality)
    this.compressed.set(encoding, made)
    return { encoding, bytes: await made }
  }
}

/** Below this a packet holds it anyway; what the build has compressed is sent so all the same. */
const SMALL = 860
/** What is compressed already. */
const PACKED = /^image\/(webp|png)$/

function compress(body: Buffer, encoding: 'br' | 'gzip', quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(body, { level: Math.min(9, quality) })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return brotli(body, { params })
}

/** A JSON answer with caching; a handler's plain value is a JSON answer that nobody keeps. */
export function json(value: unknown, options: Partial<ReplyOptions> = {}): Reply {
  return new Reply(JSON.stringify(value), {
    type: 'application/json; charset=utf-8',
    cache: CACHE.none,
    ...options,
  })
}

/** Whether the client already has this version (RFC 9110, 13.1.2: weak comparison, lists, `*`). */
export function etagMatches(ifNoneMatch: string | null, etag: string | undefined): boolean {
  if (!ifNoneMatch || !etag) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
}

/** Brotli levels: the best takes seconds a megabyte, which only small answers that are sent often are worth. */
function qualityFor(reply: Reply): number {
  if (reply.options.cache === CACHE.none) return 4
  return reply.body.length > 100_000 ? 6 : 11
}

/** Turns a reply into a response: 304 where the client has it, otherwise the body, compressed where that helps. */
export async function respond(request: Request, reply: Reply, status = 200): Promise<Response> {
  const { type, cache, etag, headers } = reply.options
  const common: Record<string, string> = { ...headers, 'cache-control': cache }
  if (etag) common.etag = etag
  if (etagMatches(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: common })
  const { encoding, bytes } = await reply.encoded(
    request.headers.get('accept-encoding') ?? '',
    qualityFor(reply),
  )
  if (encoding) common['content-encoding'] = encoding
  const all = {
    ...common,
    'content-type': type,
    'content-length': String(bytes.length),
    vary: 'accept-encoding',
  }
  return new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers: all })
}
