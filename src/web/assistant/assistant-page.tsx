import { useState } from 'react'
import { examplesFor } from '../../domain/assistant/examples.ts'
import { useMe } from '../accounts/me.ts'
import { useAnswerCache, useCall } from '../api/use-call.ts'
import { SampleTag } from '../draws/sample-note.tsx'
import { Cause } from '../layout/cause.tsx'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { useSearch } from '../ui/location.ts'
import { PageLink } from '../ui/page-link.tsx'
import { Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { useAnswerFocus } from '../ui/use-answer-focus.ts'
import { addressOf, assistantAddress, previousOf, questionOf, questionPath } from './address.ts'
import { type Answer, cardOf, Details, Outcome, Questions } from './answer-view.tsx'
import { type Asked, useAskedBefore } from './history.ts'
import { QuestionForm } from './question-form.tsx'

export const parameters = ['question', 'previous']

export const calls = assistantAddress

/** The assistant answers questions about draws, shows how it read them, and asks back what it did not understand. */
export default function AssistantPage() {
  const query = useSearch()
  const search = new URLSearchParams(query)
  const asked = { question: questionOf(search), previous: previousOf(search) }
  const [address] = assistantAddress(search)
  const { data, error, refetch } = useCall('GET /api/assistant', address)
  useAnswerFocus(query, data !== undefined)
  const before = useAskedBefore(asked, data !== undefined)
  // What is asked back is changed in the field.
  const kept = data?.status === 'ask-back' ? asked.question : ''
  const [isOpen, setOpen] = useState(false)
  const history = before.length > 0 && (
    <button type="button" aria-expanded={isOpen} className="link tap -my-3" onClick={() => setOpen(!isOpen)}>
      History, {before.length}
    </button>
  )
  return (
    <>
      <Head title="AI Assistant" end={history}>
        {data?.sample && <SampleTag />}
      </Head>
      {(isOpen ? before : before.slice(-1)).map((one) => (
        <Earlier key={questionPath(one.question, one.previous)} asked={one} />
      ))}
      {asked.question && <Bubble>{asked.question}</Bubble>}
      <div className={cardOf(data)}>
        <div role="status">{data && <Outcome answer={data} question={asked.question} />}</div>
        {data && <Details answer={data} />}
      </div>
      {!asked.question && <Start />}
      {asked.question &&
        !data &&
        (error ? (
          <Failure
            text="The question could not be answered."
            detail={<Cause error={error} />}
            onRetry={refetch}
          />
        ) : (
          <Loading />
        ))}
      <ResponsibleNote />
      <div className="ask-room" />
      <QuestionForm
        key={`${query} ${kept}`}
        question={kept}
        previous={data?.status === 'answered' ? data.reading! : asked.previous}
      />
    </>
  )
}

const Bubble = ({ children }: { children: string }) => (
  <p className="said">
    <span>{children}</span>
  </p>
)

/** A question from before in this visit, and its answer if it is still at hand. */
function Earlier({ asked: { question, previous } }: { asked: Asked }) {
  const answer = useAnswerCache().known(addressOf(question, previous)).data as Answer | undefined
  return (
    <>
      <p className="said">
        <PageLink to={questionPath(question, previous)}>{question}</PageLink>
      </p>
      {answer && (
        <div className={cardOf(answer)}>
          <Outcome answer={answer} question={question} />
        </div>
      )}
    </>
  )
}

const MOST_EXAMPLES = 3

/** What the assistant is, and examples that the user's plan answers. */
function Start() {
  const me = useMe()
  const examples = me ? examplesFor({ plan: me.subscription, role: me.role }) : []
  return (
    <>
      <p className="mb-3 text-sm text-quiet">
        It answers from the draws on record. Nothing is sent to another service.
      </p>
      <Questions title="For example" questions={examples.slice(-MOST_EXAMPLES)} />
    </>
  )
}
