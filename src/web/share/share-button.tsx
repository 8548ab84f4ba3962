import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'

interface Props {
  /** Makes the message. It runs on the click, because the server does not know the address bar. */
  text: () => string
  label?: ReactNode
  /** Looks like a link. */
  quiet?: boolean
  className?: string
}

type Outcome = { copied: true } | { toCopy: string }

/**
 * Passes a text to the device's share sheet, or copies it where there is none. It needs a script, so it is hidden without
 * one.
 */
export function ShareButton({ text, label = 'Share', quiet = false, className = '' }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  async function share() {
    setOutcome(null)
    setOutcome(await shareOrCopy(text()))
  }

  return (
    <div className={`script-only ${className}`}>
      <Button kind={quiet ? 'quiet' : 'plain'} onClick={() => void share()}>
        {label}
      </Button>
      <p role="status" className="text-sm">
        {outcome && ('copied' in outcome ? 'Copied.' : 'This browser cannot copy. Select the text below.')}
      </p>
      {outcome && 'toCopy' in outcome && (
        <TextArea
          label="Text to copy"
          readOnly
          rows={5}
          value={outcome.toCopy}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </div>
  )
}

/** @returns null when the text was shared, or when the user closed the share sheet */
async function shareOrCopy(text: string): Promise<Outcome | null> {
  // Browsers without these features lack the property, although the types have it.
  if ('share' in navigator) {
    try {
      await navigator.share({ text })
      return null
    } catch (error) {
      if ((error as Error).name === 'AbortError') return null
    }
  }
  try {
    await navigator.clipboard.writeText(text)
    return { copied: true }
  } catch {
    return { toCopy: text }
  }
}
