import { CallError } from '../../api/call.ts'
import { MESSAGES, type Problem } from '../../../domain/base/messages.ts'

/** The upload address that the server names. */
export interface UploadTarget {
  url: string
  preset: string
  isOurs: boolean
}

const UPLOAD_TIMEOUT_MS = 120_000

/**
 * Uploads a picture by the specification's contract: multipart with `file` and `upload_preset`, answered with
 * `secure_url`. XMLHttpRequest, because fetch does not report upload progress.
 *
 * @param onProgress called with the part that has been sent, 0 to 1
 * @throws CallError when the upload was refused, timed out or was answered without an address
 */
export function sendFile(
  { url, preset }: UploadTarget,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData()
  form.set('upload_preset', preset)
  form.set('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(new CallError(0, null))
    request.open('POST', url)
    request.timeout = UPLOAD_TIMEOUT_MS
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total)
    })
    for (const event of ['error', 'timeout', 'abort']) request.addEventListener(event, fail)
    request.addEventListener('load', () => {
      const body = request.response as ({ secure_url?: unknown } & Partial<Problem>) | null
      if (request.status === 200 && typeof body?.secure_url === 'string') resolve(body.secure_url)
      else reject(new CallError(request.status, body && 'title' in body ? (body as Problem) : null))
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** The message for a failed upload. */
export function uploadCause(error: unknown): string {
  if (!(error instanceof CallError) || error.status === 0) return MESSAGES.noNetwork
  return error.problem?.title ?? error.message
}
