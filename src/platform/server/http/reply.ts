import { createHash } from 'node:crypto'
import { parseAccept } from 'hono/utils/accept'
import { constants, brotliCompress, brotliCompressSync, gzip, createGunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { Readable } from 'node:stream'
import { bytesOf, gzipAround, type StyledDocument } from './gzip.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** The values of Cache-Control. */
export const CACHE = {
  /** Personal or paid: not stored. */
  none: 'private, no-store',
  /** Stored by the browser and revalidated before each use, so that the guard decides each time. */
  revalidate: 'private, no-cache',
  /** Named by a hash of its content. */
  forever: 'private, max-age=31536000, immutable',
  /** The files of the record, which grow. */
  publicSeconds: 'public, max-age=5',
  /** Public results, which say when they were read. */
  publicMinute: 'public, max-age=60',
  /** Public data that seldom changes. */
  publicMinutes: 'public, max-age=600',
  /** Public files of the build, with and without a hash in their name. */
  publicForever: 'public, max-age=31536000, immutable',
  publicRevalidate: 'public, no-cache',
  /** Public files that keep their address, and may be a week old. */
  publicWeek: 'public, max-age=604800',
} as const

export interface ReplyOptions {
  type: string
  cache: (typeof CACHE)[keyof typeof CACHE]
  etag?: string
  headers?: Record<string, string>
}

type Encoding = 'br' | 'gzip'

/** An answer that can be sent many times. Its compressed forms are made on first use and cached. */
export class Reply {
  readonly options: ReplyOptions
  private readonly styled: StyledDocument | null
  private plain: Buffer | null
  private compressed = new Map<Encoding, Promise<Buffer>>()

  /** @param brotliBody the body that was compressed before */
  constructor(body: string | Uint8Array | StyledDocument, options: ReplyOptions, brotliBody?: Uint8Array) {
    this.styled = isStyled(body) ? body : null
    this.plain = isStyled(body) ? null : bufferOf(body)
    this.options = options
    if (brotliBody) this.compressed.set('br', Promise.resolve(bufferOf(brotliBody)))
  }

  /** The body without compression. */
  get body(): Buffer {
    return (this.plain ??= bytesOf(this.styled!))
  }

  /** The body in the best encoding that the client accepts. @param accepts the Accept-Encoding header */
  async encoded(accepts: string): Promise<{ encoding: Encoding | null; bytes: Buffer }> {
    if (!this.isWorthCompressing()) return { encoding: null, bytes: this.body }
    const accepted = new Set(parseAccept(accepts).flatMap(({ type, q }) => (q > 0 ? type : [])))
    const encoding = this.encodings().find((name) => accepted.has(name)) ?? null
    if (!encoding) return { encoding, bytes: this.body }
    const encoded = this.compressed.get(encoding) ?? this.compress(encoding)
    this.compressed.set(encoding, encoded)
    return { encoding, bytes: await encoded }
  }

  private isWorthCompressing(): boolean {
    if (this.styled) return true
    const isSmall = this.body.length < MIN_COMPRESSED_BYTES && this.compressed.size === 0
    return !isSmall && !COMPRESSED_TYPES.test(this.options.type)
  }

  /** The best first. A document that is sent once is gzip, because its sheet is compressed already. */
  private encodings(): readonly Encoding[] {
    return this.styled && this.options.cache === CACHE.none ? ['gzip', 'br'] : ['br', 'gzip']
  }

  private async compress(encoding: Encoding): Promise<Buffer> {
    if (this.styled && encoding === 'gzip') return gzipAround(this.styled)
    const quality = qualityFor(this)
    if (encoding === 'gzip') return gzipped(this.body, { level: quality })
    const isOnce = quality === QUALITY.once
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: this.body.length,
      ...(isOnce && { [constants.BROTLI_PARAM_LGWIN]: ONCE_WINDOW_BITS }),
    }
    // An answer takes one or two milliseconds. Handing it to another thread costs more.
    return isOnce ? brotliCompressSync(this.body, { params }) : brotli(this.body, { params })
  }
}

