import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Section } from '../profile/section.tsx'

/** New recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  // The form that had the focus is removed.
  useEffect(() => list.current?.focus(), [])
  return (
    <Section
      title="Your recovery codes"
      note="The second factor is on. Each of these codes logs you in once if you lose your phone. Write them down or print them now: they are not shown again."
    >
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Recovery codes"
        className="space-y-1 font-mono text-sm break-words"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button className="mt-3" onClick={onDone}>
        I have saved them
      </Button>
    </Section>
  )
}
