import { examplesFor } from '../../domain/assistant/examples.ts'
import { useMe } from '../accounts/me.ts'
import { useCall } from '../api/use-call.ts'
import { LockedPlan } from '../billing/locked.tsx'
import { SampleTag } from '../draws/sample-note.tsx'
import { Cause } from '../layout/cause.tsx'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { Icon } from '../ui/icons.tsx'
import { useSearch } from '../ui/location.ts'
import { PageLink } from '../ui/page-link.tsx'
import { Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { useAnswerFocus } from '../ui/use-answer-focus.ts'
import { assistantAddress, previousOf, questionOf, questionPath } from './address.ts'
import { type Answer, Details, Figure, Links } from './answer-view.tsx'
import { QuestionForm } from './question-form.tsx'

export const parameters = ['question', 'previous']

export const calls = assistantAddress

/** The assistant answers questions about draws, shows how it read them, and asks back what it did not understand. */
export default function AssistantPage() {
  const query = useSearch()
  const search = new URLSearchParams(query)
  const question = questionOf(search)
  const previous = previousOf(search)
  const [address] = assistantAddress(search)
  const { data, error, refetch } = useCall('GET /api/assistant', address)
  useAnswerFocus(query, data !== undefined)
  return (
    <>
      <Head title="AI Assistant">{data?.sample && <SampleTag />}</Head>
      <div role="status">
        {data && (data.status === 'answered' ? <Figure answer={data} /> : <Refusal answer={data} />)}
      </div>
      {data?.status === 'answered' ? (
        <AskOn reading={data.reading!} />
      ) : (
        <QuestionForm label="Question" button="Ask" kind="main" {...{ question, previous }} />
      )}
      {data ? (
        data.status === 'answered' ? (
          <Details answer={data} />
        ) : (
          <Others answer={data} />
        )
      ) : !question ? (
        <Start />
      ) : error ? (
        <Failure
          text="The question could not be answered."
          detail={<Cause error={error} />}
          onRetry={refetch}
        />
      ) : (
        <Loading />
      )}
      {data?.status === 'answered' && (
        <p className="mt-3 text-sm">
          <PageLink to={questionPath('')} className="link inline-block py-1.5">
            New question
          </PageLink>
        </p>
      )}
      <ResponsibleNote />
    </>
  )
}

/** The question as it was read, and a field for the next one. */
function AskOn({ reading }: { reading: string }) {
  return (
    <>
      <QuestionForm label="Understood as" button="Change" kind="plain" question={reading} previous="" />
      <QuestionForm
        label="Ask on, such as “and Metro?”"
        button="Ask"
        kind="main"
        question=""
        previous={reading}
      />
    </>
  )
}

/** Why a question has no answer. */
function Refusal({ answer: { plan, reading, refusal } }: { answer: Answer }) {
  return plan ? (
    <LockedPlan plan={plan}>{`Your plan does not answer “${reading}”`}</LockedPlan>
  ) : (
    <p className="rounded-lg bg-warn-soft px-3 py-2 text-warn">{refusal}</p>
  )
}

/** Questions that have an answer, and where to read on. */
function Others({ answer: { status, suggestions, links } }: { answer: Answer }) {
  return (
    <>
      <Questions title={status === 'declined' ? 'You can ask' : 'Did you mean'} questions={suggestions} />
      <Links links={links} />
    </>
  )
}

/** What the assistant is, and examples that the user's plan answers. */
function Start() {
  const me = useMe()
  const examples = me ? examplesFor({ plan: me.subscription, role: me.role }) : []
  return (
    <>
      <p className="mt-2 text-sm text-quiet">
        It answers questions about draws, numbers, games and bets from the draws on record, by rules on this
        site. Nothing is sent to another service.
      </p>
      <Questions title="For example" questions={examples} />
    </>
  )
}

/** Questions as links. */
function Questions({ title, questions }: { title: string; questions: readonly string[] }) {
  if (questions.length === 0) return null
  return (
    <section aria-label={title} className="mt-4">
      <h2 className="mb-2 font-bold">{title}</h2>
      <ul className="rows">
        {questions.map((question) => (
          <li key={question} className="not-first:border-t not-first:border-line">
            <PageLink
              to={questionPath(question)}
              className="flex min-h-11 items-center gap-2.5 px-3 py-1.5 text-brand md:px-4"
            >
              <Icon name="chat" />
              {question}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
