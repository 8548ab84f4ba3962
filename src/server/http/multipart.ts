import { readBytes, refuseUnstorableText } from './body.ts'
import { Refusal } from './refusal.ts'

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

/** Room for boundaries, headers and text fields. */
const OVERHEAD_BYTES = 16 * 1024

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
  const body = await readBytes(request, limit + OVERHEAD_BYTES)
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
      if (value.length > texts[name]!)
        throw new Refusal('invalid-input', `${name}: at most ${texts[name]} characters.`)
      given[name] = value
    }
  }
  // Refuses forms of thousands of empty parts or header lines.
  if (body.length - (bytes?.length ?? 0) > OVERHEAD_BYTES)
    throw new Refusal('bad-request', 'The form is not valid.')
  if (!bytes) throw new Refusal('invalid-input', 'Choose a file.', { fields: { [file]: 'Choose a file.' } })
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
