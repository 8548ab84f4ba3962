import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { MESSAGES } from '../../platform/rules/base/messages.ts'
import { type AnswerOf, CallError, get, send } from '../../platform/web/api/call.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { Button } from '../../platform/web/ui/button.tsx'
import { Field } from '../../platform/web/ui/field.tsx'
import { formText } from '../../platform/web/ui/form-text.ts'
import { CodeField } from './way-in.tsx'
import { SignInError, formErrorText } from './complete-sign-in.ts'
import { GoogleButton, withGoogle } from './google-button.tsx'
import { ME, useMe } from '../../platform/web/access/me.ts'

interface Proof {
  /** Runs work that may need a fresh proof of identity. If it does, asks for the proof and runs the work again. */
  withProof: <Value>(work: () => Promise<Value>) => Promise<Value | null>
  /** Must be rendered outside any form. */
  dialog: ReactNode
}

type Profile = AnswerOf<'GET /api/profile'>

const needsProof = (error: unknown) => error instanceof CallError && error.problem?.code === 'proof-needed'

/**
 * Asks the user for a proof of identity when the server requires one: by the password and the code that the account has,
 * or by Google. `withProof` returns null when the work cannot be repeated without another click.
 */
export function useProof(): Proof {
  const dialog = useRef<HTMLDialogElement>(null)
  const settle = useRef<(isProven: boolean) => void>(() => undefined)
  const [methods, setMethods] = useState<Pick<Profile, 'password' | 'secondFactor'> | null>(null)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isOther, setOther] = useState(false)
  const uid = useMe()?.uid

  async function ask(): Promise<boolean> {
    setProblems({})
    setMethods(await get<'GET /api/profile'>('/api/profile'))
    dialog.current?.showModal()
    return new Promise((resolve) => (settle.current = resolve))
  }
  function close(isProven: boolean) {
    settle.current(isProven)
    dialog.current?.close()
  }

  async function withProof<Value>(work: () => Promise<Value>): Promise<Value | null> {
    try {
      return await work()
    } catch (error) {
      if (!needsProof(error)) throw error
      if (!(await ask())) throw new SignInError('You did not confirm that it is you. Nothing was changed.')
      return work().catch((again: unknown) => {
        if (again === error) return null
        throw again
      })
    }
  }

  async function byForm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setProblems({})
    try {
      await send('POST /api/profile/proof', {
        ...(methods?.password && { password: formText(form, 'proof') }),
        ...(methods?.secondFactor && { code: formText(form, 'code') }),
      })
      form.reset()
      close(true)
    } catch (error) {
      const named = error instanceof CallError && error.problem?.fields
      setProblems(named || { other: formErrorText(error, 'change') })
    }
  }

  function byGoogle() {
    return withGoogle(async ({ googlePopup, googleLoginText }, popup) => {
      const sentence = googleLoginText(await googlePopup('POST /api/auth/sign-in/social', popup))
      if (sentence) return setProblems({ other: sentence })
      // Users may choose another account at Google; the work would then change that account.
      if ((await get<'GET /api/me'>(ME)).uid === uid) return close(true)
      settle.current(false)
      setOther(true)
    }).catch(() => setProblems({ other: MESSAGES.noNetwork }))
  }
  /** This tab still shows data of the first account. */
  const startAgain = () => location.assign(PATHS.profile)

  return {
    withProof,
    dialog: (
      <dialog
        ref={dialog}
        onCancel={() => (isOther ? startAgain() : settle.current(false))}
        aria-label="Confirm that it is you"
        className="m-auto w-[min(30rem,94vw)] rounded-2xl border border-line bg-sheet p-4 text-ink"
      >
        <p className="mb-3 font-bold">Confirm that it is you</p>
        {isOther ? (
          <p role="alert" className="text-error">
            That was another account. Nothing was changed, and you are logged in with the other one now.
          </p>
        ) : (
          <Question methods={methods} problems={problems} byForm={byForm} byGoogle={byGoogle} />
        )}
        {problems.other && (
          <p role="alert" className="mt-2 text-error">
            {problems.other}
          </p>
        )}
        <Button kind="plain" className="mt-3 w-full" onClick={() => (isOther ? startAgain() : close(false))}>
          {isOther ? 'Continue' : 'Cancel'}
        </Button>
      </dialog>
    ),
  }
}

interface QuestionProps {
  methods: Pick<Profile, 'password' | 'secondFactor'> | null
  problems: Record<string, string>
  byForm: (event: FormEvent<HTMLFormElement>) => Promise<void>
  byGoogle: () => Promise<void>
}

/** Asks for what the account has: a password, a code, or both; else for a login by Google. */
function Question({ methods, problems, byForm, byGoogle }: QuestionProps) {
  return methods?.password || methods?.secondFactor ? (
    <form onSubmit={(event) => void byForm(event)} className="space-y-3" noValidate>
      {methods.password && (
        <Field
          label="Your password"
          name="proof"
          type="password"
          autoComplete="current-password"
          required
          error={problems.password}
        />
      )}
      {methods.secondFactor && <CodeField error={problems.code} />}
      <Button type="submit" className="w-full">
        Confirm
      </Button>
    </form>
  ) : (
    <GoogleButton onClick={() => void byGoogle()}>Confirm with Google</GoogleButton>
  )
}
