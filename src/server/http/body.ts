import { visit } from 'jsonc-parser'
import { SERVER_LIMITS } from '../../domain/base/limits.ts'
import { Refusal } from './refusal.ts'
import { itemAt } from '../../domain/base/lists.ts'

/**
 * Reads a request's body up to a limit in bytes. It counts the received bytes, because content-length may be missing or
 * wrong.
 * @throws Refusal too-large, unsupported-type for compressed bodies
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const encoding = request.headers.get('content-encoding')
  if (encoding && encoding !== 'identity')
    throw new Refusal('unsupported-type', 'Compressed bodies are not accepted.')
  const tooLarge = new Refusal(
    'too-large',
    `The body is too large: the limit is ${Math.floor(limit / 1024)} kB.`,
  )
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > limit) throw tooLarge
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal('bad-request', 'The body is not UTF-8 text.')
  }
}

/** @throws Refusal unsupported-type if the request has another media type */
function requireType(request: Request, wanted: string): void {
  const type = itemAt((request.headers.get('content-type') ?? '').split(';'), 0)
    .trim()
    .toLowerCase()
  if (type !== wanted) throw new Refusal('unsupported-type', `Send this as ${wanted}.`)
}

/**
 * Parses a JSON body. Unlike JSON.parse it refuses duplicate keys, because parsers disagree on which one counts, and
 * text that the database cannot store.
 */
export async function readJson(request: Request): Promise<unknown> {
  requireType(request, 'application/json')
  const text = decode(await readBytes(request, SERVER_LIMITS.bodyBytes))
  try {
    const value: unknown = JSON.parse(text)
    refuseDuplicateKeys(text)
    refuseUnstorableText(value)
    return value
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('bad-request', 'The body is not valid JSON.')
  }
}

/** Parses the fields of a URL-encoded form. @throws Refusal bad-request for a duplicate field */
export async function readForm(request: Request): Promise<Record<string, string>> {
  requireType(request, 'application/x-www-form-urlencoded')
  const fields = new URLSearchParams(decode(await readBytes(request, SERVER_LIMITS.bodyBytes)))
  const form: Record<string, string> = Object.create(null)
  for (const [name, value] of fields) {
    if (name in form) throw new Refusal('bad-request', 'Duplicate field.')
    form[name] = value
  }
  refuseUnstorableText(form)
  return { ...form }
}

/** Reads a body that is a file. */
export async function readFileBody(request: Request, { type, limit }: { type: string; limit: number }) {
  requireType(request, type)
  return readBytes(request, limit)
}

function refuseDuplicateKeys(text: string): void {
  const open: Set<string>[] = []
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (name) => {
      const keys = itemAt(open, -1)
      if (keys.has(name)) throw new Refusal('bad-request', `Duplicate key: "${name.slice(0, 40)}".`)
      keys.add(name)
    },
  })
}

/** Refuses NUL, which Postgres cannot store, and lone surrogates, which UTF-8 cannot encode. */
export function refuseUnstorableText(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw new Refusal('bad-request', 'The request contains characters that cannot be stored.')
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      refuseUnstorableText(key)
      refuseUnstorableText(inner)
    }
  }
}
