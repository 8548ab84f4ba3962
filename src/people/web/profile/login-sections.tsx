import { NOTICES } from '../../../platform/rules/base/messages.ts'
import { PASSWORD_HINT, passwordProblem } from '../../../platform/rules/access/identity.ts'
import { send, type AnswerOf, call } from '../../../platform/web/api/call.ts'
import { stateOf, useForm, WrongFields } from '../../../platform/web/api/use-form.ts'
import { Button, buttonClasses } from '../../../platform/web/ui/button.tsx'
import { Field } from '../../../platform/web/ui/field.tsx'
import { useFormAnswer } from '../../../platform/web/ui/form-answer.ts'
import { formText } from '../../../platform/web/ui/form-text.ts'
import { PlainForm } from '../../../platform/web/ui/plain-form.tsx'
import { useMe } from '../../../platform/web/access/me.ts'
import { PasswordField } from '../password-field.tsx'
import { useProof } from '../proof.tsx'
import { changeErrorText, SignInError } from '../complete-sign-in.ts'
import { ChangeStatus, Section } from './section.tsx'
import { GoogleButton, withGoogle } from '../google-button.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { formatInstant } from '../../../platform/rules/base/calendar.ts'

/** Changes the password, or sets a first one for a user who logs in with Google. */
export function PasswordSection({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const me = useMe()
  const { busy, result, fields, submit } = useForm(changeErrorText, stateOf(useFormAnswer('password')))
  const { dialog, withProof } = useProof()

  const save = submit(async (form) => {
    const newPassword = formText(form, 'newPassword')
    const problem = passwordProblem(newPassword)
    if (problem) throw new WrongFields({ newPassword: problem })
    const currentPassword = hasPassword ? formText(form, 'currentPassword') : undefined
    await withProof(() => send('POST /api/profile/password', { currentPassword, newPassword }))
    form.reset()
    onDone()
    return NOTICES['password-saved'].text
  })

  return (
    <Section title="Password">
      <PlainForm name="password" onSubmit={save} className="space-y-3">
        <input type="text" name="username" autoComplete="username" defaultValue={me?.email} hidden readOnly />
        {hasPassword && (
          <Field
            label="Current password"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            required
            error={fields.currentPassword}
          />
        )}
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          error={fields.newPassword}
        />
        <Button type="submit" kind="plain" disabled={busy}>
          {hasPassword ? 'Change password' : 'Set a password'}
        </Button>
        <ChangeStatus result={result} />
      </PlainForm>
      {dialog}
    </Section>
  )
}

type Profile = AnswerOf<'GET /api/profile'>

/** Links and unlinks Google. The last login method cannot be removed. */
export function GoogleSection({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const { busy, result, run } = useForm(changeErrorText)
  const { dialog, withProof } = useProof()
  if (!profile.google && !profile.googleOffered) return null

  function link() {
    void run(() =>
      withGoogle(async ({ googlePopup, googleLinkText }, popup) => {
        // Browsers let only the click open the window, so a proof is requested only after the server requires one.
        const outcome = await googlePopup('POST /api/auth/link-social', popup).catch(
          async (error: unknown) => {
            popup?.close()
            await withProof(() => Promise.reject(error))
            return null
          },
        )
        if (outcome === null) return 'Confirmed. Press the button again to go to Google.'
        const sentence = googleLinkText(outcome)
        if (sentence) throw new SignInError(sentence)
        onDone()
        return 'Google is linked.'
      }),
    )
  }

  function unlink() {
    void run(async () => {
      await withProof(() => call('DELETE', '/api/profile/google'))
      onDone()
      return 'Google is unlinked.'
    })
  }

  return (
    <Section
      title="Google"
      note={
        profile.google
          ? 'You can log in with Google.'
          : 'Link your Google account to log in without typing a password.'
      }
    >
      {!profile.google && <GoogleButton onClick={link}>Link Google</GoogleButton>}
      {profile.google && profile.password && (
        <Button kind="plain" disabled={busy} onClick={unlink}>
          Unlink Google
        </Button>
      )}
      {profile.google && !profile.password && (
        <p className="text-sm">Google is your only login method. Set a password before you unlink it.</p>
      )}
      <ChangeStatus result={result} />
      {dialog}
    </Section>
  )
}

/** Links to the page of the second factor. */
export function SecondFactorSection({ isOn }: { isOn: boolean }) {
  return (
    <Section
      title="Second factor"
      note={
        isOn
          ? 'On. Logins ask for a code from your authenticator app.'
          : 'Off. With it, logins also ask for a code from an app on your phone.'
      }
    >
      <PageLink to={PATHS.secondFactor} className={buttonClasses('plain')}>
        {isOn ? 'Manage second factor' : 'Set up second factor'}
      </PageLink>
    </Section>
  )
}

type Session = AnswerOf<'GET /api/profile'>['sessions'][number]

/** The open sessions of the account. */
export function SessionsSection({ sessions, onDone }: { sessions: Session[]; onDone: () => void }) {
  const [one, all] = [useFormAnswer('session'), useFormAnswer('sessions')]
  const { busy, result, submit } = useForm(changeErrorText, stateOf(one.form ? one : all))
  const end = (path: string, result: string) =>
    submit(async () => {
      await call('DELETE', path)
      onDone()
      return result
    })
  return (
    <Section
      title="Devices"
      note="Where you are logged in. Log out unknown devices, then change your password."
    >
      <ul className="divide-y divide-line">
        {sessions.map(({ id, device, address, seenAt, current }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-bold">
                {device} {current && <span className="text-brand">(this device)</span>}
              </p>
              <p className="text-sm text-quiet">
                {address && `${address}, `}last used {formatInstant(seenAt)}
              </p>
            </div>
            {!current && (
              <PlainForm
                name="session"
                opensAtTop
                onSubmit={end(`/api/profile/sessions/${id}`, NOTICES['session-ended'].text)}
              >
                <Button type="submit" kind="plain" name="id" value={id} disabled={busy}>
                  Log out<span className="visually-hidden"> {device}</span>
                </Button>
              </PlainForm>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <PlainForm
          name="sessions"
          onSubmit={end('/api/profile/sessions', NOTICES['sessions-ended'].text)}
          className="mt-2"
        >
          <Button type="submit" kind="plain" className="max-w-full wrap-anywhere" disabled={busy}>
            Log out everywhere else
          </Button>
        </PlainForm>
      )}
      <ChangeStatus result={result} />
    </Section>
  )
}
