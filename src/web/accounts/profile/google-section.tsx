import { type AnswerOf, call } from '../../api/call.ts'
import { useForm } from '../../api/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { changeErrorText, SignInError } from '../complete-sign-in.ts'
import { GoogleButton } from '../google-button.tsx'
import { withGoogle } from '../with-google.ts'
import { useProof } from '../proof.tsx'
import { ChangeStatus } from './change-status.tsx'
import { Section } from './section.tsx'

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
