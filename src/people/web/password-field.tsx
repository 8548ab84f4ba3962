import { type InputHTMLAttributes, useState } from 'react'
import { Field } from '../../platform/web/ui/field.tsx'

type Props = {
  label: string
  hint?: string | undefined
  error?: string | undefined
} & InputHTMLAttributes<HTMLInputElement>

/** A password field with a checkbox that shows the password. */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false)
  return (
    <div>
      <Field {...props} type={shown ? 'text' : 'password'} required />
      <label className="script-only flex min-h-11 items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-5 accent-brand"
          checked={shown}
          onChange={() => setShown(!shown)}
        />
        Show password
      </label>
    </div>
  )
}
