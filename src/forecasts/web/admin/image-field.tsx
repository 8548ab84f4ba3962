import { useEffect, useRef, useState } from 'react'
import { OWN_IMAGES, IMAGE_LIMITS } from '../../rules/images.ts'
import { Picture } from '../picture.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field } from '../../../platform/web/ui/field.tsx'
import { CallError } from '../../../platform/web/api/call.ts'
import { MESSAGES, type Problem } from '../../../platform/rules/base/messages.ts'

interface Props {
  target: UploadTarget
  /** The address that is in the form now. */
  address: string
  onAddress: (address: string) => void
  /** Called when an upload starts or ends, because the form waits for it. */
  onBusy: (busy: boolean) => void
  error: string | undefined
}

/**
 * The picture of a prediction: a file, which is uploaded as soon as it is chosen, or the address of an external picture.
 * Both result in an address. A failed upload keeps what was typed.
 */
export function ImageField({ target, address, onAddress, onBusy, error }: Props) {
  const { input, isUploading, failure, choose, again } = useUpload(target, onAddress, onBusy)
  const isUpload = isOurs(address)
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-bold">Picture (optional)</legend>
      <Field
        label="Image"
        type="file"
        ref={input}
        accept="image/jpeg,image/png,image/webp"
        hint={`JPEG, PNG or WebP, at most ${IMAGE_LIMITS.bytes / 1024 / 1024} MB. We resize it and remove location data.`}
        error={failure ?? undefined}
        onChange={choose}
      />
      {again && (
        <Button kind="plain" onClick={again}>
          Try the upload again
        </Button>
      )}
      {isUploading && <progress aria-label="Upload of the picture" />}
      <Field
        label="Image URL"
        name="image"
        inputMode="url"
        placeholder="https://"
        value={address}
        error={error}
        hint="Or the address of a picture on another site. Players load it from there."
        onChange={(event) => onAddress(event.currentTarget.value)}
      />
      {isUpload && (
        <Picture of={{ image: address, imageIsOurs: true, gameName: 'this draw' }} className="max-h-24!" />
      )}
    </fieldset>
  )
}

/** Whether an address belongs to a picture on this server. */
function isOurs(address: string): boolean {
  try {
    return new URL(address).pathname.startsWith(OWN_IMAGES)
  } catch {
    return false
  }
}

function useUpload(target: UploadTarget, onAddress: Props['onAddress'], onBusy: Props['onBusy']) {
  const [isUploading, setUploading] = useState(false)
  const [failed, setFailed] = useState<{ file: File; text: string } | null>(null)
  const running = useRef<AbortController | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The user may have chosen a file before this script ran.
    choose()
    return () => running.current?.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, on mount
  }, [])

  async function start(file: File) {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setFailed(null)
    setUploading(true)
    onBusy(true)
    try {
      onAddress(await sendFile(target, file, stop.signal))
    } catch (error) {
      if (!stop.signal.aborted) setFailed({ file, text: uploadCause(error) })
    }
    if (running.current !== stop) return
    setUploading(false)
    onBusy(false)
  }

  function choose() {
    const file = input.current?.files?.[0]
    if (file && file.size > IMAGE_LIMITS.bytes)
      setFailed({ file, text: `The file is too large: the limit is ${IMAGE_LIMITS.bytes / 1024 / 1024} MB.` })
    else if (file) void start(file)
  }

  return {
    input,
    choose,
    isUploading,
    failure: failed?.text ?? null,
    again: failed && (() => void start(failed.file)),
  }
}

/** The upload address that the server names. */
export interface UploadTarget {
  url: string
  preset: string
  isOurs: boolean
}

/**
 * Uploads a picture by the specification's contract: multipart with `file` and `upload_preset`, answered with
 * `secure_url`.
 *
 * @throws CallError when the upload was refused, broke or was answered without an address
 */
async function sendFile({ url, preset }: UploadTarget, file: File, signal: AbortSignal): Promise<string> {
  const body = new FormData()
  body.set('upload_preset', preset)
  body.set('file', file)
  const response = await fetch(url, { method: 'POST', body, signal }).catch(() => null)
  const answer = (await response?.json().catch(() => null)) as { secure_url?: unknown } | Problem | null
  if (response?.ok && answer && 'secure_url' in answer) return String(answer.secure_url)
  throw new CallError(response?.status ?? 0, answer && 'title' in answer ? answer : null)
}

/** The message for a failed upload. */
function uploadCause(error: unknown): string {
  if (!(error instanceof CallError) || error.status === 0) return MESSAGES.noNetwork
  return error.problem?.title ?? error.message
}
