import type { FormEvent } from 'react'
import { useLocation, useSearch } from '../ui/location.ts'
import { SEARCH_LIMITS } from '../../domain/search-limits.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { EXAMPLE_QUESTIONS } from '../../domain/questions.ts'
import { useCall } from '../api/use-call.ts'
import { SampleTag } from '../draws/sample-note.tsx'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { Cause } from '../layout/cause.tsx'
import { PATHS } from '../../domain/paths.ts'
import { Button } from '../ui/button.tsx'
import { formText } from '../ui/form-text.ts'
import { Field } from '../ui/field.tsx'
import { Failure, Loading } from '../ui/states.tsx'
import { Title } from '../ui/title.tsx'
import { assistantAddress, questionOf } from './address.ts'
import { AnswerView } from './answer-view.tsx'

export const calls = assistantAddress

/** The assistant turns a question in words into a number search, shows the search and answers it. */
export default function AssistantPage() {
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const question = questionOf(search)
  const [address] = assistantAddress(search)
  const { data, error, refetch } = useCall('GET /api/assistant', address)

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = formText(event.currentTarget, 'question').trim()
    navigate(typed ? `${path}?${new URLSearchParams({ question: typed })}` : path)
  }

  return (
    <>
      <Title>AI Assistant</Title>
      <p className="mt-1 text-sm text-quiet">
        It turns a question about past draws into a number search, by rules on this site. Nothing is sent to
        another service.
      </p>
      <form method="get" action={PATHS.assistant} onSubmit={ask} className="mt-3 space-y-3">
        <Field
          key={question}
          label="Question"
          name="question"
          autoComplete="off"
          maxLength={SEARCH_LIMITS.question}
          defaultValue={question}
        />
        <Button type="submit">Ask</Button>
      </form>
      {!question ? (
        <Examples />
      ) : data ? (
        <>
          {data.sample && <SampleTag />}
          <AnswerView answer={data} />
          {!data.search && <Examples />}
        </>
      ) : error ? (
        <Failure text={MESSAGES.resultsFailed} detail={<Cause error={error} />} onRetry={refetch} />
      ) : (
        <Loading text={MESSAGES.loading} />
      )}
      <ResponsibleNote />
    </>
  )
}

function Examples() {
  return (
    <section aria-label="Examples" className="mt-4">
      <h2 className="font-bold">For example</h2>
      <ul className="mt-2 space-y-2">
        {EXAMPLE_QUESTIONS.map((example) => (
          <li key={example}>
            <PageLink
              to={`${PATHS.assistant}?${new URLSearchParams({ question: example })}`}
              className="link inline-block py-1.5"
            >
              {example}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
