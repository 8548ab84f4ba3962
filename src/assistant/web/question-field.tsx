import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { fetchWithin } from '../../platform/web/api/call.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { SEARCH_LIMITS } from '../../platform/rules/site/search-address.ts'
import { PLANS } from '../../platform/rules/access/plans.ts'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { CROSS } from '../../platform/web/ui/more-icons.ts'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { useLocation } from '../../platform/web/ui/location.ts'
import { askedPath, callOf } from './address.ts'

type Answer = AnswerOf<'GET /api/assistant'>
export type List = Extract<Answer, { message: string }>
export type Suggestion = List['suggestions'][number]

const DEBOUNCE_MS = 150
const SEARCH = 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3 20 20'

/** The suggestions for a text while it is typed: asked after a pause, and cancelled by the next letter. */
function useSuggestions(text: string, kept: string, isTyping: boolean) {
  const [found, setFound] = useState<{ text: string; suggestions: Suggestion[] }>({
    text: '',
    suggestions: [],
  })
  useEffect(() => {
    if (!isTyping || text === '') return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      fetchWithin(SEARCH_LIMITS.suggestMs, callOf({ question: text, kept }), { signal: stop.signal })
        .then(async (response) => {
          if (!response.ok) return
          const { suggestions } = (await response.json()) as List
          if (!stop.signal.aborted) setFound({ text, suggestions })
        })
        // Without suggestions, Enter opens the list, which names the fault.
        .catch(() => undefined)
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, kept, isTyping])
  return found
}

interface Props {
  /** Stays in the field, to be changed. */
  question: string
  /** The address of the question before, whose things count where a text lacks some; empty without one. */
  kept: string
}

/** The field, with full questions below it while one types. A plain form, so it works without script. */
export function QuestionField({ question, kept }: Props) {
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState(question)
  const [isOpen, setOpen] = useState(false)
  const [place, setPlace] = useState({ at: 0, isMoved: false })
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const text = typed.trim()
  const found = useSuggestions(text, kept, isOpen)
  const suggestions = isOpen && text !== '' ? found.suggestions : []
  const marked = suggestions[place.at]

  function type(value: string) {
    setTyped(value)
    setOpen(true)
    setPlace({ at: 0, isMoved: false })
  }

  function leave(to: string) {
    setOpen(false)
    navigate(to)
  }

  function ask(event: FormEvent) {
    event.preventDefault()
    // What is marked counts only if it was seen for this text and explains every word, or was chosen with the arrows.
    const isSeen = marked && found.text === text && (marked.isWhole || place.isMoved)
    leave(askedPath(isSeen ? { chosen: marked.address } : { question: text, kept }))
  }

  function move(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' && isOpen) setOpen(false)
    else if (step && suggestions.length > 0)
      setPlace(({ at, isMoved }) => ({
        at:
          isMoved || step < 0 || suggestions.length === 1
            ? (at + step + suggestions.length) % suggestions.length
            : step,
        isMoved: true,
      }))
    else return
    event.preventDefault()
  }

  function clear() {
    type('')
    field.current?.focus()
  }

  return (
    <div className="ask-field no-print">
      <form method="get" action={PATHS.assistant} role="search" onSubmit={ask} className="ask">
        {kept && <input type="hidden" name="kept" value={kept} />}
        <input
          ref={field}
          name="question"
          role="combobox"
          aria-label="Question"
          aria-autocomplete="list"
          aria-expanded={suggestions.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={marked && `${id}${place.at}`}
          placeholder="Ask about draws"
          autoComplete="off"
          maxLength={SEARCH_LIMITS.question}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={move}
          onBlur={() => setOpen(false)}
        />
        {typed !== '' && (
          <button type="button" aria-label="Clear" className="ask-clear" onClick={clear}>
            <IconPath path={CROSS} />
          </button>
        )}
        <button type="submit" aria-label="Ask" className="ask-go">
          <IconPath path="M12 20V5M6 11l6-6 6 6" size={24} />
        </button>
      </form>
      <div
        id={`${id}list`}
        role="listbox"
        aria-label="Questions"
        className="picks"
        hidden={suggestions.length === 0}
      >
        {suggestions.map(({ question: full, address, plan }, i) => (
          <a
            key={address}
            className="pick"
            role="option"
            id={`${id}${i}`}
            aria-selected={i === place.at}
            href={askedPath({ chosen: address })}
            tabIndex={-1}
            // The field keeps the focus, so that its list stays.
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => {
              event.preventDefault()
              leave(askedPath({ chosen: address }))
            }}
          >
            <Row question={full} plan={plan} typed={text} />
          </a>
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {suggestions.length > 0 &&
          `${suggestions.length} ${suggestions.length === 1 ? 'question' : 'questions'}`}
      </p>
    </div>
  )
}

const wordsOf = (text: string) => text.toLowerCase().split(/[^a-z0-9]+/)

/** A question with the numbers and names that were typed in bold, and the plan that it needs. */
function Row({ question, plan, typed = '' }: Pick<Suggestion, 'question' | 'plan'> & { typed?: string }) {
  const known = new Set(wordsOf(typed))
  return (
    <>
      <IconPath path={SEARCH} />
      <span>
        {question.split(/(\b(?:\d+|[A-Z]\w*)\b)/).map((part, i) =>
          // eslint-disable-next-line react/no-array-index-key
          i > 0 && i % 2 === 1 && known.has(part.toLowerCase()) ? <b key={i}>{part}</b> : part,
        )}
      </span>
      {plan !== 'free' && <span className="tag ml-auto">{PLANS[plan].name}</span>}
    </>
  )
}

/** Full questions as links, each with an address of its own. */
export function Questions({ title, questions }: { title: string; questions: readonly Suggestion[] }) {
  if (questions.length === 0) return null
  return (
    <section aria-label={title} className="mt-4">
      <h2 className="mb-2 font-bold">{title}</h2>
      <ul className="picks">
        {questions.map(({ question, address, plan }) => (
          <li key={address}>
            <PageLink to={askedPath({ chosen: address })} className="pick">
              <Row question={question} plan={plan} />
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
