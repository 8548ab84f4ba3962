import { PASSWORD_HINT } from '../../platform/rules/access/identity.ts'
import { ACCOUNT_LIMITS } from '../../platform/rules/access/limits.ts'
import { Button } from '../../platform/web/ui/button.tsx'
import { Checkbox, Field } from '../../platform/web/ui/field.tsx'
import { PasswordField } from './password-field.tsx'
import { AcceptTerms } from './way-in.tsx'

/** A field that only programs fill in: it is not displayed, so no reader and no keyboard reaches it. */
const Trap = () => (
  <div hidden>
    <input name="trap" tabIndex={-1} autoComplete="off" aria-hidden="true" />
  </div>
)

interface Props {
  /** What was typed before, and what is wrong with it, by the names of the fields. */
  values?: Record<string, string>
  wrong?: Record<string, string>
  /** Whether the page runs script, which shows the password. */
  hasScript?: boolean
}

/** What a sign-up asks, with its button: on its own page, and on the public results. */
export function SignUpFields({ values, wrong, hasScript = false }: Props) {
  const Password = hasScript ? PasswordField : Field
  return (
    <>
      <Trap />
      <Field
        label="Username"
        name="username"
        autoComplete="nickname"
        required
        maxLength={ACCOUNT_LIMITS.username}
        defaultValue={values?.username}
        error={wrong?.username ?? wrong?.name}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={values?.email}
        error={wrong?.email}
      />
      <Password
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint={PASSWORD_HINT}
        error={wrong?.password}
      />
      <Checkbox
        label="I am 18 or older"
        name="ageConfirmed"
        required
        defaultChecked={values?.ageConfirmed !== undefined}
        error={wrong?.ageConfirmed}
      />
      <AcceptTerms action="signing up" />
      <Button type="submit" className="min-h-13 w-full">
        Sign Up
      </Button>
    </>
  )
}
