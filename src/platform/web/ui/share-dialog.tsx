import { type ReactNode, useEffect, useState } from 'react'
import { SHARE_PICTURE } from '../../rules/site/share-pictures.ts'
import { whatsAppLink } from '../../rules/site/whatsapp.ts'
import { call } from '../api/call.ts'
import { savesData } from '../site/saves-data.ts'
import { Button, buttonClasses } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextArea } from './field.tsx'
import { IconPath } from './icon-path.tsx'
import { Icon, SHAPES } from './icons.tsx'
import { OFFLINE, SHARE } from './more-icons.ts'

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

/** Shows what is shared, passes it to the device's share sheet, or copies the text where there is none. */
export function ShareDialog({
  text,
  picture,
  title = 'Share',
  isSquare = false,
  choices,
  note,
  onClose,
}: Props) {
  const [isWanted, setWanted] = useState(!savesData())
  const [ready, tryAgain] = usePicture(isWanted ? picture : undefined, text)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const say = (made: Promise<Outcome | null>) => {
    setOutcome(null)
    void made.then(setOutcome)
  }
  const [main, ...others] = actionsFor(text, picture && isWanted ? ready : 'none', say, tryAgain)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      className="md:top-8! md:left-[calc(50vw-13.125rem)]! md:max-h-[calc(100vh-4rem)]! md:w-105!"
    >
      {picture && isWanted && <Preview ready={ready} isSquare={isSquare} />}
      {picture && !isWanted && (
        <Button kind="quiet" onClick={() => setWanted(true)}>
          Load the picture
        </Button>
      )}
      <div className="-mx-4 border-t border-line">
        {choices}
        {picture ? (
          <details className="disclosure border-b border-line px-4">
            <summary className="flex min-h-12 items-center justify-between">
              See the text
              <Icon name="down" />
            </summary>
            <p className="pb-3 text-sm whitespace-pre-line text-quiet">{text}</p>
          </details>
        ) : (
          <p className="px-4 pt-3 text-sm whitespace-pre-line text-quiet">{text}</p>
        )}
      </div>
      <ActionButton {...main!} className={`${buttonClasses('main')} min-h-13 w-full`} />
      <div className="flex flex-wrap gap-2 *:flex-1">
        {others.map((action) => (
          <ActionButton
            key={action.name}
            {...action}
            className={`${buttonClasses('plain')} flex-col gap-0.5! px-1! py-2 text-label`}
          />
        ))}
      </div>
      {note && <p className="text-xs text-quiet">{note}</p>}
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
    </Dialog>
  )
}

/** A button, or a link if it has an address. A picture that is still fetched has its place already, so that nothing moves. */
interface Action {
  name: string
  icon: string
  act?: () => void
  href?: string
  download?: string
  isWaiting?: boolean
}

function ActionButton({ name, icon, act, isWaiting, className, ...link }: Action & { className: string }) {
  const content = (
    <>
      <IconPath path={icon} />
      {name}
    </>
  )
  return act ? (
    <button type="button" disabled={isWaiting} onClick={act} className={className}>
      {content}
    </button>
  ) : (
    <a target="_blank" rel="noopener" {...link} className={`${className} ${isWaiting ? 'opacity-60' : ''}`}>
      {content}
    </a>
  )
}

const SAVE = 'M12 4v11M8 11.5l4 4 4-4M4 20h16'
const COPY = 'M9 9h11v11H9zM5 15V4h11'

/** What this device can do, the main action first. */
function actionsFor(
  text: string,
  ready: Ready | 'missing' | 'none' | null,
  say: (made: Promise<Outcome | null>) => void,
  tryAgain: () => void,
): Action[] {
  const isPicture = ready !== 'missing' && ready !== 'none'
  const file = isPicture && ready ? ready.file : null
  const isWaiting = !file
  const whatsApp = { name: 'WhatsApp', icon: SHAPES.chat, href: whatsAppLink(text) }
  const copy = { name: 'Copy text', icon: COPY, act: () => say(copyText(text)) }
  const save = {
    name: 'Save picture',
    icon: SAVE,
    isWaiting,
    ...(isPicture && ready && { href: ready.address, download: ready.file.name }),
  }
  const again = ready === 'missing' ? [{ name: 'Try the picture', icon: SHARE, act: tryAgain }] : []
  if ('share' in navigator) {
    const share = () => say(shareOrCopy(text, file))
    const main = { name: file ? 'Share picture' : 'Share', icon: SHARE, act: share }
    return [main, whatsApp, ...(isPicture ? [save] : again), copy]
  }
  const copyFile = () => say(copyPicture(file!))
  return isPicture
    ? [save, { name: 'Copy picture', icon: COPY, act: copyFile, isWaiting }, copy, whatsApp]
    : [copy, whatsApp, ...again]
}

const { width, height } = SHARE_PICTURE

/** The picture, or room for it while it is fetched. */
function Preview({ ready, isSquare }: { ready: Ready | 'missing' | null; isSquare: boolean }) {
  const shape = `rounded-lg ${isSquare ? 'mx-auto w-58 md:w-75' : 'w-full'}`
  if (ready && ready !== 'missing') return <img src={ready.address} alt={ready.alt} className={shape} />
  return (
    <div className={`relative bg-deep text-on-deep ${shape}`}>
      <svg viewBox={isSquare ? '0 0 1 1' : `0 0 ${width} ${height}`} />
      <p className="absolute inset-0 grid place-content-center justify-items-center gap-2 p-4 text-center text-sm">
        {ready ? <IconPath path={OFFLINE} /> : 'Loading...'}
        {ready &&
          (navigator.onLine
            ? 'The picture could not be loaded.'
            : 'No network, so no picture. You can send the text.')}
      </p>
    </div>
  )
}

/** Fetches the picture while the dialog is open, because a share must follow its tap at once. @returns it, and what asks again */
function usePicture(
  source: string | undefined,
  text: string,
): [ready: Ready | 'missing' | null, tryAgain: () => void] {
  const [ready, setReady] = useState<Ready | 'missing' | null>(null)
  const [attempt, setAttempt] = useState(0)
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
  }, [source, text, attempt])
  const tryAgain = () => {
    setReady(null)
    setAttempt(attempt + 1)
  }
  return [ready, tryAgain]
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
