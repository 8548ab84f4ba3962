import type { ReactNode } from 'react'
import { MESSAGES } from '../../platform/rules/base/messages.ts'
import { PRIVACY_PATH, TERMS_PATH } from '../../platform/rules/legal/legal.ts'
import { Field } from '../../platform/web/ui/field.tsx'

/** The heading of a way in, below the product's name. */
export function SignedOutHeading({ children }: { children: ReactNode }) {
  return <h2 className="mb-3 text-lg leading-tight font-bold">{children}</h2>
}

/** The link below a form that leads to another way in. */
export function WayLink({ lead, to, children }: { lead?: string; to: string; children: string }) {
  return (
    <p className="mt-2 -mb-2 text-center text-sm">
      {lead && `${lead} `}
      <a href={to} className="link tap">
        {children}
      </a>
    </p>
  )
}

/** A full screen in place of a form that was sent. The text appears after a moment, so that quick answers do not flash. */
export function Waiting() {
  return (
    <div role="status" className="fixed inset-0 z-50 flex items-center justify-center gap-3 bg-paper">
      <span className="spinner" aria-hidden="true" />
      <span className="late">{MESSAGES.pleaseWait}</span>
    </div>
  )
}

/** What a person agrees to with the button below. */
export const AcceptTerms = ({ action }: { action: 'signing up' | 'continuing' }) => (
  <p className="text-sm text-quiet">
    By {action} you accept the{' '}
    <a className="link" href={TERMS_PATH}>
      terms
    </a>{' '}
    and the{' '}
    <a className="link" href={PRIVACY_PATH}>
      privacy notice
    </a>
    .
  </p>
)

interface Props {
  error: string | undefined
  /** Whether a recovery code is accepted. */
  recovery?: boolean
}

/** The code of a second factor. Phones show a keyboard with letters when a recovery code is accepted. */
export function CodeField({ error, recovery = true }: Props) {
  return (
    <Field
      label="Code"
      name="code"
      required
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      inputMode={recovery ? 'text' : 'numeric'}
      hint={`The 6 digits that your authenticator app shows now${recovery ? ', or a recovery code' : ''}.`}
      error={error}
    />
  )
}
