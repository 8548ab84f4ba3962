import { readBytes, refuseUnstorableText } from './body.ts'
import { Refusal } from './refusal.ts'

/** What a form with a file holds: the file's field with its limit in bytes, and texts with theirs in characters. */
export interface UploadShape {
  file: string
  limit: number
  texts: Record<string, number>
}

export interface Upload {
  bytes: Uint8Array
  texts: Record<string, string>
}

/** What boundaries, headers and texts may add to the file. */
const AROUND = 16 * 1024

/**
 * Reads a form that carries one file (RFC 7578). The whole is counted as it comes and never larger than the file may
 * be; what the client says of the file, its name and its type, is not looked at.
 *
 * @throws Refusal unsupported-type, too-large, bad-request for what cannot be read, invalid-input for other fields
 */
export async function readUpload(request: Request, { file, limit, texts }: UploadShape): Promise<Upload> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(type))
    throw new Refusal('unsupported-type', 'Send this as multipart/form-data.')
  const body = await readBytes(request, limit + AROUND)
  const form = await parse(type, body)
  let bytes: Uint8Array | null = null
  const given: Record<string, string> = {}
  for (const [name, value] of form) {
    const isFile = typeof value !== 'string'
    if (isFile ? name !== file : !Object.hasOwn(texts, name))
      throw new Refusal('invalid-input', 'This form holds a field that is not known here.')
    if (isFile ? bytes !== null : Object.hasOwn(given, name))
      throw new Refusal('bad-request', 'A field of the form stands twice.')
    if (isFile) {
      if (value.size > limit) throw tooLarge(limit)
      bytes = new Uint8Array(await value.arrayBuffer())
    } else {
      refuseUnstorableText(value)
      if (value.length > texts[name]!)
        throw new Refusal('invalid-input', `${name}: at most ${texts[name]} characters.`)
      given[name] = value
    }
  }
  // Thousands of empty parts or header lines: a form that is mostly wrapping is none of ours.
  if (body.length - (bytes?.length ?? 0) > AROUND)
    throw new Refusal('bad-request', 'The form cannot be read here.')
  if (!bytes) throw new Refusal('invalid-input', 'Choose a file.', { fields: { [file]: 'Choose a file.' } })
  return { bytes, texts: given }
}

const tooLarge = (limit: number) =>
  new Refusal('too-large', `A file of at most ${Math.floor(limit / 1024 / 1024)} MB is accepted here.`)

/** The platform's own parser; whatever it cannot read is the sender's fault. */
async function parse(type: string, body: Uint8Array): Promise<FormData> {
  try {
    return await new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': type },
    }).formData()
  } catch {
    throw new Refusal('bad-request', 'The form cannot be read here.')
  }
}
