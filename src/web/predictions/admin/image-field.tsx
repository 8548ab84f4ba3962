import { useEffect, useRef, useState } from 'react'
import { OWN_IMAGES } from '../../../domain/image-address.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { Picture } from '../picture.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { sendFile, uploadCause, type UploadTarget } from './send-file.ts'

interface Props {
  target: UploadTarget
  /** The address that is in the form now. */
  address: string
  onAddress: (address: string) => void
  /** Told while an upload runs: the form waits for it. */
  onBusy: (busy: boolean) => void
  error: string | undefined
}

/**
 * The picture of a prediction: a file, which goes up as soon as it is chosen, or the address of one elsewhere. Both end
 * in one address; what was typed stays when an upload fails.
 */
export function ImageField({ target, address, onAddress, onBusy, error }: Props) {
  const { input, progress, failure, choose, again } = useUpload(target, onAddress, onBusy)
  const isUpload = isOurs(address)
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-semibold">Picture (optional)</legend>
      <Field
        label="Image"
        type="file"
        ref={input}
        accept="image/jpeg,image/png,image/webp"
        hint={`JPEG, PNG or WebP, at most ${LIMITS.imageBytes / 1024 / 1024} MB. It is made smaller and loses its place and camera.`}
        error={failure ?? undefined}
        onChange={choose}
      />
      {again && (
        <Button kind="plain" onClick={again}>
          Try the upload again
        </Button>
      )}
      {progress !== null && (
        <div role="status">
          <progress max={1} value={progress} aria-label="Upload of the picture" />
          <p className="text-sm">Uploading the picture, {Math.round(progress * 100)} %</p>
        </div>
      )}
      <Field
        label="Image URL"
        name="image"
        inputMode="url"
        placeholder="https://"
        value={address}
        error={error}
        hint="Or the address of a picture elsewhere. Players load it from there."
        onChange={(event) => onAddress(event.currentTarget.value)}
      />
      {isUpload && (
        <Picture
          of={{ image: address, imageIsOurs: true, gameName: 'this draw' }}
          className="picture-small"
        />
      )}
    </fieldset>
  )
}

/** Whether an address is one that our own upload answered with. */
function isOurs(address: string): boolean {
  try {
    return new URL(address).pathname.startsWith(OWN_IMAGES)
  } catch {
    return false
  }
}

function useUpload(target: UploadTarget, onAddress: Props['onAddress'], onBusy: Props['onBusy']) {
  const [progress, setProgress] = useState<number | null>(null)
  const [failed, setFailed] = useState<{ file: File; text: string } | null>(null)
  const running = useRef<AbortController | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A file that was chosen before the page's script had come told nobody.
    choose()
    return () => running.current?.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the script has come
  }, [])

  async function start(file: File) {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setFailed(null)
    setProgress(0)
    onBusy(true)
    try {
      onAddress(await sendFile(target, file, setProgress, stop.signal))
    } catch (error) {
      if (!stop.signal.aborted) setFailed({ file, text: uploadCause(error) })
    }
    if (running.current !== stop) return
    setProgress(null)
    onBusy(false)
  }

  function choose() {
    const file = input.current?.files?.[0]
    if (file && file.size > LIMITS.imageBytes)
      setFailed({ file, text: `The file is too large: the limit is ${LIMITS.imageBytes / 1024 / 1024} MB.` })
    else if (file) void start(file)
  }

  return {
    input,
    choose,
    progress,
    failure: failed?.text ?? null,
    again: failed && (() => void start(failed.file)),
  }
}
