import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { SHARE_PICTURE } from '../../rules/site/share-pictures.ts'
import { whatsAppLink } from '../../rules/site/whatsapp.ts'
import { call } from '../api/call.ts'
import { savesData } from '../site/saves-data.ts'
import { Button, buttonClasses } from './button.tsx'
import { TextArea } from './field.tsx'
import { Icon } from './icons.tsx'

type Outcome = { copied: true } | { toCopy: string }

/** A picture on the phone, ready before the tap that shares it. */
interface Ready {
  address: string
  alt: string
  file: File
}

interface Props {
  text: string
  /** As in `Shared`. */
  picture: string | undefined
  title?: string
  /** A square picture is shown smaller than a wide one. */
  isSquare?: boolean
  /** What the picture shows, to choose. */
  choices?: ReactNode
  /** What the receiver sees. */
  note?: string
  onClose: () => void
}

/**
 * Shows what is shared, passes it to the device's share sheet, or copies the text where there is none. It is outside the
 * element that opens it, whose styles must not reach it.
 */
export function ShareDialog({
  text,
  picture,
  title = 'Share',
  isSquare = false,
  choices,
  note,
  onClose,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [isWanted, setWanted] = useState(!savesData())
  const ready = usePicture(isWanted ? picture : undefined, text)
  const file = ready && ready !== 'missing' ? ready : null
  const hasPicture = picture && isWanted && ready !== 'missing'
  const canShare = 'share' in navigator
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()
    // Closing passes the focus to the button that opened the dialog.
    return () => element.close()
  }, [])

  async function share() {
    setOutcome(null)
    setOutcome(await shareOrCopy(text, file && file.file))
  }
  async function copy() {
    setOutcome(null)
    setOutcome(await copyText(text))
  }

  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="sheet lifted md:top-8! md:max-h-[calc(100vh-4rem)]!"
    >
      <div className="space-y-3">
        <h2 id={id} className="text-lg font-bold">
          {title}
        </h2>
        {picture && isWanted && <Preview ready={ready} isSquare={isSquare} />}
        {picture && !isWanted && (
          <Button kind="quiet" onClick={() => setWanted(true)}>
            Load the picture
          </Button>
        )}
        {choices}
        {picture ? (
          <details className="disclosure">
            <summary className="flex min-h-11 items-center justify-between text-sm">
              See the text
              <Icon name="down" />
            </summary>
            <p className="text-sm whitespace-pre-line text-quiet">{text}</p>
          </details>
        ) : (
          <p className="text-sm whitespace-pre-line text-quiet">{text}</p>
        )}
        <div className="flex flex-wrap gap-3 *:grow *:first:basis-full">
          {canShare && <Button onClick={() => void share()}>{file ? 'Share picture' : 'Share'}</Button>}
          {/* In their places before the picture is there, so that no button moves. */}
          {hasPicture && (
            <a
              href={file?.address}
              download={file?.file.name}
              className={`${buttonClasses(canShare ? 'plain' : 'main')} ${file ? '' : 'opacity-60'}`}
            >
              Save picture
            </a>
          )}
          {hasPicture && !canShare && (
            <Button
              kind="plain"
              disabled={!file}
              onClick={() => file && void copyPicture(file.file).then(setOutcome)}
            >
              Copy picture
            </Button>
          )}
          <Button kind={canShare || hasPicture ? 'plain' : 'main'} onClick={() => void copy()}>
            Copy text
          </Button>
          <a href={whatsAppLink(text)} target="_blank" rel="noopener" className={buttonClasses('plain')}>
            WhatsApp
          </a>
          <Button kind="quiet" onClick={() => dialog.current?.close()}>
            Close
          </Button>
        </div>
        {note && <p className="text-sm text-quiet">{note}</p>}
        <p role="status" className="text-sm">
          {outcome &&
            ('copied' in outcome
              ? 'Copied.'
              : `This browser cannot copy${outcome.toCopy ? '. Select the text below.' : ' a picture. Save it instead.'}`)}
        </p>
        {outcome && 'toCopy' in outcome && outcome.toCopy && (
          <TextArea
            label="Text to copy"
            readOnly
            rows={5}
            value={outcome.toCopy}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </div>
    </dialog>,
    document.body,
  )
}

const { width, height } = SHARE_PICTURE

/** The picture, or room for it while it is fetched. */
function Preview({ ready, isSquare }: { ready: Ready | 'missing' | null; isSquare: boolean }) {
  if (ready === 'missing')
    return (
      <p className="text-sm text-warn">
        {navigator.onLine
          ? 'The picture could not be loaded.'
          : 'No network, so no picture. You can send the text.'}
      </p>
    )
  const shape = `rounded-lg ${isSquare ? 'mx-auto w-58' : 'w-full'}`
  if (!ready)
    return (
      <svg
        viewBox={isSquare ? '0 0 1 1' : `0 0 ${width} ${height}`}
        className={`bg-deep ${shape}`}
        aria-label="Loading..."
      />
    )
  return <img src={ready.address} alt={ready.alt} className={shape} />
}

/** Fetches the picture while the dialog is open, because a share must follow its tap at once. */
function usePicture(source: string | undefined, text: string): Ready | 'missing' | null {
  const [ready, setReady] = useState<Ready | 'missing' | null>(null)
  useEffect(() => {
    if (!source) return
    let isWanted = true
    fetchPicture(source, text).then(
      (found) => isWanted && setReady(found),
      () => isWanted && setReady('missing'),
    )
    return () => {
      isWanted = false
    }
  }, [source, text])
  return ready
}

async function fetchPicture(source: string, text: string): Promise<Ready> {
  const first = await call('GET', source)
  if (first.headers.get('content-type') === 'image/png') return pictureIn(first, source, text)
  const { picture } = (await first.json()) as { picture: { path: string; alt: string } | null }
  if (!picture) throw new Error('nothing to draw yet')
  return pictureIn(await call('GET', picture.path), picture.path, picture.alt)
}

async function pictureIn(response: Response, address: string, alt: string): Promise<Ready> {
  const file = new File([await response.blob()], 'lotto-forecast.png', { type: 'image/png' })
  return { address, alt, file }
}

/** @returns null when it was shared, or when the user closed the share sheet */
async function shareOrCopy(text: string, file: File | null): Promise<Outcome | null> {
  // Browsers without these features lack the property, although the types have it.
  if ('share' in navigator) {
    try {
      const withFile = { text, files: file ? [file] : [] }
      const takesFile = file !== null && 'canShare' in navigator && navigator.canShare(withFile)
      await navigator.share(takesFile ? withFile : { text })
      return null
    } catch (error) {
      if ((error as Error).name === 'AbortError') return null
    }
  }
  return copyText(text)
}

async function copyPicture(file: File): Promise<Outcome> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [file.type]: file })])
    return { copied: true }
  } catch {
    return { toCopy: '' }
  }
}

async function copyText(text: string): Promise<Outcome> {
  try {
    await navigator.clipboard.writeText(text)
    return { copied: true }
  } catch {
    return { toCopy: text }
  }
}
