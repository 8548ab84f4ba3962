import { useMemo } from 'react'
import { SWRConfig } from 'swr'
import { Router } from 'wouter'
import { ME } from './accounts/me.ts'
import type { Answers } from './answers.ts'
import { DrawnAt } from './api/use-now.ts'
import { CALLING, FetchedAt } from './api/use-call.ts'
import { Screen } from './screen.tsx'
import { FormAnswerContext } from './ui/form-answer.ts'

/** The whole app around one address. `url` is given on the server only. */
export function App({ answers, url }: { answers: Answers; url?: string }) {
  const [ssrPath, ...query] = url?.split('?') ?? []
  // Only the first question mark divides: a question may hold more of them.
  const ssrSearch = query.join('?')
  // A cache for each visitor: on the server, requests must never see each other's answers.
  const { fallback, fetchedAt } = useMemo(() => startingAnswers(answers), [answers])
  const config = useMemo(() => ({ ...CALLING, provider: () => new Map(), fallback }), [fallback])
  return (
    <SWRConfig value={config}>
      <DrawnAt value={answers.now}>
        <FormAnswerContext value={answers.form ?? null}>
          <FetchedAt value={fetchedAt}>
            <Router {...(ssrPath && { ssrPath, ssrSearch })}>
              <Screen />
            </Router>
          </FetchedAt>
        </FormAnswerContext>
      </DrawnAt>
    </SWRConfig>
  )
}

/**
 * The answers that a page came with, by address. A page that was drawn without a person was drawn for nobody; one that
 * came without any answers leaves open who is here until that has been asked.
 */
function startingAnswers({ calls }: Answers) {
  const nobody = Object.keys(calls).length > 0 && !(ME in calls)
  const good = Object.entries(calls).filter(([, { status }]) => status === 200)
  const fallback: Record<string, unknown> = {
    ...(nobody && { [ME]: null }),
    ...Object.fromEntries(good.map(([address, { body }]) => [address, body])),
  }
  return { fallback, fetchedAt: new Map(good.map(([address]) => [address, performance.now()])) }
}