const isStyled = (body: string | Uint8Array | StyledDocument): body is StyledDocument =>
  typeof body === 'object' && 'sheet' in body

/** Bytes are not copied. */
const bufferOf = (body: string | Uint8Array): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength)

/** A smaller body fits into one packet uncompressed. Files that the build compressed are exempt. */
const MIN_COMPRESSED_BYTES = 860
/** Media types with compression of their own. */
const COMPRESSED_TYPES = /^image\/(webp|png)$/

export const JSON_TYPE = 'application/json; charset=utf-8'
export const CSV_TYPE = 'text/csv; charset=utf-8'

/** A JSON answer with options such as caching. A handler's plain value becomes one that is not stored. */
export function json(value: unknown, options: Partial<ReplyOptions> = {}): Reply {
  return new Reply(JSON.stringify(value), { type: JSON_TYPE, cache: CACHE.none, ...options })
}

/** A file to save, which nothing keeps. @param name with its ending, which is that of its type */
export const attachment = (name: `${string}.csv` | `${string}.json`, body: BodyInit): Response =>
  new Response(body, {
    headers: {
      'content-type': name.endsWith('.csv') ? CSV_TYPE : JSON_TYPE,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': CACHE.none,
    },
  })

/** A JSON answer that everyone may keep for a minute, named by a hash of its content. */
export function keptJson(value: unknown): Reply {
  const text = JSON.stringify(value)
  return new Reply(text, { type: JSON_TYPE, cache: CACHE.publicMinute, etag: etagOf(text) })
}

/** The validator of a body. */
export const etagOf = (body: string | Uint8Array): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`

/** Whether If-None-Match names this version (RFC 9110, 13.1.2: weak comparison, lists, `*`). */
function etagMatches(ifNoneMatch: string | null, etag: string | undefined): boolean {
  if (!ifNoneMatch || !etag) return false
  if (ifNoneMatch === etag) return true
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
}

/**
 * The levels of Brotli and gzip. None takes 10 ms for a body below half a megabyte: an attacker
 * who makes up addresses gets no more than that. The build compresses its files at the highest level.
 */
const QUALITY = { once: 4, repeated: 6, large: 2 }
/** Longer than any page with its style sheet. */
const LARGE_BYTES = 250_000
/** A window of 128 kB, which contains most of a page. The usual 4 MB take longer to clear than a page to compress. */
const ONCE_WINDOW_BITS = 17

function qualityFor({ body, options }: Reply): number {
  if (body.length > LARGE_BYTES) return QUALITY.large
  return options.cache === CACHE.none ? QUALITY.once : QUALITY.repeated
}

/** The answer 304 for a client that has this version; null for another. */
export function notModified(request: Request, options: ReplyOptions): Response | null {
  if (!etagMatches(request.headers.get('if-none-match'), options.etag)) return null
  return new Response(null, { status: 304, headers: versionHeaders(options) })
}

function versionHeaders({ headers, cache, etag }: ReplyOptions): Record<string, string> {
  return { ...headers, 'cache-control': cache, ...(etag && { etag }) }
}

/** Turns a reply into a response: 304 if the client has this version, else the body, compressed if useful. */
export async function respond(request: Request, reply: Reply, status = 200): Promise<Response> {
  const unchanged = notModified(request, reply.options)
  if (unchanged) return unchanged
  const common = versionHeaders(reply.options)
  const { encoding, bytes } = await reply.encoded(request.headers.get('accept-encoding') ?? '')
  if (encoding) common['content-encoding'] = encoding
  const all = {
    vary: 'accept-encoding',
    ...common,
    'content-type': reply.options.type,
    'content-length': String(bytes.length),
  }
  return new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers: all })
}

/** Whether the client accepts gzip. */
function acceptsGzip(request: Request): boolean {
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
  make: () => Promise<{ gzip: Uint8Array; length: number }>,
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
  if (isPacked) return new Response(gzip as Uint8Array<ArrayBuffer>, { headers })
  const text = request.method === 'HEAD' ? null : Readable.from([gzip]).pipe(createGunzip())
  return new Response(text && (Readable.toWeb(text) as ReadableStream<Uint8Array>), { headers })
}
