import { Field } from '../ui/field.tsx'

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
