import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { MESSAGES } from '../../../domain/messages.ts'
import { CallError, get, send } from '../../api/call.ts'
import { PATHS } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'
import { EntryError, sentenceFor } from '../enter.ts'
import { GoogleButton } from '../google-button.tsx'
import { ME, useMe } from '../me.ts'
import { withGoogle } from '../with-google.ts'

interface Proof {
  /** Does something that may need a fresh proof of who it is: asks for it and does it then. */
  proven: <Value>(work: () => Promise<Value>) => Promise<Value | null>
  dialog: ReactNode
}

const needsProof = (error: unknown) => error instanceof CallError && error.problem?.code === 'proof-needed'

/**
 * Asks a person to show once more who they are, by password or by Google, when the server wants it.
 * `proven` gives null where the work itself cannot be done again by us.
 */
export function useProof(hasPassword: boolean): Proof {
  const dialog = useRef<HTMLDialogElement>(null)
  const settle = useRef<(given: boolean) => void>(() => undefined)
  const [problem, setProblem] = useState<string | undefined>()
  const [isOther, setOther] = useState(false)
  const uid = useMe()?.uid

  function ask(): Promise<boolean> {
    setProblem(undefined)
    dialog.current?.showModal()
    return new Promise((resolve) => (settle.current = resolve))
  }
  function close(given: boolean) {
    settle.current(given)
    dialog.current?.close()
  }

  async function proven<Value>(work: () => Promise<Value>): Promise<Value | null> {
    try {
      return await work()
    } catch (error) {
      if (!needsProof(error)) throw error
      if (!(await ask())) throw new EntryError('Nothing was changed.')
      return work().catch((again: unknown) => {
        if (again === error) return null
        throw again
      })
    }
  }

  async function byPassword(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    try {
      await send('POST /api/profile/proof', { password: formText(form, 'proof') })
      form.reset()
      close(true)
    } catch (error) {
      const named = error instanceof CallError && error.problem?.fields?.password
      setProblem(named || sentenceFor(error, 'That did not work. Please try again.'))
    }
  }

  function byGoogle() {
    return withGoogle(async ({ googlePopup, googleLoginText }, popup) => {
      const sentence = googleLoginText(await googlePopup('POST /api/auth/sign-in/social', popup))
      if (sentence) return setProblem(sentence)
      // Google lets people choose: what was about to be done would be done to the account that they chose.
      if ((await get<'GET /api/me'>(ME)).uid === uid) return close(true)
      settle.current(false)
      setOther(true)
    }).catch(() => setProblem(MESSAGES.noNetwork))
  }
  /** Nothing that this tab still shows is the other account's. */
  const startAgain = () => location.assign(PATHS.profile)

  const question = hasPassword ? (
    <form onSubmit={(event) => void byPassword(event)} className="space-y-3" noValidate>
      <Field
        label="Your password"
        name="proof"
        type="password"
        autoComplete="current-password"
        required
        error={problem}
      />
      <Button type="submit" className="w-full">
        Confirm
      </Button>
    </form>
  ) : (
    <>
      <GoogleButton onClick={() => void byGoogle()}>Confirm with Google</GoogleButton>
      {problem && (
        <p role="alert" className="mt-2 text-error">
          {problem}
        </p>
      )}
    </>
  )
  return {
    proven,
    dialog: (
      <dialog
        ref={dialog}
        onCancel={() => (isOther ? startAgain() : settle.current(false))}
        aria-label="Confirm that it is you"
        className="m-auto w-full max-w-sm rounded-lg border border-line bg-sheet p-4 text-ink"
      >
        <p className="mb-3 font-semibold">Confirm that it is you</p>
        {isOther ? (
          <p role="alert" className="text-error">
            That was another account. Nothing was changed, and you are logged in with the other one now.
          </p>
        ) : (
          question
        )}
        <Button kind="plain" className="mt-3 w-full" onClick={() => (isOther ? startAgain() : close(false))}>
          {isOther ? 'Go on' : 'Cancel'}
        </Button>
      </dialog>
    ),
  }
}
