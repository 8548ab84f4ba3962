import { formatDate, parseDate } from '../../platform/rules/base/calendar.ts'
import { formatCount } from '../../platform/rules/base/words.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import { SampleTag } from '../../draws/web/sample-note.tsx'
import { Cause } from '../../platform/web/ui/cause.tsx'
import { ResponsibleNote } from '../../platform/web/ui/responsible-note.tsx'
import { useSearch } from '../../platform/web/ui/location.ts'
import { Failure, Loading } from '../../platform/web/ui/states.tsx'
import { Head, Title } from '../../platform/web/ui/title.tsx'
import { useAnswerFocus } from '../../platform/web/ui/use-answer-focus.ts'
import { askedOf, assistantAddress } from './address.ts'
import { AnswerView, Chips } from './answer-view.tsx'
import { type List, QuestionField, Questions } from './question-field.tsx'

export const parameters = ['question', 'kept', 'chosen']

export const calls = assistantAddress

/** The assistant suggests full questions about draws and answers the chosen one. */
export default function AssistantPage() {
  const query = useSearch()
  const search = new URLSearchParams(query)
  const asked = askedOf(search)
  const [address] = assistantAddress(search)
  const { data, error, refetch } = useCall('GET /api/assistant', address)
  useAnswerFocus(query, data !== undefined)
  const answer = data && 'reading' in data ? data : undefined
  const list = data && 'message' in data ? data : undefined
  const isFirst = query === '' || (!asked.question && !asked.kept && !asked.chosen)
  return (
    <div className="assistant">
      {isFirst ? (
        <Head title="AI Assistant">{data?.sample && <SampleTag />}</Head>
      ) : (
        <div className="visually-hidden">
          <Title>AI Assistant</Title>
        </div>
      )}
      <QuestionField
        key={`${query} ${answer?.reading}`}
        question={answer?.reading ?? asked.question}
        kept={answer?.address ?? asked.kept}
      />
      {answer && <AnswerView answer={answer} />}
      {list && <ListView list={list} text={asked.question} />}
      {!data &&
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
    </div>
  )
}

/** The questions for a text; where there are none, examples. */
function ListView({ list, text }: { list: List; text: string }) {
  const { suggestions, examples, things, message } = list
  const isNothing = text !== '' && suggestions.length === 0
  return (
    <>
      <div role="status">
        {isNothing && <h2 className="asked">I cannot answer “{text}”.</h2>}
        {message && <p>{message}</p>}
      </div>
      <Chips things={things} />
      <Questions title="Did you mean" questions={suggestions} />
      <Questions title="You could ask" questions={examples} />
      {text === '' && examples.length > 0 && <Extent {...list.record} />}
    </>
  )
}

function Extent({ draws, from, to }: List['record']) {
  const [first, last] = [from && parseDate(from), to && parseDate(to)]
  return (
    <p className="mt-2 text-sm text-quiet">
      {first &&
        last &&
        `It answers from ${formatCount(draws)} draws, ${formatDate(first)} to ${formatDate(last)}. `}
      It gives no tips: past draws do not help to guess the next.
    </p>
  )
}
