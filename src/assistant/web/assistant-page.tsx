import { useState, useEffect, type FormEvent } from 'react'
import { examplesFor } from '../rules/examples.ts'
import { useMe } from '../../platform/web/access/me.ts'
import { useAnswerCache, useCall } from '../../platform/web/api/use-call.ts'
import { SampleTag } from '../../draws/web/sample-note.tsx'
import { Cause } from '../../platform/web/ui/cause.tsx'
import { ResponsibleNote } from '../../platform/web/ui/responsible-note.tsx'
import { useSearch, useLocation } from '../../platform/web/ui/location.ts'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { Failure, Loading } from '../../platform/web/ui/states.tsx'
import { Head } from '../../platform/web/ui/title.tsx'
import { useAnswerFocus } from '../../platform/web/ui/use-answer-focus.ts'
import { addressOf, assistantAddress, previousOf, questionOf, questionPath } from './address.ts'
import { type Answer, cardOf, Details, Outcome, Questions } from './answer-view.tsx'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { SEARCH_LIMITS } from '../../platform/rules/site/search-address.ts'
import { formText } from '../../platform/web/ui/form-text.ts'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'

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
      <QuestionForm
        key={`${query} ${kept}`}
        question={kept}
        previous={data?.status === 'answered' ? data.reading! : asked.previous}
      />
      <ResponsibleNote />
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
        <PageLink to={questionPath(question, previous)} className="min-h-11">
          {question}
        </PageLink>
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

interface Asked {
  question: string
  /** The question that it builds on; empty without one. */
  previous: string
}

const MOST = 50
/** The questions of this visit, oldest first. They leave with the document. */
const visit: Asked[] = []

const isSame = (one: Asked, other: Asked) =>
  one.question === other.question && one.previous === other.previous

/** Notes a question once it is answered. @returns the questions before it, oldest first */
function useAskedBefore(asked: Asked, isAnswered: boolean): readonly Asked[] {
  const { question, previous } = asked
  useEffect(() => {
    if (!question || !isAnswered || visit.some((one) => isSame(one, { question, previous }))) return
    visit.push({ question, previous })
    visit.splice(0, visit.length - MOST)
  }, [question, previous, isAnswered])
  const at = visit.findIndex((one) => isSame(one, asked))
  return at < 0 ? visit : visit.slice(0, at)
}

interface Props {
  /** Stays in the field, to be changed. */
  question: string
  /** The question that a follow-up builds on; empty without one. */
  previous: string
}

/** The one field, at the bottom of the screen. A plain form, so it works without script. */
function QuestionForm({ question, previous }: Props) {
  const [, navigate] = useLocation()

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    navigate(questionPath(formText(event.currentTarget, 'question').trim(), previous))
  }

  return (
    <form method="get" action={PATHS.assistant} onSubmit={ask} className="ask no-print">
      {previous && <input type="hidden" name="previous" value={previous} />}
      <input
        name="question"
        aria-label="Question"
        placeholder={previous ? 'Ask on, such as “and Metro?”' : 'Ask about past draws'}
        autoComplete="off"
        maxLength={SEARCH_LIMITS.question}
        defaultValue={question}
        className="min-h-[48px] min-w-0 flex-1 rounded-[24px] border-[1.5px] border-edge bg-sheet px-[16px]"
      />
      <button
        type="submit"
        aria-label="Ask"
        className="grid min-h-[48px] w-[48px] flex-none place-items-center rounded-full bg-brand text-on-brand"
      >
        <IconPath path="M12 20V5M6 11l6-6 6 6" size={24} />
      </button>
    </form>
  )
}
