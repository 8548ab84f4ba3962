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
import { Icon } from '../ui/icons.tsx'
import { formText } from '../ui/form-text.ts'
import { Field } from '../ui/field.tsx'
import { Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
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
      <Head title="AI Assistant">{data?.sample && <SampleTag />}</Head>
      <form method="get" action={PATHS.assistant} onSubmit={ask} className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-[1_1_14rem]">
          <Field
            key={question}
            label="Question"
            name="question"
            autoComplete="off"
            maxLength={SEARCH_LIMITS.question}
            defaultValue={question}
          />
        </div>
        <Button type="submit">Ask</Button>
      </form>
      {!data && (
        <p className="mt-2 text-sm text-quiet">
          It turns a question about past draws into a number search, by rules on this site. Nothing is sent to
          another service.
        </p>
      )}
      {!question ? (
        <Examples />
      ) : data ? (
        <>
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
      <h2 className="mb-2 font-bold">For example</h2>
      <ul className="rows">
        {EXAMPLE_QUESTIONS.map((example) => (
          <li key={example} className="not-first:border-t not-first:border-line">
            <PageLink
              to={`${PATHS.assistant}?${new URLSearchParams({ question: example })}`}
              className="flex min-h-11 items-center gap-2.5 px-3 text-brand md:px-4"
            >
              <Icon name="chat" />
              {example}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
