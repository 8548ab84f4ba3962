import { visit } from 'jsonc-parser'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import { Refusal, refusedField } from './refusal.ts'
import { itemAt, present } from '../../rules/base/lists.ts'

/**
 * Reads a request's body up to a limit in bytes. It counts the received bytes, because content-length may be missing or
 * wrong.
 * @throws Refusal too-large, unsupported-type for compressed bodies
 */
async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const encoding = request.headers.get('content-encoding')
  if (encoding && encoding !== 'identity')
    throw new Refusal('unsupported-type', 'Compressed bodies are not accepted.')
  const tooLarge = new Refusal(
    'too-large',
    `The body is too large: the limit is ${Math.floor(limit / 1024)} kB.`,
  )
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge
  return collect(request, limit, tooLarge)
}

/** The bytes of a body. A longer one is not read to its end. */
async function collect({ body }: Request | Response, limit: number, tooLarge: Error): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
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

export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Parses the fields of a URL-encoded form. @throws Refusal bad-request for a duplicate field */
export async function readForm(request: Request): Promise<Record<string, string>> {
  requireType(request, FORM_TYPE)
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

/**
 * Reads the answer of another server as text.
 * @param limit bytes
 * @throws Error if the answer is longer; the rest is not read
 */
export async function readUpTo(limit: number, response: Response): Promise<string> {
  return (await collect(response, limit, new Error('The answer is too long'))).toString()
}

/** The fields of a form with one file. */
export interface UploadShape {
  /** Name of the file's field. */
  file: string
  /** Largest file in bytes. */
  limit: number
  /** Names of the text fields, with their longest value in characters. */
  texts: Record<string, number>
}

export interface Upload {
  bytes: Uint8Array
  texts: Record<string, string>
}

/**
 * Reads a form with one file (RFC 7578). The size limit holds while the body arrives. The file's name and type, which the
 * client chooses, are ignored.
 *
 * @throws Refusal unsupported-type, too-large, bad-request for an invalid form, invalid-input for unknown fields
 */
export async function readUpload(request: Request, { file, limit, texts }: UploadShape): Promise<Upload> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(type))
    throw new Refusal('unsupported-type', 'Send this as multipart/form-data.')
  const body = await readBytes(request, limit + SERVER_LIMITS.formOverheadBytes)
  const form = await parse(type, body)
  let bytes: Uint8Array | null = null
  const given: Record<string, string> = {}
  for (const [name, value] of form) {
    const isFile = typeof value !== 'string'
    if (isFile ? name !== file : !Object.hasOwn(texts, name))
      throw new Refusal('invalid-input', 'Unknown field.')
    if (isFile ? bytes !== null : Object.hasOwn(given, name))
      throw new Refusal('bad-request', 'Duplicate field.')
    if (isFile) {
      if (value.size > limit) throw tooLarge(limit)
      bytes = new Uint8Array(await value.arrayBuffer())
    } else {
      refuseUnstorableText(value)
      if (value.length > present(texts[name]))
        throw new Refusal('invalid-input', `${name}: at most ${texts[name]} characters.`)
      given[name] = value
    }
  }
  // Refuses forms of thousands of empty parts or header lines.
  if (body.length - (bytes?.length ?? 0) > SERVER_LIMITS.formOverheadBytes)
    throw new Refusal('bad-request', 'The form is not valid.')
  if (!bytes) throw refusedField(file, 'Choose a file.')
  return { bytes, texts: given }
}

const tooLarge = (limit: number) =>
  new Refusal('too-large', `The file is too large: the limit is ${Math.floor(limit / 1024 / 1024)} MB.`)

/** Uses Node's own parser; an error means an invalid form. */
async function parse(type: string, body: Uint8Array): Promise<FormData> {
  try {
    return await new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': type },
    }).formData()
  } catch {
    throw new Refusal('bad-request', 'The form is not valid.')
  }
}
